import {availableParallelism} from 'node:os'
import type {HardwareInventory, Reading} from './host.ts'
import {hardwareSource, read, unreadable} from './reading.ts'

type ReadFile = (path: string) => Promise<Reading<string>>

/**
 * The inventory of this machine. systeminformation tells the memory; the rest is read from sysfs, because the library
 * would start a shell for it.
 */
export async function liveHardware(readFile: ReadFile): Promise<Reading<HardwareInventory>> {
  const {default: inventory} = await import('systeminformation')
  const firmware = async (name: string): Promise<string> => {
    const reading = await readFile(`/sys/class/dmi/id/${name}`)
    return reading.state === 'read' ? reading.value.trim() : ''
  }
  try {
    const [memory, uuid, vendor, product] = await Promise.all([
      inventory.mem(),
      firmware('product_uuid'),
      firmware('sys_vendor'),
      firmware('product_name'),
    ])
    const virtualization = hypervisors.find(({pattern}) => pattern.test(`${vendor} ${product}`))?.name
    return read(
      {
        processors: availableParallelism(),
        ...(memory.total > 0 ? {memoryBytes: memory.total} : {}),
        ...(uuid === '' ? {} : {productUuid: uuid.toLowerCase()}),
        ...(virtualization === undefined ? {} : {virtualization}),
      },
      hardwareSource,
    )
  } catch (error) {
    return unreadable(`cannot be read: ${error instanceof Error ? error.message : String(error)}`, hardwareSource)
  }
}

/** Names as systemd-detect-virt prints them, by what the firmware calls vendor and product. */
const hypervisors: readonly {readonly pattern: RegExp; readonly name: string}[] = [
  {pattern: /^VMware|VMW/, name: 'vmware'},
  {pattern: /VirtualBox|^innotek/, name: 'oracle'},
  {pattern: /^Microsoft Corporation Virtual Machine/, name: 'microsoft'},
  {pattern: /^Amazon EC2/, name: 'amazon'},
  {pattern: /^Google/, name: 'google'},
  {pattern: /^Xen/, name: 'xen'},
  {pattern: /^Parallels/, name: 'parallels'},
  {pattern: /KVM|^OpenStack|^Red Hat|^Alibaba Cloud|^DigitalOcean|^Hetzner/, name: 'kvm'},
  {pattern: /^QEMU/, name: 'qemu'},
]
