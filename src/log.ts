// The logger: JSON on standard output, formatted on a terminal. Secrets are removed by their key.
import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { Log } from './domain/ports/events.js'

const SECRET_KEYS = ['authorization', 'x-api-key', 'cookie', 'token', 'secret', 'password', 'key'].flatMap((key) => [
  `["${key}"]`,
  `*["${key}"]`,
  `*.*["${key}"]`,
])

/**
 * The limit of buffered log lines, in bytes, while the disk is full. Further lines are lost, and the service continues.
 */
const MAX_WAITING_BYTES = 1024 * 1024

function standardOutput() {
  const output = pino.destination({ sync: true, maxLength: MAX_WAITING_BYTES })
  // Without a listener, an error of the log output, for example a full disk, would end the process.
  output.on('error', () => undefined)
  return output
}

export function openLog(level: string, destination?: DestinationStream): Logger & Log {
  const options = { level, base: null, redact: { paths: SECRET_KEYS, censor: '[removed]' } }
  if (destination !== undefined) return pino(options, destination)
  const output = standardOutput()
  return pino(options, process.stdout.isTTY ? pretty({ colorize: true, destination: output }) : output)
}
