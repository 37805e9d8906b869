import {firmwareInventory} from './firmware.ts'
import type {HardwareInventory, Reading} from './host.ts'
import {hardwareSource, read} from './reading.ts'

/** The inventory of a machine from files of procfs and sysfs alone: processors that this process could run on, memory, firmware. */
export async function shellHardware(
  readFile: (path: string) => Promise<Reading<string>>,
): Promise<Reading<HardwareInventory>> {
  const [memory, status, online, firmware] = await Promise.all([
    readFile('/proc/meminfo'),
    readFile('/proc/self/status'),
    readFile('/sys/devices/system/cpu/online'),
    firmwareInventory(readFile),
  ])
  const kibibytes = memory.state === 'read' ? /^MemTotal: +(\d+) kB$/m.exec(memory.value)?.[1] : undefined
  const allowed = status.state === 'read' ? /^Cpus_allowed_list:\t(.*)$/m.exec(status.value)?.[1] : undefined
  const running = online.state === 'read' ? online.value.trim() : allowed
  const isAllowed = new Set(numbersOf(allowed ?? running ?? ''))
  const processors = numbersOf(running ?? '').filter((number) => isAllowed.has(number)).length
  return read(
    {
      ...(processors > 0 ? {processors} : {}),
      ...(kibibytes === undefined ? {} : {memoryBytes: Number(kibibytes) * 1024}),
      ...firmware,
    },
    hardwareSource,
  )
}

/** The numbers in a list of the kernel's such as `0-3,6`. */
function numbersOf(list: string): readonly number[] {
  return [...list.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first = '', last = first]) =>
    Array.from(
      {length: Math.min(Math.max(Number(last) - Number(first) + 1, 0), maxProcessors)},
      (_, index) => Number(first) + index,
    ),
  )
}

const maxProcessors = 8192
