// The universes that are to be sampled, a page between two turns of the event loop, because thousands of them take a tenth of a
// second. Where records change between two pages, they are read from the start, and at last in one piece, so that they are of one
// moment.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { and, asc, eq, exists, getTableColumns, gt, gte, isNull, lte, max, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Subscription } from '../../../domain/account.js'
import { isTrackingChange } from '../../../domain/ports/events.js'
import type { TrackedUniverse, UniverseFacts } from '../../../domain/universe.js'
import type { Connection } from '../connection.js'
import { account, game, schedule, universe } from '../schema.js'

/** The number of universes in a page, which is read in about four milliseconds. */
const PAGE_SIZE = 250
const MAX_READ_ATTEMPTS = 3
/** SQLite reads all rows with it. */
const WHOLE_PAGE_SIZE = -1

interface TrackedRow extends UniverseFacts {
  readonly since: number | null
  readonly interval: number | null
}

interface TrackedUniverses {
  /** By id. */
  all(): Promise<readonly TrackedUniverse[]>
  one(id: number): TrackedUniverse | undefined
}

type Accounts = ReadonlyMap<number, Subscription>

export function trackedUniverses(connection: Connection): TrackedUniverses {
  const { raw, events } = connection
  const { accounts, page, subscribers, one, subscribersOfOne } = prepareReads(connection)
  let version = 0
  events.subscribe((event) => {
    if (isTrackingChange(event)) version++
  })
  const readAccounts = (): Accounts => new Map(accounts.all().map(({ id, ...subscription }) => [id, subscription]))

  const readPage = raw.transaction((after: number, limit: number, known: Accounts): TrackedUniverse[] => {
    const rows = page.all({ after, limit })
    const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0]
    const subscriptions = subscriptionsOf(known, subscribers.all({ first, last }))
    return rows.map((row) => toTracked(row, subscriptions.get(row.id) ?? NOBODY))
  })
  const whole = raw.transaction(() => readPage(0, WHOLE_PAGE_SIZE, readAccounts()))

  /** Undefined where records changed in the meantime. */
  async function readPages(): Promise<readonly TrackedUniverse[] | undefined> {
    const versionBefore = version
    const known = readAccounts()
    const found: TrackedUniverse[] = []
    for (;;) {
      const some = readPage(found.at(-1)?.id ?? 0, PAGE_SIZE, known)
      for (const universe of some) found.push(universe)
      if (some.length < PAGE_SIZE) return found
      await yieldToEventLoop()
      if (version !== versionBefore) return undefined
    }
  }

  return {
    all: async () => {
      for (let attempt = 0; attempt < MAX_READ_ATTEMPTS && !raw.inTransaction; attempt++) {
        const found = await readPages()
        if (found !== undefined) return found
      }
      return whole()
    },
    one: raw.transaction((id: number) => {
      const row = one.get({ id })
      if (row === undefined) return undefined
      const games = subscribersOfOne.all({ id })
      const list = games.map(({ addedAt: _, ...subscription }) => subscription)
      const addedAt = games.length === 0 ? null : Math.min(...games.map(({ addedAt }) => addedAt))
      return list.length > 0 || (row.interval ?? 0) > 0 ? toTracked(row, { list, addedAt }) : undefined
    }),
  }
}

function prepareReads({ orm }: Connection) {
  const { placeholder } = sql
  const subscribed = and(isNull(game.removedAt), eq(game.isActive, true))
  const latest = alias(schedule, 'latest')
  const lastSince = orm
    .select({ since: max(latest.since) })
    .from(latest)
    .where(eq(latest.universeId, universe.id))
  const games = orm
    .select({ id: game.id })
    .from(game)
    .where(and(eq(game.universeId, universe.id), subscribed))
  const withSchedule = () =>
    orm
      .select({ ...getTableColumns(universe), since: schedule.since, interval: schedule.interval })
      .from(universe)
      .leftJoin(schedule, and(eq(schedule.universeId, universe.id), eq(schedule.since, lastSince)))
  return {
    accounts: orm
      .select({ id: account.id, plan: account.plan, status: account.status, trialEndsAt: account.trialEndsAt })
      .from(account)
      .prepare(),
    page: withSchedule()
      .where(and(gt(universe.id, placeholder('after')), or(gt(schedule.interval, 0), exists(games))))
      .orderBy(asc(universe.id))
      .limit(placeholder('limit'))
      .prepare(),
    subscribers: orm
      .select({ universeId: game.universeId, accountId: game.accountId, addedAt: game.createdAt })
      .from(game)
      .where(and(subscribed, gte(game.universeId, placeholder('first')), lte(game.universeId, placeholder('last'))))
      .orderBy(game.accountId)
      .prepare(),
    one: withSchedule()
      .where(eq(universe.id, placeholder('id')))
      .prepare(),
    subscribersOfOne: orm
      .select({
        addedAt: game.createdAt,
        plan: account.plan,
        status: account.status,
        trialEndsAt: account.trialEndsAt,
      })
      .from(game)
      .innerJoin(account, eq(account.id, game.accountId))
      .where(and(subscribed, eq(game.universeId, placeholder('id'))))
      .orderBy(game.accountId)
      .prepare(),
  }
}

interface Subscribers {
  readonly list: readonly Subscription[]
  readonly addedAt: number | null
}

const NOBODY: Subscribers = { list: [], addedAt: null }

interface SubscribingGame {
  readonly universeId: number
  readonly accountId: number
  readonly addedAt: number
}

/** Subscribers by universe. The games of one account share its subscription. */
function subscriptionsOf(accounts: Accounts, games: readonly SubscribingGame[]): ReadonlyMap<number, Subscribers> {
  const byUniverse = new Map<number, { list: Subscription[]; addedAt: number }>()
  for (const { universeId, accountId, addedAt } of games) {
    const subscription = accounts.get(accountId)
    if (subscription === undefined) continue
    const known = byUniverse.get(universeId)
    if (known === undefined) byUniverse.set(universeId, { list: [subscription], addedAt })
    else {
      known.list.push(subscription)
      known.addedAt = Math.min(known.addedAt, addedAt)
    }
  }
  return byUniverse
}

/** Each field by itself, because objects made by spreading the row are slower to read, and every tick reads all of them. */
const toTracked = (row: TrackedRow, { list, addedAt }: Subscribers): Required<TrackedUniverse> => ({
  id: row.id,
  name: row.name,
  rootPlaceId: row.rootPlaceId,
  updatedAt: row.updatedAt,
  condition: row.condition,
  creator: row.creator ?? null,
  schedule: row.since === null || row.interval === null ? null : { since: row.since, interval: row.interval },
  subscribers: list,
  addedAt,
})
