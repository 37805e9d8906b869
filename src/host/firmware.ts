import type {HardwareInventory, Reading} from './host.ts'

/** What the firmware says of the machine: its product UUID, and the hypervisor that wrote it. */
export async function firmwareInventory(
  readFile: (path: string) => Promise<Reading<string>>,
): Promise<Pick<HardwareInventory, 'productUuid' | 'virtualization'>> {
  const [uuid = '', vendor, product] = await Promise.all(
    ['product_uuid', 'sys_vendor', 'product_name'].map(async (name) => {
      const reading = await readFile(`/sys/class/dmi/id/${name}`)
      return reading.state === 'read' ? reading.value.trim() : ''
    }),
  )
  const virtualization = hypervisors.find(({pattern}) => pattern.test(`${vendor} ${product}`))?.name
  return {
    ...(uuid === '' ? {} : {productUuid: uuid.toLowerCase()}),
    ...(virtualization === undefined ? {} : {virtualization}),
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
