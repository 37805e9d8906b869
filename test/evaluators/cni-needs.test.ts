import test from 'ava'
import fc from 'fast-check'
import {cniNeeds} from '../../src/evaluators/cni-needs.ts'
import {readCniConfig} from '../../src/text/cni-config.ts'

const needsOf = (plugins: unknown) =>
  cniNeeds(readCniConfig(JSON.stringify({name: 'a', plugins}), 'list').plugins).map(({type, role}) => `${role} ${type}`)

for (const [plugins, needs] of [
  [[{type: 'flannel'}], ['main flannel', 'delegate bridge', 'delegate host-local']],
  [
    [{type: 'flannel', delegate: {type: 'ipvlan'}, ipam: {type: 'static'}}, {type: 'portmap'}],
    ['main flannel', 'delegate ipvlan', 'delegate static', 'chained portmap'],
  ],
  [
    [{type: 'calico', ipam: {type: 'calico-ipam'}}, {type: 'calico'}],
    ['main calico', 'ipam calico-ipam'],
  ],
  [
    [
      {
        type: 'multus',
        delegates: [{type: 'flannel'}, {name: 'x', plugins: [{type: 'sriov', ipam: {type: 'whereabouts'}}]}],
      },
    ],
    ['main multus', 'delegate flannel', 'delegate bridge', 'delegate host-local', 'delegate sriov', 'ipam whereabouts'],
  ],
  [
    [
      {type: 'azure-vnet', ipam: {type: 'azure-cns'}},
      {type: 'x', ipam: {type: 'azure-cns'}},
    ],
    ['main azure-vnet', 'chained x', 'ipam azure-cns'],
  ],
  [
    [{type: 'aws-cni'}, {type: 'egress-cni', enabled: 'true', ipam: {type: 'host-local'}}],
    ['main aws-cni', 'chained egress-cni', 'ipam host-local'],
  ],
  [
    [
      {type: 'azure-vnet', ipam: {}},
      {type: 'egress-cni', enabled: false, ipam: {type: 'host-local'}},
    ],
    ['main azure-vnet', 'chained egress-cni'],
  ],
] as const) {
  test(`${JSON.stringify(plugins)} needs ${needs.join(', ')}`, (t) => t.deepEqual(needsOf(plugins), [...needs]))
}

test('every type of a list is needed, and none twice', (t) => {
  const type = fc.constantFrom('bridge', 'flannel', 'portmap', 'tuning', 'host-local')
  const plugin = fc.record({type, ipam: fc.option(fc.record({type}), {nil: undefined})})
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.array(plugin, {minLength: 1}), (plugins) => {
        const types = needsOf(plugins).map((need) => need.split(' ')[1])
        return new Set(types).size === types.length && plugins.every((each) => types.includes(each.type))
      }),
    ),
  )
})
