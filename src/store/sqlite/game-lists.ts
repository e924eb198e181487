// The games of an account, or all active ones, a page between two turns of the event loop, so that thousands of games do not stop
// other requests. Where games change between two pages, the list is read from the start, and at last in one piece.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Game } from '../../domain/game.js'
import type { NoteRead } from '../../domain/ports/activity.js'
import { isTrackingChange } from '../../domain/ports/events.js'
import type { Connection } from './connection.js'

export interface GameList {
  readonly list: readonly Game[]
  readonly byId: ReadonlyMap<number, Game>
  readonly byUniverse: ReadonlyMap<number, Game>
}

export interface GameLists {
  of(accountId: number): Promise<GameList>
  /** Returns the list that was read before, unless it is stale. */
  known(accountId: number): GameList | undefined
  /** Of all accounts, by id. */
  active(): Promise<Game[]>
}

export interface PageQuery {
  readonly after: number
  readonly limit: number
}

/** By id. */
interface GamePages {
  ofAccount(query: PageQuery & { readonly accountId: number }): Game[]
  active(query: PageQuery): Game[]
}

/** The number of games in a page, which is read in about three milliseconds. */
const PAGE_SIZE = 500
/** SQLite reads all rows with it. */
const WHOLE_PAGE = { after: 0, limit: -1 }
const MAX_ATTEMPTS = 3

export function gameLists({ raw, events }: Connection, pages: GamePages, onRead: NoteRead): GameLists {
  const lists = new Map<number, GameList>()
  const reading = new Map<number, Promise<GameList>>()
  let version = 0
  events.subscribe((event) => {
    if (!isTrackingChange(event)) return
    version++
    lists.clear()
    // Requests from now on must not get a list whose reading began before the change.
    reading.clear()
  })

  const whole = (accountId: number): GameList => extended(emptyList(), pages.ofAccount({ accountId, ...WHOLE_PAGE }))

  /** Returns whether all pages are of one moment: false where games changed in the meantime. */
  async function readPages(page: (query: PageQuery) => Game[], keep: (games: Game[]) => void): Promise<boolean> {
    const versionBefore = version
    for (let after = 0; ; ) {
      const some = page({ after, limit: PAGE_SIZE })
      keep(some)
      if (some.length < PAGE_SIZE) return true
      after = some.at(-1)?.id ?? 0
      await yieldToEventLoop()
      if (version !== versionBefore) return false
    }
  }

  async function read(accountId: number): Promise<GameList> {
    const page = (query: PageQuery): Game[] => pages.ofAccount({ accountId, ...query })
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [versionBefore, found] = [version, emptyList()]
      if (await readPages(page, (games) => extended(found, games))) return remember(accountId, found, versionBefore)
    }
    return remember(accountId, whole(accountId), version)
  }

  const remember = (accountId: number, list: GameList, versionBefore: number): GameList => {
    if (versionBefore === version) lists.set(accountId, list)
    return list
  }

  return {
    known: (accountId) => (raw.inTransaction ? undefined : lists.get(accountId)),
    of: async (accountId) => {
      // Inside a transaction nothing is kept, because the transaction may be rolled back.
      if (raw.inTransaction) return whole(accountId)
      const known = lists.get(accountId)
      onRead(known !== undefined)
      if (known !== undefined) return known
      const pendingRead = reading.get(accountId)
      if (pendingRead !== undefined) return pendingRead
      const promise = read(accountId).finally(() => {
        if (reading.get(accountId) === promise) reading.delete(accountId)
      })
      reading.set(accountId, promise)
      return promise
    },
    active: async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !raw.inTransaction; attempt++) {
        const found: Game[] = []
        if (await readPages(pages.active, (games) => found.push(...games))) return found
      }
      return pages.active(WHOLE_PAGE)
    },
  }
}

interface GrowingList {
  readonly list: Game[]
  readonly byId: Map<number, Game>
  readonly byUniverse: Map<number, Game>
}

const emptyList = (): GrowingList => ({ list: [], byId: new Map(), byUniverse: new Map() })

/** Each page is indexed as it is read, because indexing thousands of games at once would stop all requests. */
function extended(found: GrowingList, games: readonly Game[]): GameList {
  for (const game of games) {
    found.list.push(game)
    found.byId.set(game.id, game)
    found.byUniverse.set(game.universeId, game)
  }
  return found
}
