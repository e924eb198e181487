// Digests of all that a soak left: series, events and posts. Two soaks of the same seed have the same.
import { createHash, type Hash } from 'node:crypto'
import type { HistoryEvent } from '../../src/domain/events/event.js'
import { EVENT_KINDS } from '../../src/domain/events/event-facts.js'
import type { Store } from '../../src/domain/ports/store.js'
import type { Span } from '../../src/domain/rules/span.js'
import type { SimulatorHandle } from '../../src/simulator/simulator.js'
import { samplesOf } from '../sampling/series.js'
import type { Recorder } from './recorder.js'
import type { SoakReport } from './soak-report.js'

interface SoakContext {
  readonly store: Store
  readonly simulator: SimulatorHandle
  readonly ids: readonly number[]
  readonly recorder: Recorder
}

type Digests = Pick<SoakReport, 'samples' | 'gaps' | 'notOnce' | 'madeUp' | 'events' | 'digests'>

const EVENTS_PAGE = 500

export async function digestsOf(lived: SoakContext, span: Span, interval: number): Promise<Digests> {
  const [series, events, posts] = [createHash('sha256'), createHash('sha256'), createHash('sha256')]
  const counted = { samples: 0, gaps: {}, notOnce: 0, madeUp: 0 }
  for (const id of lived.ids) await addSeries(lived, { id, span, interval, series, counted })
  const found = await allEvents(lived)
  // The id and the number of the change say in which order they were found, which may differ within a tick.
  for (const { id: _, change: __, ...event } of found) add(events, event)
  for (const message of [...lived.recorder.messages].sort(([one], [other]) => (one < other ? -1 : 1)))
    add(posts, message)
  const digest = { series: series.digest('hex'), events: events.digest('hex'), posts: posts.digest('hex') }
  return { ...counted, events: found.length, digests: digest }
}

const add = (to: Hash, value: unknown): unknown => to.update(`${JSON.stringify(value)}\n`)

interface SoakSeries {
  readonly id: number
  readonly span: Span
  readonly interval: number
  readonly series: Hash
  readonly counted: { samples: number; gaps: Record<string, number>; notOnce: number; madeUp: number }
}

async function addSeries({ store, simulator }: SoakContext, { id, span, interval, series, counted }: SoakSeries) {
  const times = new Map<number, number>()
  const count = (minute: number): unknown => times.set(minute, (times.get(minute) ?? 0) + 1)
  const samples = (await samplesOf({ store }, id)).filter(({ minute }) => minute >= span.from)
  for (const sample of samples) {
    add(series, [id, sample])
    count(sample.minute)
    const { ccu, visits } = simulator.world.statsAt(id, sample.minute)
    if (sample.ccu !== ccu || sample.visits !== visits) counted.madeUp++
  }
  counted.samples += samples.length
  for (const gap of await store.series.gaps(id, span.from, span.until)) {
    add(series, gap)
    const { reason } = gap
    for (let minute = span.from; minute < span.until; minute += interval) {
      if (minute < gap.from || minute >= gap.until) continue
      count(minute)
      counted.gaps[reason] = (counted.gaps[reason] ?? 0) + 1
    }
  }
  // Thinned-out samples stand for those around them.
  const thinnedUntil =
    samples.find(({ minute }, at) => samples[at + 1]?.minute === minute + interval)?.minute ?? span.from
  for (let minute = thinnedUntil; minute < span.until; minute += interval)
    if (times.get(minute) !== 1) counted.notOnce++
}

async function allEvents({ store, ids }: SoakContext): Promise<HistoryEvent[]> {
  const [account] = await store.accounts.list()
  // Events of the whole platform are among those of every game.
  const found = new Map<number, HistoryEvent>()
  for (const id of ids)
    for (let page: HistoryEvent[] | undefined; page === undefined || page.length === EVENTS_PAGE; ) {
      const before = page?.at(-1)
      const filter = { universeIds: [id], accountId: account?.id ?? null, kinds: EVENT_KINDS, limit: EVENTS_PAGE }
      page = await store.eventLog.newest({ ...filter, isConcerned: true }, before)
      for (const event of page) found.set(event.id, event)
    }
  const name = ({ universeId, kind, subject, start }: HistoryEvent): string =>
    `${start} ${universeId} ${kind} ${subject}`
  return [...found.values()].sort((one, other) => (name(one) < name(other) ? -1 : 1))
}
