import type {SnapshotDocument, SnapshotFile} from '../../../src/host/snapshot-document.ts'

/** A fault as it is planted in the recording of a host. */
export type Change = (document: SnapshotDocument) => SnapshotDocument

/** Several changes, one after the other. */
export const all =
  (...changes: readonly Change[]): Change =>
  (document) =>
    changes.reduce((changed, change) => change(changed), document)

/** A file is not there. Throws where it was not there before. */
export const without =
  (path: string): Change =>
  (document) => {
    fileAt(document, path)
    const rest = Object.entries(document.files ?? {}).filter(([name]) => name !== path)
    return {...document, files: Object.fromEntries(rest)}
  }

/** Another file is there. */
export const having =
  (path: string, file: string | SnapshotFile): Change =>
  (document) => ({...document, files: {...document.files, [path]: file}})

/** A file reads otherwise. Throws where the text is not in it. */
export const replacing =
  (path: string, text: string, by: string): Change =>
  (document) => {
    const file = fileAt(document, path)
    const content = file.content ?? ''
    if (!content.includes(text)) throw new Error(`${path} has no ${text}`)
    return having(path, {...file, content: content.replaceAll(text, by)})(document)
  }

/** A program is built for another processor, by its number in the ELF specification. */
export const replacingMachine =
  (path: string, machine: number): Change =>
  (document) => {
    const file = fileAt(document, path)
    const head = Buffer.from(file.base64 ?? '', 'base64')
    head.writeUInt16LE(machine, 18)
    return having(path, {...file, base64: head.toString('base64')})(document)
  }

/** A file has another type of SELinux, its user, role and level as they were. */
export const labelled =
  (path: string, type: string): Change =>
  (document) => {
    const file = fileAt(document, path)
    const [user, role, , ...level] = (file.selinux ?? '').split(':')
    return having(path, {...file, selinux: [user, role, type, ...level].join(':')})(document)
  }

/** A command answers otherwise. Throws where the text is not in its answer. */
export const answering =
  (argv: string, text: string, by: string): Change =>
  (document) => {
    const commands = (document.commands ?? []).map((command) => {
      if (command.argv.join(' ') !== argv) return command
      if (!command.stdout?.includes(text)) throw new Error(`${argv} does not say ${text}`)
      return {...command, stdout: command.stdout.replaceAll(text, by)}
    })
    return {...document, commands}
  }

function fileAt({files = {}}: SnapshotDocument, path: string): SnapshotFile {
  const file = files[path]
  if (file === undefined) throw new Error(`${path} is not on this host`)
  return typeof file === 'string' ? {content: file} : file
}
