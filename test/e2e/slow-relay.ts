import {connect} from 'node:net'

/**
 * A ProxyCommand that stands for a long way: `slow-relay.ts HOST PORT MS` holds back what passes, in each direction, for so
 * many milliseconds, as this kernel delays no packets.
 */
const [host = '', port = '', delay = '50'] = process.argv.slice(2)
const delayMs = Number(delay)
const socket = connect(Number(port), host)
socket.setNoDelay(true)
const later = (act: () => void): void => {
  setTimeout(act, delayMs)
}
process.stdin.on('data', (chunk) => later(() => socket.write(chunk)))
process.stdin.on('end', () => later(() => socket.end()))
socket.on('data', (chunk) => later(() => process.stdout.write(chunk)))
socket.on('close', () => later(() => process.exit(0)))
socket.on('error', () => process.exit(1))
