import {at, type Located, Unknown} from '../facts/value.ts'
import type {Version} from '../text/version.ts'

/** A version as fields of a fact: three numbers with a prefix, without what a distribution appends, and its parts. */
export function versionFields(version: Located<Version> | Unknown, prefix = '') {
  if (version instanceof Unknown) return {version, major: version, minor: version}
  const {value, source} = version
  return {
    version: at(`${prefix}${value.major}.${value.minor}.${value.patch}`, source),
    major: at(value.major, source),
    minor: at(value.minor, source),
  }
}
