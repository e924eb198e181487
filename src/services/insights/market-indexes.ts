// Builds indexes of the market from the store, and extends them by what was counted since. Those of many universes follow from the
// same links, so that they are read once for all of them.
import { LRUCache } from 'lru-cache'
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { MARKET_DAYS, MarketIndex, type MarketReach, WHOLE_REACH } from '../../domain/insights/market/market-index.js'
import type { MarketLink, MarketSource, MarketStore, UniverseCounts } from '../../domain/ports/market.js'
import { stepInTurns } from '../reading/in-turns.js'

/**
 * Only games that are members themselves, at most a hundred, need an index of their own, and `/games/stats` asks for those
 * of all games of an account each minute.
 */
const MAX_INDEXES = 110
/** Every minute that was counted, whatever this clock says. */
const END = Number.MAX_SAFE_INTEGER
/** After so many links of one index, others take their turn. */
const LINKS_OF_STEP = 500

interface IndexKey {
  readonly name: string
  readonly leavingOut: number | undefined
  readonly reach: MarketReach
}

interface IndexEntry {
  readonly key: IndexKey
  readonly index: MarketIndex
}

const NO_COUNTS: ReadonlyMap<number, UniverseCounts> = new Map()

export function createMarketIndexes(store: MarketStore, clock: Clock) {
  const known = new LRUCache<string, MarketIndex>({ max: MAX_INDEXES })
  const running = new Map<string, Promise<MarketIndex>>()

  /** It is kept before it is complete, so that a read that fails need not begin again. */
  const begin = (key: IndexKey): IndexEntry => {
    const index = new MarketIndex(key.reach)
    known.set(key.name, index)
    return { key, index }
  }

  /** The links from the last one of the indexes on; without that one, what they were made of has been deleted. */
  const extend = async (source: MarketSource, entries: readonly IndexEntry[], last?: Minute): Promise<boolean> => {
    let from = last ?? minuteOf(clock.now()) - MARKET_DAYS * DAY_MINUTES
    for (;;) {
      const links = await store.links(source, from, END, store.linksAtOnce)
      if (from === last && links[0]?.minute !== last) return false
      await addAll(source, entries, from === last ? links.slice(1) : links)
      const end = links.at(-1)?.minute
      if (end === undefined || links.length < store.linksAtOnce) return true
      from = end + 1
    }
  }

  const addAll = async (
    source: MarketSource,
    entries: readonly IndexEntry[],
    links: readonly MarketLink[],
  ): Promise<void> => {
    const [first, last] = [links[0], links.at(-1)]
    if (first === undefined || last === undefined) return
    const leftOut = entries.flatMap(({ key }) => key.leavingOut ?? [])
    const span = { from: first.since ?? first.minute, until: last.minute + 1 }
    const counts = leftOut.length === 0 ? NO_COUNTS : await store.countsOf(source, leftOut, span)
    await stepInTurns(addingTo(entries, links, counts))
  }

  const read = async (source: MarketSource, keys: readonly IndexKey[]): Promise<ReadonlyMap<string, MarketIndex>> => {
    const found = new Map<string, MarketIndex>()
    const entries = keys.map((key) => {
      const index = known.get(key.name)
      return index === undefined ? begin(key) : { key, index }
    })
    for (const last of new Set(entries.map(({ index }) => index.last))) {
      const group = entries.filter(({ index }) => index.last === last)
      const isExtended = await extend(source, group, last)
      const current = isExtended ? group : group.map(({ key }) => begin(key))
      if (!isExtended) await extend(source, current)
      for (const { key, index } of current) found.set(key.name, index)
    }
    return found
  }

  /** Those that are being read already are not read twice. */
  const readAll = (source: MarketSource, keys: readonly IndexKey[]): readonly Promise<MarketIndex>[] => {
    const others = keys.filter(({ name }) => !running.has(name))
    const reading = read(source, others)
    for (const { name } of others) {
      const one = reading.then((found) => indexIn(found, name)).finally(() => running.delete(name))
      running.set(name, one)
    }
    return keys.map(({ name }) => running.get(name) ?? reading.then((found) => indexIn(found, name)))
  }

  const keyOf = (source: MarketSource, leavingOut: number | undefined, reach: MarketReach): IndexKey => {
    const found = leavingOut === undefined ? { leavingOut, reach: WHOLE_REACH } : { leavingOut, reach }
    return { ...found, name: `${source} ${leavingOut ?? ''} ${found.reach.minutes}` }
  }

  /**
   * The index as of now without each of the universes. It makes no difference for one that was never a member. `reach` is how
   * much the caller needs; the one index of all members has everything.
   */
  const indexesOf = async (
    source: MarketSource,
    universeIds: readonly (number | undefined)[],
    reach: MarketReach = WHOLE_REACH,
  ): Promise<ReadonlyMap<number | undefined, MarketIndex>> => {
    const ids = universeIds.filter((id) => id !== undefined)
    const members = ids.length === 0 ? new Set<number>() : await store.membersOf(source, ids)
    const keys = new Map<number | undefined, IndexKey>()
    for (const id of universeIds)
      keys.set(id, keyOf(source, id !== undefined && members.has(id) ? id : undefined, reach))
    const distinct = [...new Map([...keys.values()].map((key) => [key.name, key])).values()]
    const indexes = await Promise.all(readAll(source, distinct))
    const byName = new Map(distinct.map(({ name }, place) => [name, indexes[place]]))
    return new Map(
      [...keys].flatMap(([id, { name }]) => {
        const index = byName.get(name)
        return index === undefined ? [] : [[id, index] as const]
      }),
    )
  }

  const indexOf = async (source: MarketSource, leavingOut?: number, reach?: MarketReach): Promise<MarketIndex> =>
    indexIn(await indexesOf(source, [leavingOut], reach), leavingOut)

  return { indexOf, indexesOf }
}

function indexIn<Name>(found: ReadonlyMap<Name, MarketIndex>, name: Name): MarketIndex {
  const index = found.get(name)
  if (index === undefined) throw new Error('The index of the market was not read.')
  return index
}

function* addingTo(
  entries: readonly IndexEntry[],
  links: readonly MarketLink[],
  counts: ReadonlyMap<number, UniverseCounts>,
): Generator<void, void> {
  for (const { key, index } of entries) {
    const own = key.leavingOut === undefined ? undefined : (counts.get(key.leavingOut) ?? NONE)
    for (const [place, link] of links.entries()) {
      index.add(link, own)
      if (place % LINKS_OF_STEP === LINKS_OF_STEP - 1) yield
    }
    yield
  }
}

const NONE: UniverseCounts = { get: () => undefined }
