// The only reader of the environment. It is parsed once, at startup; an invalid value prevents the start (PROCESS-2).
import { existsSync, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import cron from 'node-cron'
import { z } from 'zod'
import { backupEvery, backupKeep } from './backup-settings.js'
import { PLAN_NAMES, type Plans } from './domain/plan.js'
import { SECRET_KEY_PATTERN } from './domain/ports/secrets.js'
import { ConfigError, readEnvironment } from './environment.js'
import { configurationErrors } from './messages/english/usage.js'
import { plansSchema } from './plans.js'
import { addressProblem, canonicalAddress } from './platform/outgoing/check-addresses.js'
import { projectRoot } from './project-root.js'
import { DEFAULT_DATABASE_URL } from './store/database-file.js'

const port = z.coerce.number().int().min(0).max(65_535)
const perMinute = z.coerce.number().int().min(1).max(1_000_000)
const wholeMib = z.coerce.number().int().min(0).max(1_000_000)
const discordId = z.string().regex(/^\d{5,20}$/)
const secretKey = z.string().regex(SECRET_KEY_PATTERN)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const url = z.url({ protocol: /^https?$/ })
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

/** Each has connections and limits of its own; more would not be of use on one machine. */
const MAX_POLLER_ADDRESSES = 32

/** What a process does; all of it by default. */
export const ROLES = ['api', 'bot', 'poller'] as const

const VARIABLES = {
  HOST: [z.string().default('127.0.0.1'), 'a host name or address, for example 127.0.0.1'],
  PORT: [port.default(3000), 'a port from 0 to 65535'],
  PUBLIC_URL: [url.optional(), 'an http or https address'],
  DATABASE_URL: [
    z
      .string()
      .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/)
      .default(DEFAULT_DATABASE_URL),
    'file:PATH or postgres://USER:PASSWORD@HOST/DATABASE',
  ],
  REMOVED_SAMPLES_MAX_MIB: [wholeMib.default(1024), 'a whole number of MiB from 0 to 1000000'],
  BACKUP_DIR: [z.string().optional(), 'the path of a folder'],
  BACKUP_EVERY: [
    z
      .string()
      .refine((text) => backupEvery(text) !== undefined)
      .default('1d'),
    'minutes, hours or days from 5m to 30d, for example 6h',
  ],
  BACKUP_KEEP: [
    z
      .string()
      .refine((text) => backupKeep(text) !== undefined)
      .default('24h,7d,4w'),
    'hours, days and weeks of which the newest copy stays, for example 24h,7d,4w',
  ],
  PLATFORM_URL: [platformUrl().default('https://{service}.roblox.com'), 'an address that contains {service}'],
  PLATFORM_COOKIE: [z.string().optional(), 'the value of the platform cookie'],
  POPULARITY_URL: [z.union([z.literal('platform'), url]).optional(), 'an http or https address, or the word platform'],
  MARKET: [z.enum(['charts', 'tracked', 'off']).default('charts'), 'charts, tracked or off'],
  DISCORD_TOKEN: [z.string().optional(), 'the bot token'],
  DISCORD_CLIENT_ID: [discordId.optional(), "the Discord application's id, digits only"],
  DISCORD_CLIENT_SECRET: [z.string().optional(), 'the OAuth2 client secret'],
  DISCORD_API_URL: [url.default('https://discord.com/api'), 'an http or https address'],
  POLLER_ADDRESSES: [
    list.pipe(z.array(z.string()).max(MAX_POLLER_ADDRESSES)).default([]),
    `at most ${MAX_POLLER_ADDRESSES} IPv4 and IPv6 addresses of this machine, separated by commas`,
  ],
  ROLES: [
    list.pipe(z.array(z.enum(ROLES)).min(1)).default([...ROLES]),
    `what this process does: ${ROLES.join(', ')}, separated by commas`,
  ],
  POLL_CRON: [
    z
      .string()
      .refine((pattern) => cron.validate(pattern))
      .default('* * * * *'),
    'a cron expression (UTC), for example */5 * * * *',
  ],
  LOG_LEVEL: [
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    'fatal, error, warn, info, debug, trace or silent',
  ],
  LOG_ACCESS: [flag.default(true), 'true or false'],
  TRUST_PROXY: [trustProxy(), 'true, false, a number of proxies, or a list of addresses'],
  LEGACY_SEGMENTS: [
    list
      .pipe(
        z
          .array(z.string().regex(/^[A-Za-z0-9_-]{1,40}$/))
          .min(1)
          .max(10),
      )
      .default(['platform', 'roblox']),
    'words of letters and digits, separated by commas',
  ],
  LEGACY_REQUESTS_PER_MINUTE: [perMinute.default(60), 'a whole number from 1'],
  CORS_ORIGINS: [
    list.pipe(z.array(url.transform((text) => new URL(text).origin))).default([]),
    'origins, separated by commas',
  ],
  SIGNUP: [z.enum(['closed', 'open']).default('closed'), 'closed or open'],
  METRICS_TOKEN: [
    z
      .string()
      .regex(/^[\x21-\x7e]{1,500}$/)
      .optional(),
    'at most 500 letters, digits and signs without spaces',
  ],
  METRICS_GAMES: [flag.default(false), 'true or false'],
  OPERATOR_CONTACT: [z.string().max(300).optional(), 'an address or URL'],
  SECRET_KEY: [secretKey.optional(), '32 bytes as 64 hexadecimal digits or as base64'],
  SECRET_KEY_FORMER: [secretKey.optional(), '32 bytes as 64 hexadecimal digits or as base64'],
  OPERATORS: [list.pipe(z.array(discordId).max(100)).default([]), 'Discord user ids, separated by commas'],
  NODE_ENV: [z.string().optional(), 'a word, for example production or development'],
  FONT_FOLDER: [z.string().refine(isFolder).optional(), 'the path of a folder with fonts'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Variables = { -readonly [N in keyof typeof VARIABLES]: z.infer<(typeof VARIABLES)[N][0]> }
const SECRETS = [
  'DATABASE_URL',
  'DISCORD_TOKEN',
  'DISCORD_CLIENT_SECRET',
  'PLATFORM_COOKIE',
  'METRICS_TOKEN',
  'SECRET_KEY',
  'SECRET_KEY_FORMER',
] as const

export interface Config extends Variables {
  readonly plans: Plans
}

/** Values with which an entry point overrides the environment, or its defaults for unset variables. */
export interface ConfigChange {
  readonly forced?: Readonly<Record<string, string>>
  readonly defaults?: Readonly<Record<string, string>>
}

export const readProcessConfig = (change: ConfigChange = {}): Config =>
  readConfig({ ...change.defaults, ...readEnvironment(), ...change.forced })

/** PROCESS-17: derived from HOST and PORT if it is not set; undefined for PORT 0 until the server listens. */
export const publicOrigin = ({ PUBLIC_URL, HOST, PORT }: Config): string | undefined =>
  PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? (PORT === 0 ? undefined : originOf(HOST, PORT))

/** No browser can open these; the service is reached at any address of the machine. */
const ALL_ADDRESSES = ['0.0.0.0', '::', '[::]']

/** Undefined where only a connection shows the port or the address. */
export const listeningOrigin = ({ HOST, PORT }: Config): string | undefined =>
  PORT === 0 || ALL_ADDRESSES.includes(HOST) ? undefined : originOf(HOST, PORT)

export const originOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/**
 * For the doctor, which continues in spite of errors: every problem, and the configuration with defaults in place of
 * invalid values.
 */
export function examineProcessConfig(): { readonly config: Config; readonly problems: readonly string[] } {
  const environment = { ...readEnvironment() }
  const problems: string[] = []
  let plansOf = operatorsPlans
  for (;;) {
    try {
      return { config: readConfig(environment, plansOf), problems }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
      if (error.variable === undefined) plansOf = () => plansSchema.parse({})
      else for (const name of [error.variable, `${error.variable}_FILE`]) delete environment[name]
    }
  }
}

export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  plansOf: () => Plans = operatorsPlans,
): Config {
  const settings = withSecretFiles(environment)
  const values = Object.entries(VARIABLES).map(([name, [schema, takes]]) => {
    const parsed = schema.safeParse(settings[name])
    if (!parsed.success) throw new ConfigError(configurationErrors.wrongValue(name, takes), name)
    return [name, parsed.data]
  })
  const variables = Object.fromEntries(values) as Variables
  const isOnServer = /^postgres/.test(variables.DATABASE_URL)
  if (!isOnServer && !ROLES.every((role) => variables.ROLES.includes(role)))
    throw new ConfigError(configurationErrors.rolesApart, 'ROLES')
  if (isOnServer && variables.BACKUP_DIR !== undefined)
    throw new ConfigError(configurationErrors.serverBackups, 'BACKUP_DIR')
  const problem = addressProblem(variables.POLLER_ADDRESSES)
  if (problem !== undefined) throw new ConfigError(configurationErrors.pollerAddress(problem), 'POLLER_ADDRESSES')
  const POLLER_ADDRESSES = variables.POLLER_ADDRESSES.map((address) => canonicalAddress(address) ?? address)
  return { ...variables, POLLER_ADDRESSES, plans: plansOf() }
}

/** An empty variable counts as unset; every secret can also be read from the file that NAME_FILE names. */
function withSecretFiles(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const variables: Record<string, string | undefined> = {}
  for (const name of Object.keys(VARIABLES)) variables[name] = environment[name]?.trim() || undefined
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (variables[name] !== undefined) throw new ConfigError(configurationErrors.bothSet(name), `${name}_FILE`)
    try {
      variables[name] = readFileSync(file, 'utf8').trim() || undefined
    } catch {
      throw new ConfigError(configurationErrors.unreadableFile(name), `${name}_FILE`)
    }
  }
  return variables
}

