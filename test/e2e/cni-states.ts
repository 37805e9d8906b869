import type {CniNodeState} from './cni-node.ts'

/** A node and what must come of it: the networks containerd loads (none means not ready), and the rules that fail. */
export interface JudgedState extends CniNodeState {
  readonly name: string
  readonly networks: readonly string[]
  readonly fails: readonly string[]
}

const list = (name: string, ...types: readonly string[]) =>
  JSON.stringify({cniVersion: '0.4.0', name, plugins: types.map((type) => ({type}))})
const single = (name: string, type = 'bridge') => JSON.stringify({cniVersion: '0.4.0', name, type})

/** States of the configuration directory, by what go-cni and libcni make of them. */
export const states: readonly JudgedState[] = [
  {name: 'no configuration', files: {}, networks: [], fails: ['cni-config-missing']},
  {name: 'a list', files: {'10-a.conflist': list('a', 'bridge', 'portmap')}, networks: ['a'], fails: []},
  {name: 'a single plugin as .json', files: {'10-a.json': single('a')}, networks: ['a'], fails: []},
  {
    name: 'broken JSON before a good file',
    files: {'05-b.conflist': '{"name": "b",', '10-a.conf': single('a')},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'broken JSON after a good file',
    files: {'10-a.conf': single('a'), '20-b.conf': '{'},
    networks: ['a'],
    fails: [],
  },
  {
    name: 'only extensions that are not read',
    files: {'10-a.conflist.bak': list('a', 'bridge'), '10-b.yaml': 'kind: X\n', README: 'text'},
    networks: [],
    fails: ['cni-config-extension-ignored', 'cni-config-missing'],
  },
  {name: 'an empty list', files: {'10-a.conflist': list('a')}, networks: [], fails: ['cni-config-invalid']},
  {name: 'an empty file', files: {'10-a.conf': ''}, networks: [], fails: ['cni-config-invalid']},
  {
    name: 'a list without plugins',
    files: {'10-a.conflist': '{"name": "a"}'},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'a list without a name',
    files: {'10-a.conflist': '{"plugins": [{"type": "bridge"}]}'},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'a plugin of a list without a type',
    files: {'10-a.conflist': '{"name": "a", "plugins": [{"type": "bridge"}, {"ipam": {}}]}'},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'a list as .conf',
    files: {'10-a.conf': list('a', 'bridge')},
    networks: [],
    fails: ['cni-config-invalid', 'cni-config-shape-mismatch'],
  },
  {
    name: 'a single plugin as .conflist',
    files: {'10-a.conflist': single('a')},
    networks: [],
    fails: ['cni-config-invalid', 'cni-config-shape-mismatch'],
  },
  {
    name: 'a byte order mark',
    files: {'10-a.conf': `\uFEFF${single('a')}`},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'a version that is a number',
    files: {'10-a.conflist': '{"name": "a", "cniVersion": 1, "plugins": [{"type": "bridge"}]}'},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'ipam that is a text, which only a single plugin shows at once',
    files: {'10-a.conf': '{"name": "a", "cniVersion": "0.4.0", "type": "bridge", "ipam": "host-local"}'},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'a capability that is a text',
    files: {
      '10-a.conflist':
        '{"name": "a", "cniVersion": "0.4.0", "plugins": [{"type": "portmap", "capabilities": {"portMappings": "true"}}]}',
    },
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'disableCheck that is no truth value',
    files: {
      '10-a.conflist': '{"name": "a", "cniVersion": "0.4.0", "disableCheck": "maybe", "plugins": [{"type": "bridge"}]}',
    },
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'keys of a plugin in any case',
    files: {'10-a.conf': '{"NAME": "a", "cniversion": "0.4.0", "Type": "bridge"}'},
    networks: ['a'],
    fails: [],
  },
  {
    name: 'keys of a list in another case',
    files: {'10-a.conflist': '{"name": "a", "cniVersion": "0.4.0", "Plugins": [{"type": "bridge"}]}'},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'a key twice: the last one counts',
    files: {'10-a.conf': '{"cniVersion": "0.4.0", "name": "b", "type": "bridge", "name": "a"}'},
    networks: ['a'],
    fails: [],
  },
  {
    name: 'a link that leads nowhere',
    files: {'05-b.conf': {link: 'gone'}, '10-a.conf': single('a')},
    networks: [],
    fails: ['cni-config-invalid'],
  },
  {
    name: 'a directory with the name of a configuration',
    files: {'05-b.conf': 'a directory', '10-a.conf': single('a')},
    networks: ['a'],
    fails: [],
  },
  {
    name: 'digits sort by byte',
    files: {'9-b.conf': single('b', 'macvlan'), '10-a.conf': single('a')},
    networks: ['a'],
    fails: ['cni-configs-compete'],
  },
  {
    name: 'capitals before small letters, .conf before .conflist',
    files: {'a.conf': single('b', 'macvlan'), 'Z.conf': single('a'), 'Z.conflist': list('c', 'ptp')},
    networks: ['a'],
    fails: ['cni-configs-compete'],
  },
  {
    name: 'all files',
    maxConfNum: 0,
    files: {'10-a.conf': single('a'), '20-b.conf': single('b', 'macvlan')},
    networks: ['a', 'b'],
    fails: ['containerd-loads-several-cni-configs'],
  },
  {
    name: 'all files, the second broken',
    maxConfNum: 0,
    files: {'10-a.conf': single('a'), '20-b.conf': '{'},
    networks: [],
    fails: ['cni-config-invalid', 'containerd-loads-several-cni-configs'],
  },
  {
    name: 'two files of three',
    maxConfNum: 2,
    files: {'10-a.conf': single('a'), '20-b.conf': single('b'), '30-c.conf': '{'},
    networks: ['a', 'b'],
    fails: ['containerd-loads-several-cni-configs'],
  },
  {
    name: 'another directory, which holds the configuration',
    confDir: '/etc/containerd/net.d',
    files: {'/etc/containerd/net.d/10-a.conf': single('a')},
    networks: ['a'],
    fails: [],
  },
  {
    name: 'another directory, while the configuration lies in the usual one',
    confDir: '/etc/containerd/net.d',
    files: {'10-a.conf': single('a')},
    networks: [],
    fails: ['cni-config-in-unread-directory', 'cni-config-missing'],
  },
  {
    name: 'containerd does not look for plugins when it loads',
    files: {'10-a.conflist': list('a', 'bridge', 'nowhere')},
    without: ['loopback'],
    networks: ['a'],
    fails: ['cni-plugin-missing', 'loopback-plugin-missing'],
  },
  {
    name: 'a name that only pods are refused for',
    files: {'10-a.conf': single('my net')},
    networks: ['my net'],
    fails: ['cni-network-name-invalid'],
  },
  {
    name: 'no version',
    files: {'10-a.conf': '{"name": "a", "type": "bridge"}'},
    networks: ['a'],
    fails: ['cni-config-without-version'],
  },
]
