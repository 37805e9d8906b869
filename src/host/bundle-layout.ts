import type {HardwareInventory, HostMode} from './host.ts'
import type {SnapshotCommand} from './snapshot-document.ts'

/** How one kind of bundle lays out what it holds of a host. Paths begin with a slash: at the bundle's root, or the host's. */
export interface BundleLayout {
  /** As in "not in this sosreport". */
  readonly kind: string
  /** What tells the kind: all of these are in the bundle. */
  readonly markers: readonly string[]
  /** `root`: the kernel and the processes of the host are not in it. */
  readonly mode: HostMode
  /** Modes and owners are those of the host. */
  readonly keepsStatus: boolean
  /** Where on the host a member lay as it is; undefined for what the bundle made up. */
  hostPath(path: string): string | undefined
  /**
   * The directories and files of the host that were collected whole where the bundle has one of the witnesses: what is missing
   * in them was missing on the host.
   */
  readonly whole: readonly Whole[]
  /** Parts of whole directories that were left out all the same. */
  readonly except: readonly string[]
  readonly answers: readonly Answers[]
}

/** Paths of the host that were collected whole, and what must be in the bundle to say so. */
export interface Whole {
  readonly witnesses: readonly string[]
  readonly paths: readonly string[]
}

/** What one text of a bundle tells of the host. */
export interface Answers {
  readonly from: RegExp
  read(text: string, bundle: BundleTexts): Told
}

/** The texts of a bundle by path. */
export interface BundleTexts {
  text(path: string): string | undefined
  has(path: string): boolean
  readonly path: string
}

/** Files, answers of commands and hardware that a text tells of. */
export interface Told {
  readonly files?: Readonly<Record<string, string>>
  readonly commands?: readonly SnapshotCommand[]
  readonly hardware?: HardwareInventory
  readonly hostName?: string
  /** All names in directories of the host that matter to any fact. */
  readonly directories?: Readonly<Record<string, readonly string[]>>
  /** Paths of the host that were collected whole, if they were there. */
  readonly whole?: readonly string[]
}
