/** Lets a command end its own way when Ctrl-C is pressed; pressed again it ends the program. Gives what takes that back. */
export function onInterrupt(act: () => void): () => void {
  const others = process.rawListeners('SIGINT') as NodeJS.SignalsListener[]
  process.removeAllListeners('SIGINT')
  process.once('SIGINT', act)
  return () => {
    process.removeListener('SIGINT', act)
    for (const listener of others) process.on('SIGINT', listener)
  }
}
