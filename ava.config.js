export default {
  files: ['test/**/*.test.ts', '!test/e2e/**'],
  extensions: {ts: 'module'},
  nodeArguments: ['--import=tsx'],
  workerThreads: false,
  concurrency: 2,
  timeout: '60s',
}
