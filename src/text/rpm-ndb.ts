/** The header blobs in rpm's own `Packages.db` of the ndb backend (SUSE). Throws a RangeError on a damaged file. */
export function ndbBlobs(file: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const slotsEnd = view.getUint32(slotPagesOffset, true) * pageSize
  if (slotsEnd > file.length) throw new RangeError('the slots reach beyond the end of the file')
  const blobs: Uint8Array[] = []
  let budget = file.length
  for (let slot = firstSlot; slot < slotsEnd; slot += slotSize) {
    if (view.getUint32(slot, true) !== slotMagic) throw new RangeError(`no slot at byte ${slot}`)
    const [index, block] = [view.getUint32(slot + 4, true), view.getUint32(slot + 8, true)]
    if (index === 0) continue
    const start = block * blockSize
    if (view.getUint32(start, true) !== blobMagic || view.getUint32(start + 4, true) !== index) {
      throw new RangeError(`package ${index} is not where its slot says`)
    }
    const length = view.getUint32(start + 12, true)
    budget -= length
    if (budget < 0 || start + blobHeaderSize + length > file.length)
      throw new RangeError(`package ${index} is too long`)
    blobs.push(file.subarray(start + blobHeaderSize, start + blobHeaderSize + length))
  }
  return blobs
}

const slotPagesOffset = 12
const pageSize = 4096
const slotSize = 16
/** The file header takes the room of two slots. */
const firstSlot = 32
const blockSize = 16
const blobHeaderSize = 16
/** `Slot` and `BlbS`, little-endian. */
const slotMagic = 0x746f6c53
const blobMagic = 0x53626c42
