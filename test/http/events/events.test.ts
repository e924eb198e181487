import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isoOfMinute, minuteOf } from '../../../src/domain/clock.js'
import type { EventDraft } from '../../../src/domain/events/event.js'
import type { Game } from '../../../src/domain/game.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'

const NOW = minuteOf(NOON)

interface EventPageJson {
  readonly events: readonly { readonly id: number; readonly type: string; readonly [field: string]: unknown }[]
  readonly next_cursor: string | null
  readonly has_more: boolean
  readonly changes_cursor: string
}

let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(() => http.stop())

const read = async (query = '', path = '/events'): Promise<EventPageJson> => {
  const answer = await http.ask(`${path}?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as EventPageJson
}
const milestone = (value: number, start = NOW - value): EventDraft => ({
  universeId: game.universeId,
  accountId: null,
  kind: 'milestone',
  subject: `${game.universeId}:visits:${value}`,
  start,
  end: start,
  cause: null,
  facts: { kind: 'milestone', metric: 'visits', value, count: value + 1 },
  uncertainty: null,
})
const put = (draft: EventDraft) => http.store.eventLog.put(draft)
const idsOf = ({ events }: EventPageJson): number[] => events.map(({ id }) => id)

describe('GET /events', () => {
  it('states each event with its times, its cause and its details [API-60]', async () => {
    const { id, change } = await put({ ...milestone(100), uncertainty: 3 })
    const rule = { gameId: game.id, ruleId: 4, metric: 'ccu', condition: { is: 'unusual', by: 0.5 } } as const
    await put({
      ...milestone(0),
      accountId: http.account.id,
      kind: 'alert',
      subject: 'alert',
      end: null,
      cause: 'platform error',
      facts: { kind: 'alert', ...rule, value: 3, threshold: 5, baseline: 10, readings: 3 },
    })
    const [alert, found] = (await read()).events
    expect(found).toEqual({
      type: 'milestone',
      id,
      change,
      game_id: game.id,
      universe_id: game.universeId,
      start: isoOfMinute(NOW - 100),
      end: isoOfMinute(NOW - 100),
      cause: null,
      uncertainty_minutes: 3,
      is_withdrawn: false,
      details: { metric: 'visits', value: 100, count: 101 },
    })
    expect(alert).toMatchObject({ end: null, cause: 'platform_error', details: { condition: rule.condition } })
  })

  it('lists only what was asked for: types, times and the game [API-60]', async () => {
    const second = await http.track(1)
    for (const value of [10, 2000, 4000]) await put(milestone(value))
    await put({ ...milestone(5), universeId: second.universeId, subject: 'other' })
    await http.services.notes.add(game, { text: 'A trailer', author: null })
    expect((await read()).events.map(({ type }) => type)).toEqual(['note', ...Array(4).fill('milestone')])
    expect((await read('types=note')).events).toMatchObject([{ details: { text: 'A trailer' } }])
    expect((await read('types=note,%20update')).events).toHaveLength(1)
    expect((await read('types=update,+milestone')).events).toHaveLength(4)
    expect((await read('', `/games/${game.universeId}/events`)).events).toHaveLength(4)
    const range = `from=${isoOfMinute(NOW - 3000)}&to=${isoOfMinute(NOW - 100)}`
    expect((await read(range)).events).toMatchObject([{ details: { value: 2000 } }])
    expect((await read('from=2026-06-15&to=2026-06-15')).events).toEqual([])
    expect((await read('from=2026-06-14&to=2026-06-14')).events).toMatchObject([{ details: { value: 4000 } }])
  })

  it('never skips an event and never repeats one, also while events are written and change [API-61]', async () => {
    for (let value = 1; value <= 23; value++) await put(milestone(value * 10))
    const first = await read('limit=5')
    const seen = [...idsOf(first)]
    let page = first
    for (let turn = 1; page.next_cursor !== null; turn++) {
      // In each turn, one event is newer than the page, one is older, and one changes.
      await put(milestone(1000 + turn, NOW - turn))
      await put(milestone(2000 + turn, NOW - 2000 - turn))
      await put({ ...milestone(turn * 40), end: NOW, facts: { ...milestone(turn).facts } })
      page = await read(`limit=5&cursor=${page.next_cursor}`)
      seen.push(...idsOf(page))
      expect(page.has_more).toBe(page.next_cursor !== null)
    }
    expect(new Set(seen).size).toBe(seen.length)
    const changes: EventPageJson['events'][number][] = []
    for (let cursor = first.changes_cursor, more = true; more; ) {
      const changed = await read(`limit=3&cursor=${cursor}`)
      changes.push(...changed.events)
      ;({ has_more: more, changes_cursor: cursor } = changed)
      expect(changed.next_cursor).toBe(cursor)
    }
    expect(changes.map((event) => event.change)).toEqual([...new Set(changes.map((event) => event.change))])
    const everything = idsOf(await read('limit=500'))
    expect([...new Set([...seen, ...changes.map(({ id }) => id)])].sort()).toEqual([...everything].sort())
    const followed = await read('order=changed&limit=500')
    expect(idsOf(followed).sort()).toEqual([...everything].sort())
  })

  it('returns what was withdrawn to a follower, and to nobody else [API-61]', async () => {
    const note = await http.services.notes.add(game, { text: 'A secret', author: '1' })
    const { changes_cursor: cursor } = await read()
    expect((await read(`cursor=${cursor}`)).events).toEqual([])
    await http.services.notes.remove(http.account.id, note.id)
    expect((await read()).events).toEqual([])
    const [removed] = (await read(`cursor=${cursor}`)).events
    expect(removed).toMatchObject({ id: note.id, is_withdrawn: true, details: { text: '' } })
  })

  it('takes the newest changes cursor, and none of the future [API-61]', async () => {
    const { change } = await put(milestone(1))
    expect((await read(`cursor=after-${change}`)).events).toEqual([])
    const answer = await http.ask(`/events?cursor=after-${change + 1}`)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain('cursor must be a cursor of an earlier answer of this endpoint')
    await put(milestone(2))
    expect((await read(`cursor=after-${change}`)).events).toHaveLength(1)
  })

  it('names of an incident of Roblox only the own games, and no event of others [API-62]', async () => {
    const other = await http.tenant()
    const theirs = await http.track(1, other.account)
    await put({ ...milestone(1), universeId: theirs.universeId, subject: 'theirs' })
    await put({ ...milestone(2), accountId: other.account.id, kind: 'record', subject: 'record' })
    const member = { type: 'hidden', since: NOW - 9, until: NOW } as const
    const members = [game, theirs].map(({ universeId }) => ({ ...member, universeId }))
    const facts = { kind: 'incident', type: 'hidden', affected: 2, universes: 2, members } as const
    await put({ ...milestone(9), universeId: null, kind: 'incident', subject: 'x', cause: 'platform', facts })
    const { events } = await read()
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      game_id: null,
      universe_id: null,
      cause: 'platform',
      details: { affected: 2, compared: 2, games: [{ game_id: game.id, what: 'hidden', end: isoOfMinute(NOW) }] },
    })
  })

  it.each([
    ['types=updates', 'did you mean update?'],
    ['types=note,note', 'types must be a list'],
    ['from=2026-02-30', 'from must be a date'],
    ['from=2026-06-17&to=2026-06-16', 'from must be before to'],
    ['cursor=1', 'cursor must be'],
    ['cursor=gaps-1-2-3', 'cursor must be'],
    ['cursor=after-0&order=newest', 'other order'],
    ['cursor=after-99999', 'cursor must be a cursor of an earlier answer'],
    ['cursor=before-29497500-482&order=changed', 'other order'],
    ['limit=501', '1 to 500'],
    ['order=new', 'order must be newest or changed'],
    ['type=note', 'did you mean types?'],
  ])('rejects ?%s [API-14]', async (query, said) => {
    for (const path of ['/events', `/games/${game.id}/events`]) {
      const answer = await http.ask(`${path}?${query}`)
      expectRejection(answer, 400, 'INVALID_PARAMETERS')
      expect(answer.text).toContain(said)
    }
  })
})
