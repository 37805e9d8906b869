import test from 'ava'
import {netConfProblems, usedNetworks} from '../../src/text/flannel-net-conf.ts'
import {parseJson} from '../../src/text/json.ts'

function problems(conf: unknown, isCutByFlannel = true): readonly string[] {
  const parsed = parseJson(JSON.stringify(conf))
  return parsed.ok ? netConfProblems(parsed.value, isCutByFlannel).map(({message}) => message) : []
}

test('takes the manifest’s configuration, keys in any case', (t) => {
  t.deepEqual(problems({Network: '10.244.0.0/16', Backend: {Type: 'vxlan'}}), [])
  t.deepEqual(problems({network: '10.244.0.0/16', EnableIPv6: true, IPv6Network: 'fd00::/56'}), [])
})

test('uses IPv6 only where it is on, as in the file that k3s writes', (t) => {
  const used = (conf: unknown) => {
    const parsed = parseJson(JSON.stringify(conf))
    return parsed.ok ? usedNetworks(parsed.value) : undefined
  }
  t.deepEqual(used({Network: '10.42.0.0/16', EnableIPv6: false, EnableIPv4: true, IPv6Network: '::/0'}), ['Network'])
  t.deepEqual(used({Network: '10.42.0.0/16', EnableIPv6: true, IPv6Network: 'fd00::/56'}), ['Network', 'IPv6Network'])
  t.deepEqual(used({EnableIPv4: false, EnableIPv6: true, IPv6Network: 'fd00::/56'}), ['IPv6Network'])
})

test('refuses networks that nobody can use', (t) => {
  t.deepEqual(problems({}), ['please define a correct Network parameter in the flannel config'])
  t.deepEqual(problems({Network: '10.244.0.0'}), ['Network is no range: 10.244.0.0'])
  t.deepEqual(problems({Network: '10.244.0.0/29'}, false), [
    'network is too small. Minimum useful network prefix is /28',
  ])
  t.deepEqual(problems({Network: '10.244.0.0/16', EnableIPv4: false}), ['neither EnableIPv4 nor EnableIPv6 is on'])
})

test('checks how it cuts the network only where it does', (t) => {
  const conf = {Network: '10.244.0.0/16', SubnetLen: 17, SubnetMin: '10.1.0.0'}
  t.deepEqual(problems(conf), ['network must be able to accommodate at least four subnets'])
  t.deepEqual(problems(conf, false), [])
  t.deepEqual(problems({Network: '10.244.0.0/16', SubnetLen: 31}), ['SubnetLen must be less than /31'])
  t.deepEqual(problems({Network: '10.244.0.0/16', SubnetMin: '10.1.0.0', SubnetMax: '10.244.9.5'}), [
    'SubnetMin is not in the range of the Network',
    'SubnetMax is not on a SubnetLen boundary: 10.244.9.5',
  ])
})
