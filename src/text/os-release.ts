import {readEnvironmentFile} from './env-file.ts'

/** A value of os-release and its line. */
export interface OsReleaseValue {
  readonly value: string
  readonly line: number
}

/** What os-release(5) says about a distribution; missing keys are undefined, `idLike` lists the closest relative first. */
export interface OsRelease {
  readonly id: OsReleaseValue | undefined
  readonly idLike: readonly string[]
  readonly versionId: OsReleaseValue | undefined
  readonly variantId: OsReleaseValue | undefined
  readonly prettyName: OsReleaseValue | undefined
}

/** Reads /etc/os-release or /usr/lib/os-release, which systemd reads by the rules of environment files. */
export function readOsRelease(text: string): OsRelease {
  const values = new Map(readEnvironmentFile(text).assignments.map(({name, value, line}) => [name, {value, line}]))
  return {
    id: values.get('ID'),
    idLike:
      values
        .get('ID_LIKE')
        ?.value.split(/\s+/)
        .filter((id) => id !== '') ?? [],
    versionId: values.get('VERSION_ID'),
    variantId: values.get('VARIANT_ID'),
    prettyName: values.get('PRETTY_NAME'),
  }
}
