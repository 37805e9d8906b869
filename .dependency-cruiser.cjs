/** The folders of src/ in the order of the flow: a folder imports only from folders to its left. */
const order = ['text', 'host', 'facts', 'evaluators', 'collectors', 'cel', 'rules', 'check', 'reporters', 'cli']
const leaves = '^src/(source|errors)\\.ts$'

const leftOnly = order.map((folder, index) => ({
  name: `${folder}-imports-only-from-the-left`,
  comment: 'Import only from the left: see CONTRIBUTING.md.',
  severity: 'error',
  from: {path: `^src/${folder}/`},
  to: {path: `^src/(${order.slice(index + 1).join('|') || 'none'})/`},
}))

/** One door per library: only these files may import it. */
const door = (library, files) => ({
  name: `one-door-to-${library.replace(/\W/g, '-')}`,
  comment: `Only ${files} may import ${library}.`,
  severity: 'error',
  from: {path: '^src/', pathNot: files},
  to: {path: `^node_modules/${library}/`},
})

module.exports = {
  forbidden: [
    {name: 'no-cycles', severity: 'error', from: {}, to: {circular: true}},
    {name: 'no-unresolved', severity: 'error', from: {}, to: {couldNotResolve: true}},
    ...leftOnly,
    {
      name: 'leaves-import-nothing',
      severity: 'error',
      from: {path: leaves},
      to: {path: '^src/'},
    },
    {
      name: 'text-does-no-io',
      severity: 'error',
      from: {path: '^src/text/'},
      to: {dependencyTypes: ['core']},
    },
    {
      name: 'collectors-and-evaluators-see-a-probe-not-a-host',
      severity: 'error',
      from: {path: '^src/(evaluators|collectors)/'},
      to: {path: '^src/host/'},
    },
    {
      name: 'reporters-know-only-check-and-leaves',
      severity: 'error',
      from: {path: '^src/reporters/'},
      to: {path: '^src/', pathNot: `^src/(check|reporters)/|${leaves}`},
    },
    {
      name: 'machine-only-through-host',
      severity: 'error',
      from: {path: '^src/', pathNot: '^src/host/'},
      to: {dependencyTypes: ['core'], path: '^(node:)?(child_process|os|net|dns|tls|http|https|dgram)'},
    },
    {
      name: 'files-only-where-the-user-names-them',
      severity: 'error',
      from: {path: '^src/', pathNot: '^src/(host|rules|cli)/'},
      to: {dependencyTypes: ['core'], path: '^(node:)?fs'},
    },
    door('execa', '^src/host/live'),
    door('systeminformation', '^src/host/'),
    door('@marcbachmann/cel-js', '^src/cel/'),
    door('re2js', '^src/text/regex\\.ts$'),
    door('xz-decompress', '^src/host/unpack\\.ts$'),
    door('yargs', '^src/cli/'),
    door('yaml', '^src/text/yaml\\.ts$'),
    door('toml-eslint-parser', '^src/text/toml\\.ts$'),
    door('ini', '^src/text/ini\\.ts$'),
    door('ipaddr.js', '^src/text/'),
    {
      name: 'no-dev-dependency-in-src',
      severity: 'error',
      from: {path: '^src/'},
      to: {dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only']},
    },
  ],
  options: {
    doNotFollow: {path: 'node_modules'},
    tsPreCompilationDeps: true,
    tsConfig: {fileName: 'tsconfig.json'},
    enhancedResolveOptions: {exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types']},
  },
}
