import {availableParallelism} from 'node:os'
import {firmwareInventory} from './firmware.ts'
import type {HardwareInventory, Reading} from './host.ts'
import {hardwareSource, read, unreadable} from './reading.ts'

type ReadFile = (path: string) => Promise<Reading<string>>

/**
 * The inventory of this machine. systeminformation tells the memory; the rest is read from sysfs, because the library
 * would start a shell for it.
 */
export async function liveHardware(readFile: ReadFile): Promise<Reading<HardwareInventory>> {
  const {default: inventory} = await import('systeminformation')
  try {
    const [memory, firmware] = await Promise.all([inventory.mem(), firmwareInventory(readFile)])
    const total = memory.total > 0 ? {memoryBytes: memory.total} : {}
    return read({processors: availableParallelism(), ...total, ...firmware}, hardwareSource)
  } catch (error) {
    return unreadable(`cannot be read: ${error instanceof Error ? error.message : String(error)}`, hardwareSource)
  }
}
