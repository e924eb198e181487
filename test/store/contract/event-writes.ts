// Many writes of events in one commit of an evaluation, against the rules of a single write, applied one by one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventDraft, EventWrite } from '../../../src/domain/events/event.js'
import { DAY, freshStore, NOW, type Records, type StoreOpener } from './support.js'

const RUN_COUNT = 40
const UNIVERSE = 5

interface ModelEvent {
  readonly count: number
  readonly start: number
  readonly end: number | null
  readonly isWithdrawn: boolean
}

const subject = fc.constantFrom('a', 'b', 'c')
const end = fc.option(fc.integer({ min: DAY, max: DAY + 9 }), { freq: 2 })
const draft = fc.record({ subject, start: fc.integer({ min: DAY, max: DAY + 2 }), end, count: fc.nat(2) })
const write = fc.oneof(
  { arbitrary: fc.record({ write: fc.constant('put' as const), draft }), weight: 3 },
  fc.record({ write: fc.constant('resume' as const), draft, since: fc.integer({ min: DAY, max: DAY + 9 }) }),
  fc.record({ write: fc.constant('end' as const), subject, end: fc.integer({ min: DAY, max: DAY + 9 }) }),
  fc.record({ write: fc.constant('withdraw' as const), subject }),
)
type DrawnWrite = typeof write extends fc.Arbitrary<infer Value> ? Value : never

const eventOf = ({ count, ...rest }: typeof draft extends fc.Arbitrary<infer Value> ? Value : never): EventDraft => ({
  ...{ universeId: UNIVERSE, accountId: null, kind: 'milestone', cause: null, uncertainty: null },
  ...rest,
  facts: { kind: 'milestone', metric: 'visits', value: 100, count },
})

function writeOf(drawn: DrawnWrite): EventWrite {
  if (drawn.write === 'put') return { write: 'put', event: eventOf(drawn.draft) }
  if (drawn.write === 'resume') return { write: 'resume', event: eventOf(drawn.draft), since: drawn.since }
  return { kind: 'milestone', ...drawn }
}

function applyToModel(model: Map<string, ModelEvent>, drawn: DrawnWrite): void {
  const key = 'draft' in drawn ? drawn.draft.subject : drawn.subject
  const known = model.get(key)
  if (drawn.write === 'put' || drawn.write === 'resume') {
    const { count, start } = drawn.draft
    const isOver = drawn.write === 'resume' && !known?.isWithdrawn && (known?.end ?? DAY + 99) <= drawn.since
    const before = isOver ? null : (known?.end ?? null)
    model.set(key, { count, start, end: drawn.draft.end ?? before, isWithdrawn: false })
    return
  }
  // What is over stays as it is.
  if (known === undefined || known.end !== null) return
  model.set(key, drawn.write === 'end' ? { ...known, end: drawn.end } : { ...known, isWithdrawn: true })
}

export const describeEventWrites = (open: StoreOpener<Records>) =>
  describe('many writes of events in one commit', () => {
    const store = freshStore(open)

    it('leave what they would leave one by one, with a number for each change', async () => {
      let minute = DAY
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(write, { maxLength: 9 }), { maxLength: 3 }), async (commits) => {
          // The subjects of a run are its own, because the events of the runs before it stay.
          const run = minute
          const model = new Map<string, ModelEvent>()
          for (const drawn of commits) {
            for (const one of drawn) applyToModel(model, one)
            const events = drawn.map(writeOf).map((one) => inRun(one, run))
            const after = await store().evaluations.cursor()
            minute++
            const batch = { after, cursor: minute, notifications: [], events, states: [], createdAt: NOW }
            expect(await store().evaluations.commit(batch)).toBe(0)
          }
          const filter = { universeIds: [UNIVERSE], accountId: null, kinds: ['milestone' as const], limit: 9_999 }
          const stored = await store().eventLog.changed({ ...filter, withWithdrawn: true }, 0)
          expect(new Set(stored.map(({ change }) => change)).size).toBe(stored.length)
          expect(stored.at(-1)?.change ?? 0).toBe(await store().eventLog.lastChange())
          const ofRun = stored.filter((event) => event.subject.startsWith(`${run}:`))
          expect(new Map(ofRun.map((event) => [event.subject.slice(`${run}:`.length), modelOf(event)]))).toEqual(model)
        }),
        { numRuns: RUN_COUNT },
      )
    })
  })

const inRun = (one: EventWrite, run: number): EventWrite =>
  'event' in one
    ? { ...one, event: { ...one.event, subject: `${run}:${one.event.subject}` } }
    : { ...one, subject: `${run}:${one.subject}` }

const modelOf = ({ facts, start, end, isWithdrawn }: EventDraft & { readonly isWithdrawn: boolean }): ModelEvent => ({
  count: facts.kind === 'milestone' ? facts.count : -1,
  ...{ start, end, isWithdrawn },
})
