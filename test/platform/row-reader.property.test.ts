// A reader of rows copies those that are plainly right by itself, and must read every row as its schema does.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowReader } from '../../src/platform/schemas/row-reader.js'
import { gameDetailsRow, votesRow } from '../../src/platform/schemas/universes.js'

const odd = fc.constantFrom<unknown>(
  null,
  '',
  '12',
  -1,
  1.5,
  2 ** 53,
  true,
  [],
  {},
  'a\0b',
  'Group',
  '2026-13-01T00:00:00Z',
)
const count = fc.nat()
const text = fc.string()
const creator = fc.record(
  { id: fc.oneof(fc.integer({ min: 1 }), odd), name: fc.oneof(text, odd), type: fc.oneof(fc.constant('User'), odd) },
  { requiredKeys: [] },
)
/** A value of a field, now and then another one. */
const mostly = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: odd })
const detailsRow = fc.record(
  {
    id: mostly(count),
    name: mostly(text),
    description: text,
    rootPlaceId: mostly(count),
    playing: mostly(count),
    visits: mostly(count),
    favoritedCount: mostly(count),
    updated: mostly(fc.constantFrom('2026-01-01T00:00:00.1234567Z', '2024-02-29T00:00:00Z')),
    isContentRestricted: mostly(fc.constant(false)),
    creator: mostly(creator),
  },
  { requiredKeys: ['id', 'playing', 'visits', 'favoritedCount'] },
)
const votes = fc.record(
  { id: mostly(count), upVotes: mostly(count), downVotes: mostly(count) },
  { requiredKeys: ['id'] },
)

describe('a reader of rows', () => {
  const readDetails = rowReader(gameDetailsRow)
  const readVotes = rowReader(votesRow)

  it('reads every row of details as its schema does [PLATFORM-4]', () => {
    fc.assert(
      fc.property(fc.oneof(detailsRow, odd), (row) => {
        expect(readDetails(row)).toEqual(gameDetailsRow.safeParse(row).data)
      }),
    )
  })

  it('reads every row of votes as its schema does [PLATFORM-12]', () => {
    fc.assert(
      fc.property(fc.oneof(votes, odd), (row) => {
        expect(readVotes(row)).toEqual(votesRow.safeParse(row).data)
      }),
    )
  })
})
