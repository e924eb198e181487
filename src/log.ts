// One JSON logger on standard output, pretty on a terminal; secrets are cut out by their key.
import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { Log } from './domain/ports/log.js'

const SECRET_KEYS = ['authorization', 'x-api-key', 'cookie', 'token', 'secret', 'password', 'key'].flatMap((key) => [
  `["${key}"]`,
  `*["${key}"]`,
  `*.*["${key}"]`,
])

/** Of lines that wait for room on a full disk; further ones are lost, and the service goes on. */
const MAX_WAITING_BYTES = 1024 * 1024

function standardOutput() {
  const output = pino.destination({ sync: true, maxLength: MAX_WAITING_BYTES })
  // Without a listener an error of the log itself, for example a full disk, would end the process.
  output.on('error', () => undefined)
  return output
}

export function openLog(level: string, destination?: DestinationStream): Logger & Log {
  const options = { level, base: null, redact: { paths: SECRET_KEYS, censor: '[removed]' } }
  if (destination !== undefined) return pino(options, destination)
  const output = standardOutput()
  return pino(options, process.stdout.isTTY ? pretty({ colorize: true, destination: output }) : output)
}
