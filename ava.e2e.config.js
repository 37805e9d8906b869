export default {
  files: ['test/e2e/**/*.test.ts'],
  extensions: {ts: 'module'},
  nodeArguments: ['--import=tsx'],
  workerThreads: false,
  concurrency: 1,
  serial: true,
  timeout: '10m',
}