const operatorsPlans = (): Plans => readPlans(join(projectRoot, 'data', 'plans.json'))

function readPlans(file: string): Plans {
  if (!existsSync(file)) return plansSchema.parse({})
  const parsed = plansSchema.safeParse(readJson(file))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.join('.') || PLAN_NAMES.join(', ')
  throw new ConfigError(configurationErrors.wrongPlans(where, issue?.message))
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new ConfigError(configurationErrors.malformedPlans)
  }
}

function platformUrl() {
  return z
    .string()
    .refine(
      (text) =>
        text.includes('{service}') && /^https?:\/\//.test(text) && URL.canParse(text.replaceAll('{service}', 'games')),
    )
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** Accepts an address, a network with its prefix length, or one of the names that Express knows. */
function isTrusted(part: string): boolean {
  if (NAMED_NETWORKS.includes(part)) return true
  const [address = '', prefix, ...rest] = part.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

/** Accepts the forms that Express accepts: a boolean, a number of hops, or addresses. */
function trustProxy() {
  return z
    .string()
    .default('false')
    .transform((text, context): boolean | number | string => {
      if (text === 'true' || text === 'false') return text === 'true'
      if (/^\d{1,2}$/.test(text)) return Number(text)
      if (text.split(',').every((part) => isTrusted(part.trim()))) return text
      context.addIssue('not a form of trust proxy')
      return z.NEVER
    })
}
