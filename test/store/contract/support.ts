// Helpers of the contract that write accounts, games and ticks.
import { afterEach, beforeEach } from 'vitest'
import type { Account, AccountDraft } from '../../../src/domain/account.js'
import type { Minute } from '../../../src/domain/clock.js'
import type { AddedGame, Game, GameDraft } from '../../../src/domain/game.js'
import type { Gap, GapReason } from '../../../src/domain/gap.js'
import { ADDED_MEASURES, byMeasure, MEASURE_NAMES } from '../../../src/domain/measures.js'
import type { Tick } from '../../../src/domain/ports/series.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { type Block, emptyBlock, type Measurements, type Sample, toNullable } from '../../../src/domain/sample.js'
import type { UniverseFacts } from '../../../src/domain/universe.js'

/** What every storage engine has that is built so far; the rest is tested with the engines that are whole. */
export type Records = Omit<Store, 'series' | 'removedSamples' | 'leases' | 'windowCounter' | 'moveBack' | 'close'>

/** The records with the series. */
export type SeriesRecords = Records & Pick<Store, 'series' | 'removedSamples'>

/** Opens an empty store; `dispose` closes it and deletes its data. */
export type StoreOpener<Part = Store> = () => Promise<{ readonly store: Part; dispose(): Promise<void> }>

export const NOW = Date.UTC(2026, 5, 17, 12)

/** Midnight in UTC of a Wednesday. */
export const DAY: Minute = Date.UTC(2026, 5, 17) / 60_000

/** Opens a new store before each test of the surrounding `describe`. */
export function freshStore<Part>(open: StoreOpener<Part>): () => Part {
  let opened: Awaited<ReturnType<StoreOpener<Part>>> | undefined
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(async () => opened?.dispose())
  return () => {
    if (opened === undefined) throw new Error('The store is open inside a test only.')
    return opened.store
  }
}

export const createAccount = (store: Pick<Store, 'accounts'>, draft: Partial<AccountDraft> = {}): Promise<Account> =>
  store.accounts.create({
    name: 'studio',
    plan: 'premium',
    status: 'active',
    trialEndsAt: null,
    formerPlan: null,
    createdAt: NOW,
    ...draft,
  })

export const facts = (id: number, changed: Partial<UniverseFacts> = {}): UniverseFacts => ({
  id,
  name: `Universe ${id}`,
  rootPlaceId: id + 1_000,
  updatedAt: null,
  condition: 'shown',
  creator: null,
  ...changed,
})

export const tryAdding = (
  store: Pick<Store, 'games'>,
  accountId: number,
  universeId: number,
  draft: Partial<GameDraft> = {},
): Promise<AddedGame> =>
  store.games.add({ accountId, universe: facts(universeId), channelId: null, createdAt: NOW, maxGames: 25, ...draft })

export async function addGame(...args: Parameters<typeof tryAdding>): Promise<Game> {
  const added = await tryAdding(...args)
  if (added.outcome === 'full') throw new Error('The account is full.')
  return added.game
}

/** The same value for each measure that was added after API-24. */
export const addedValues = (value: number | null) => byMeasure(ADDED_MEASURES, () => value)

export const measured = (ccu: number, votes: number | null = ccu * 3): Measurements => ({
  ccu,
  visits: 9_007_199_254_740_000 + ccu,
  favorites: ccu * 2,
  likes: votes,
  dislikes: votes === null ? null : votes + 1,
  ...addedValues(votes),
})

export const sample = (universeId: number, minute: Minute, ccu = 1, votes?: number | null): Sample => ({
  universeId,
  minute,
  ...measured(ccu, votes),
})

export const gap = (universeId: number, from: Minute, until: Minute, reason: GapReason = 'platform error'): Gap => ({
  universeId,
  from,
  until,
  reason,
})

export const record = (store: Pick<Store, 'series'>, minute: Minute, tick: Partial<Tick> = {}): Promise<void> =>
  store.series.recordTick({
    minute,
    samples: [],
    gaps: [],
    facts: [],
    schedules: [],
    cursor: { minute, clockWasWrong: false },
    ...tick,
  })

/** Makes a block of samples of one universe, which must be in ascending order. */
export function blockOf(universeId: number, samples: readonly Sample[]): Block {
  const block = emptyBlock(universeId, samples.length)
  samples.forEach((row, index) => {
    block.minutes[index] = row.minute
    for (const name of MEASURE_NAMES) block.columns[name][index] = row[name] ?? Number.NaN
  })
  return block
}

export const samplesOf = (block: Block): Sample[] =>
  Array.from(block.minutes, (minute, index) => {
    const values = byMeasure(MEASURE_NAMES, (name) => toNullable(block.columns[name][index]))
    return { universeId: block.universeId, minute, ...values } as Sample
  })

export async function readBlocks(
  store: Pick<Store, 'series'>,
  universeId: number,
  from: Minute,
  until: Minute,
): Promise<Block[]> {
  const blocks: Block[] = []
  for await (const block of store.series.blocks(universeId, from, until)) blocks.push(block)
  return blocks
}

export const readSamples = async (
  store: Pick<Store, 'series'>,
  universeId: number,
  from: Minute,
  until: Minute,
): Promise<Sample[]> => (await readBlocks(store, universeId, from, until)).flatMap(samplesOf)

/** The items of all pages. */
export async function allOf<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const found: Item[] = []
  for await (const page of pages) found.push(...page)
  return found
}
