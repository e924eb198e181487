// Which engine serves the store: chosen once, by the scheme of DATABASE_URL.
import type { Clock } from '../domain/clock.js'
import { HeadcountError } from '../domain/error.js'
import type { Plans } from '../domain/plan.js'
import type { Log } from '../domain/ports/log.js'
import type { Store } from '../domain/ports/store.js'
import type { Upkeep } from '../domain/ports/upkeep.js'
import type { ClockState } from '../domain/time/clock-check.js'
import { databaseFileOf } from './database-file.js'
import { openSqliteStore } from './sqlite/store.js'
import { openSqliteUpkeep } from './sqlite/upkeep/open-upkeep.js'

export interface StoreOptions {
  readonly clock: Clock
  /** `unknown` where none is given: then nothing is deleted, thinned or expired. */
  readonly clockState?: () => ClockState
  /** Whose intervals and retention the engine prepares for; the defaults where none are given. */
  readonly plans?: Plans
  readonly log?: Log
  /** The disk budget of what retention removed; 1 GiB where none is given, and 0: it removes nothing. */
  readonly maxRemovedBytes?: number
}

interface Engine {
  open(databaseUrl: string, options: StoreOptions): Promise<Store>
  openUpkeep(databaseUrl: string, options: StoreOptions): Upkeep
}

const ENGINES: Readonly<Record<string, Engine>> = {
  file: {
    open: async (databaseUrl, options) => openSqliteStore(pathOf(databaseUrl), options),
    openUpkeep: (databaseUrl, { clock }) => openSqliteUpkeep(pathOf(databaseUrl), clock),
  },
}

/** What the operator wrote may hold a password: the message never repeats it. */
const notConfigured = (message: string): HeadcountError =>
  new HeadcountError(
    'NOT_CONFIGURED',
    `DATABASE_URL: ${message} It takes file:PATH, for example file:data/headcount.db.`,
  )

function engineOf(databaseUrl: string): Engine {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(databaseUrl)?.[1]?.toLowerCase() ?? ''
  if (scheme === 'postgres' || scheme === 'postgresql') throw notConfigured('PostgreSQL is reserved and not built yet.')
  const engine = Object.hasOwn(ENGINES, scheme) ? ENGINES[scheme] : undefined
  if (engine === undefined) throw notConfigured('no storage engine has this scheme.')
  if (scheme === 'file') pathOf(databaseUrl)
  return engine
}

function pathOf(databaseUrl: string): string {
  const file = databaseFileOf(databaseUrl)
  if (file !== undefined) return file
  throw notConfigured(
    /^file:\/\//i.test(databaseUrl)
      ? 'file:// must be followed by an absolute path of this machine.'
      : 'the path is missing.',
  )
}

/** Throws where `databaseUrl` names no engine; opens nothing. */
export function checkDatabaseUrl(databaseUrl: string): void {
  engineOf(databaseUrl)
}

export const openStore = async (databaseUrl: string, options: StoreOptions): Promise<Store> =>
  engineOf(databaseUrl).open(databaseUrl, options)

/** For the database as a whole; opens no store. */
export const openUpkeep = (databaseUrl: string, options: StoreOptions): Upkeep =>
  engineOf(databaseUrl).openUpkeep(databaseUrl, options)
