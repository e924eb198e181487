// Long answers are written in parts, between which other requests are served; together they are the same text.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonParts } from '../../../src/http/json-parts.js'

/** Long lists of numbers, of texts with every kind of character, and of records, at the levels at which answers have them. */
const answers = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.oneof(
      fc.integer(),
      fc.double(),
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
    ),
    fc.tuple(fc.double(), fc.integer({ min: 0, max: 4_500 })).map(([value, length]) => Array(length).fill(value)),
    fc.tuple(fc.string(), fc.integer({ min: 0, max: 450 })).map(([name, length]) => Array(length).fill({ name })),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  ),
})).value

it('a long answer is the same text as a short one [API-81]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), answers, { maxKeys: 4 }), async (body) => {
      expect((await jsonParts(body)).join('')).toBe(JSON.stringify(body))
    }),
    { numRuns: 200 },
  )
})

it('the columns of a series of a week by the minute are written in many turns of the event loop [API-81]', async () => {
  const column = Array.from({ length: 10_080 }, (_, minute) => minute)
  let turns = 0
  let isDone = false
  const counting = (async () => {
    for (; !isDone; turns++) await nextTurn()
  })()
  await jsonParts({
    success: true,
    series: { columns: { time: column.map(String), ccu: { value: column, min: column } } },
  })
  isDone = true
  await counting
  expect(turns).toBeGreaterThan(12)
})
