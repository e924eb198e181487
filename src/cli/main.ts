// The operator's command line: reads the line, runs one verb, and turns errors into exit codes.
import { CommanderError } from 'commander'
import { type Composed, type ComposedOperating, compose, composeOperating } from '../compose.js'
import {
  type Config,
  ConfigError,
  examineProcessConfig,
  publicOrigin,
  readProcessConfig,
  variablesWithoutEffect,
} from '../config.js'
import { HeadcountError } from '../domain/error.js'
import type { Log } from '../domain/ports/log.js'
import type { Operating } from '../operations/operating/operating.js'
import type { Cli } from './cli.js'
import { oneLine } from './io/table.js'
import { makeProgram } from './program.js'

/** contract §6; 78 is EX_CONFIG of sysexits.h. */
const EXIT = { error: 1, usage: 2, configuration: 78 } as const

const words = process.argv.slice(2)
const isJson = words.some((word, at) => isJsonFlag(word, at))
let config: Config | undefined

/** What takes long, and why something was left undone, is told beside the answer: it is in no document. Errors are told by the verb. */
const log: Log = { info: remark, warn: remark, error: () => undefined }

const cli: Cli = {
  withOperations: async (work) => {
    const composed = await open()
    try {
      return await work(composed.operations)
    } finally {
      await composed.close()
    }
  },
  withOperating: (work) => closing(composeOperating(configuration(), []), work),
  examine: () => {
    const { config, problems } = examineProcessConfig()
    return closing(composeOperating(config, problems), (operating) => operating.examine())
  },
  settings: () => {
    const { plans: _, ...variables } = configuration()
    return Object.fromEntries([
      ...Object.entries(variables).map(([name, value]) => [name, shown(name, value)]),
      ...variablesWithoutEffect().map((name) => [name, 'set, without effect: nothing in this version reads it']),
    ])
  },
  origin: () => {
    const origin = publicOrigin(configuration())
    if (origin === undefined) throw new HeadcountError('NOT_CONFIGURED', 'PUBLIC_URL is needed where PORT is 0.')
    return origin
  },
  answer: (json, text) => void process.stdout.write(`${isJson ? JSON.stringify(json) : text}\n`),
  note: (text) => void (isJson || process.stderr.write(`${text}\n`)),
}

// `| head` closes the pipe early: that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await makeProgram(cli).parseAsync(
    words.filter((word, at) => !isJsonFlag(word, at)),
    { from: 'user' },
  )
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

/** Taken out before commander reads the line, so that it may stand anywhere; what follows a bare `--` is no flag. */
function isJsonFlag(word: string, at: number): boolean {
  return word === '--json' && !words.slice(0, at).includes('--')
}

function remark(_: object, message: string): void {
  process.stderr.write(`${oneLine(message)}\n`)
}

/** SQLite says that something cannot be opened, and not what. */
async function open(): Promise<Composed> {
  const { DATABASE_URL } = configuration()
  try {
    return await compose(configuration(), undefined, log)
  } catch (error) {
    if (error instanceof HeadcountError || !(error instanceof Error)) throw error
    throw new Error(`The database ${DATABASE_URL} cannot be opened: ${error.message}`, { cause: error })
  }
}

async function closing<T>(composed: ComposedOperating, work: (operating: Operating) => Promise<T>): Promise<T> {
  try {
    return await work(composed.operating)
  } finally {
    await composed.close()
  }
}

function configuration(): Config {
  config ??= readProcessConfig()
  return config
}

function shown(name: string, value: unknown): string {
  if (value === undefined || String(value) === '') return 'not set'
  if (/TOKEN|SECRET|COOKIE/.test(name)) return 'set'
  // An address may carry a password.
  return oneLine(String(value)).replace(/\/\/[^/@\s]*@/, '//…@')
}

/** Commander has spoken already; of the rest one line is said here. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  process.stderr.write(`error: ${oneLine(error instanceof Error ? error.message : String(error))}\n`)
  if (error instanceof ConfigError) return EXIT.configuration
  if (error instanceof HeadcountError) return error.code === 'NOT_CONFIGURED' ? EXIT.configuration : EXIT.error
  if (config?.LOG_LEVEL === 'debug') console.error(error)
  return EXIT.error
}
