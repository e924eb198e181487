// A process that takes over shards of another samples them too, and what fails of them keeps nothing else from being stored.
import { expect, it } from 'vitest'
import type { SampledPart } from '../../src/domain/processes/leases.js'
import { storeParts, type TickReport } from '../../src/services/sampling/tick-parts.js'
import { DAY } from '../store/contract/support.js'

const part = (minute: number | undefined): SampledPart => ({
  includes: () => true,
  cursor: async () => (minute === undefined ? undefined : { minute, clockWasWrong: false }),
  record: async () => undefined,
  canHandOver: async () => true,
})
const report = (sampled: number): TickReport => ({ minute: DAY, isStored: true, sampled, gaps: [] })

it('stores each part whose tick of the minute is not stored yet, and adds up what was sampled', async () => {
  const [behind, done, unknown] = [part(DAY - 3), part(DAY), part(undefined)]
  const stored: SampledPart[] = []
  const sum = await storeParts([behind, done, unknown], DAY, async (one) => {
    stored.push(one)
    return report(2)
  })
  expect([stored, sum]).toEqual([[behind, unknown], report(4)])
})

it('stores the other parts where one fails, and fails then', async () => {
  const stored: SampledPart[] = []
  const [bad, good] = [part(DAY - 1), part(DAY - 2)]
  const failing = storeParts([bad, good], DAY, async (one) => {
    if (one === bad) throw new Error('It was taken away.')
    stored.push(one)
    return report(1)
  })
  await expect(failing).rejects.toThrow('taken away')
  expect(stored).toEqual([good])
})

it('without a shard is a tick of nothing', async () => {
  expect(await storeParts([], DAY, async () => expect.unreachable())).toEqual({ ...report(0), isWithoutShards: true })
})
