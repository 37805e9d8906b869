import type {Told} from './bundle-layout.ts'

const enforce = '/sys/fs/selinux/enforce'

/** The mode that `sestatus` tells, as the kernel's file shows it; where SELinux is off, there is no such file. */
export function sestatusAnswers(text: string): Told {
  if (/^SELinux status:\s+disabled$/m.test(text)) return {whole: [enforce]}
  return modeAnswers(/^Current mode:\s+(\w+)$/m.exec(text)?.[1])
}

/** The same from the word that `getenforce` says. */
export function modeAnswers(mode = ''): Told {
  const word = mode.toLowerCase()
  if (word === 'disabled') return {whole: [enforce]}
  const value = {enforcing: '1', permissive: '0'}[word]
  return value === undefined ? {} : {files: {[enforce]: value}}
}

/** A kernel whose list of file systems lacks that of SELinux was started without it (security/selinux/selinuxfs.c). */
export function filesystemsAnswers(text: string): Told {
  const isList = /^nodev\tproc$/m.test(text) && text.endsWith('\n')
  return isList && !/^nodev\tselinuxfs$/m.test(text) ? {whole: [enforce]} : {}
}
