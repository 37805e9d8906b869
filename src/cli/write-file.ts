import {rmSync} from 'node:fs'
import {access, constants, open, realpath, rename, rm, stat} from 'node:fs/promises'
import {basename, dirname, join} from 'node:path'
import {UserError} from '../errors.ts'
import {errorCode, failureReason} from '../host/file-failure.ts'

/**
 * Writes a file so that readers see the old content or the whole new one. What is no regular file, such as a pipe or
 * /dev/stderr, is written in place; a symbolic link keeps leading where it leads.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array | Iterable<string>,
): Promise<void> {
  try {
    const target = await realpath(path).catch(() => path)
    const isRegular = await stat(target).then(
      (status) => status.isFile(),
      () => true,
    )
    if (!isRegular) return await write(target, content, 'w')
    await replace(target, content)
  } catch (error) {
    throw new UserError(`cannot write ${path}: ${failureReason(error)}`)
  }
}

/** Refuses a file that could not be written, before the work is done that it is to hold. */
export async function refuseUnwritable(path: string): Promise<void> {
  try {
    const target = await realpath(path).catch(() => path)
    const status = await stat(target).catch(() => undefined)
    if (status?.isDirectory()) throw new UserError(`cannot write ${path}: it is a directory`)
    await access(status && !status.isFile() ? target : dirname(target), constants.W_OK)
  } catch (error) {
    if (error instanceof UserError) throw error
    const isMissing = errorCode(error) === 'ENOENT'
    const reason = isMissing ? `there is no directory ${dirname(path)}` : failureReason(error)
    throw new UserError(`cannot write ${path}: ${reason}`)
  }
}

async function replace(target: string, content: Content): Promise<void> {
  const draft = join(dirname(target), `.${basename(target)}.${crypto.randomUUID().slice(0, 8)}`)
  const discard = (): void => rmSync(draft, {force: true})
  process.once('exit', discard)
  try {
    await write(draft, content, 'wx')
    await rename(draft, target)
  } catch (error) {
    await rm(draft, {force: true})
    throw error
  } finally {
    process.removeListener('exit', discard)
  }
}

/** Whole, or in pieces where no single text could hold it. */
type Content = string | Uint8Array | Iterable<string>

async function write(path: string, content: Content, flag: 'w' | 'wx'): Promise<void> {
  const file = await open(path, flag)
  try {
    if (typeof content === 'string' || content instanceof Uint8Array) return await file.writeFile(content)
    for (const piece of content) await file.appendFile(piece)
  } finally {
    await file.close()
  }
}
