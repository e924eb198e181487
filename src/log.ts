// One JSON logger on standard output, pretty on a terminal; secrets are cut out by their key.
import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { Log } from './domain/ports/log.js'

const SECRET_KEYS = ['authorization', 'x-api-key', 'cookie', 'token', 'secret', 'password', 'key'].flatMap((key) => [
  `["${key}"]`,
  `*["${key}"]`,
  `*.*["${key}"]`,
])

export function openLog(level: string, destination?: DestinationStream): Logger & Log {
  const options = { level, base: null, redact: { paths: SECRET_KEYS, censor: '[removed]' } }
  const terminal = destination === undefined && process.stdout.isTTY
  return pino(
    options,
    terminal ? pretty({ colorize: true, sync: true }) : (destination ?? pino.destination({ sync: true })),
  )
}
