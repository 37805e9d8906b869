import test from 'ava'
import {readOsRelease} from '../../src/text/os-release.ts'

test('the fields of a distribution, quoted or not', (t) => {
  const text =
    'PRETTY_NAME="Rocky Linux 9.4 (Blue Onyx)"\nID="rocky"\nID_LIKE="rhel centos fedora"\nVERSION_ID=9.4\n# ID=x\n'
  t.deepEqual(readOsRelease(text), {
    id: {value: 'rocky', line: 2},
    idLike: ['rhel', 'centos', 'fedora'],
    versionId: {value: '9.4', line: 4},
    variantId: undefined,
    prettyName: {value: 'Rocky Linux 9.4 (Blue Onyx)', line: 1},
  })
})
