import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isoOfMinute, type Minute, minuteOf } from '../../../src/domain/clock.js'
import type { HistoryEvent } from '../../../src/domain/events/event.js'
import type { Game } from '../../../src/domain/game.js'
import type { ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'

const NOW = minuteOf(NOON)
const DAY = 1440
const UPDATE = NOW - 2 * DAY

interface StageFields {
  readonly length: string
  readonly outcome: string
  readonly effect: { readonly change: number; readonly low: number; readonly high: number } | null
  readonly [field: string]: unknown
}
interface ReportFields {
  readonly event_id: number
  readonly report: StageFields | null
  readonly stages: readonly StageFields[]
  readonly [field: string]: unknown
}

let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(() => http.stop())

const update = (start: Minute, foundAt = start + 1): Promise<HistoryEvent> =>
  http.store.eventLog.put({
    universeId: game.universeId,
    accountId: null,
    kind: 'update',
    subject: `${game.universeId}:${start}`,
    start,
    end: start,
    cause: null,
    facts: { kind: 'update', foundAt },
    uncertainty: 0,
  })
/** Writes a sample every ten minutes for five weeks: about 1,000 players, and a third more after the update. */
const writePast = async () => {
  const minutes = Array.from({ length: (35 * DAY) / 10 + 1 }, (_, index) => NOW - 35 * DAY + index * 10)
  await http.write(game.universeId, minutes, (minute) => {
    const usual = 1_000 + 20 * Math.round(Math.sin(minute / 97) * 2)
    return { ccu: minute < UPDATE ? usual : Math.round(usual * 1.33) }
  })
}
const read = async <Field extends string>(path: string, field: Field): Promise<Record<Field, ReportFields[]>> => {
  const answer = await http.ask(`/games/${game.id}/updates${path}`)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json()).toHaveProperty(field)
  return answer.json() as Record<Field, ReportFields[]>
}
const report = async (id: number): Promise<ReportFields> => {
  const answer = await http.ask(`/games/${game.universeId}/updates/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return (answer.json() as { update: ReportFields }).update
}

describe('GET /games/{id}/updates/{event_id}', () => {
  it('states what an update did: outcome, effect, uncertainty, market and windows [API-64]', async () => {
    await writePast()
    const { id } = await update(UPDATE, UPDATE + 3)
    const { stages, ...about } = await report(id)
    expect(about).toEqual({
      event_id: id,
      time: isoOfMinute(UPDATE),
      found_at: isoOfMinute(UPDATE + 3),
      earlier_updates: [],
      game: { id: game.id, name: game.name, universe_id: game.universeId },
    })
    const [, day, week] = stages
    expect(stages.map(({ length, outcome }) => [length, outcome])).toEqual([
      ['1h', 'more'],
      ['24h', 'more'],
      ['7d', 'pending'],
    ])
    expect(day?.effect?.change).toBeCloseTo(0.33, 1)
    expect(day?.effect?.low).toBeLessThan(day?.effect?.change ?? 0)
    expect(day?.effect?.high).toBeGreaterThan(day?.effect?.change ?? 1)
    expect(day).toMatchObject({
      due_at: isoOfMinute(UPDATE + DAY),
      reason: null,
      effect: { confidence: 0.9 },
      market_change: null,
      windows: {
        before: { from: isoOfMinute(UPDATE - 7 * DAY), until: isoOfMinute(UPDATE), coverage: 1 },
        after: { from: isoOfMinute(UPDATE), until: isoOfMinute(UPDATE + DAY), coverage: 1 },
      },
      newer_updates: [],
    })
    expect(week).toMatchObject({ effect: null, windows: null, due_at: isoOfMinute(UPDATE + 7 * DAY) })
  })

  it('states the same as the message did [API-64]', async () => {
    const { id } = await update(UPDATE)
    const facts: ReportCardFacts = {
      kind: 'report_card',
      stage: '24h',
      updatedAt: UPDATE,
      newer: [UPDATE + 7],
      players: { before: 10, after: 12 },
      likesPerThousandVisits: { before: null, after: 1 },
      favoritesPerThousandVisits: { before: 1, after: 2 },
      outcome: 'more',
      reason: null,
      effect: { change: 0.2, low: 0.1, high: 0.3 },
      observed: 0.21,
      market: 0.01,
      beganBefore: false,
      line: null,
      coverage: { before: 1, after: 0.9 },
    }
    const draft = {
      gameId: game.id,
      accountId: http.account.id,
      kind: 'report_card',
      occurredAt: UPDATE + DAY,
    } as const
    await http.store.outbox.add({ ...draft, subject: `24h:${UPDATE}`, facts }, NOON)
    const [hour, day] = (await report(id)).stages
    expect(hour).toMatchObject({ outcome: 'cannot_tell', reason: 'no_data_after', effect: null })
    expect(day).toMatchObject({
      outcome: 'more',
      effect: { change: 0.2, low: 0.1, high: 0.3 },
      observed_change: 0.21,
      market_change: 0.01,
      players: { expected: 10, actual: 12 },
      newer_updates: [isoOfMinute(UPDATE + 7)],
    })
  })

  it('rejects what is no update of the game', async () => {
    const { id } = await update(UPDATE)
    const second = await http.track(1)
    const note = await http.services.notes.add(game, { text: 'x', author: null })
    for (const path of [`${second.id}/updates/${id}`, `${game.id}/updates/${note.id}`, `${game.id}/updates/999`])
      expectRejection(await http.ask(`/games/${path}`), 404, 'NOT_FOUND')
    expectRejection(await http.ask(`/games/${game.id}/updates/x`), 400, 'INVALID_PARAMETERS')
  })
})

describe('GET /games/{id}/updates', () => {
  it('lists the updates, newest first, each with the longest report that is known [API-64]', async () => {
    await writePast()
    const before = await update(UPDATE - 40)
    const first = await update(UPDATE)
    const last = await update(NOW - 30)
    const { updates } = await read('', 'updates')
    expect(updates.map(({ event_id: id }) => id)).toEqual([last.id, first.id, before.id])
    expect(updates[0]).toMatchObject({ report: null })
    expect(updates[1]).toMatchObject({ earlier_updates: [isoOfMinute(UPDATE - 40)], report: { length: '24h' } })
    expect(updates[1]?.report?.effect).toEqual((await report(first.id)).stages[1]?.effect)
    const page = await read('?limit=2', 'next_cursor')
    expect((await read(`?cursor=${String(page.next_cursor)}`, 'updates')).updates).toEqual(updates.slice(2))
    expect((await read('?from=2026-06-17', 'updates')).updates).toEqual(updates.slice(0, 1))
  })

  it.each(['limit=51', 'cursor=after-1', 'to=x', 'types=update'])('rejects ?%s', async (query) => {
    expectRejection(await http.ask(`/games/${game.id}/updates?${query}`), 400, 'INVALID_PARAMETERS')
  })
})
