// Two processes write to one file: each reads its own ticks and the other's.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open-store.js'
import { blockOf, DAY, NOW, readSamples, record, sample } from '../contract/support.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-two-'))
})
afterEach(() => rm(folder, { recursive: true }))
const open = () =>
  openStore(`file:${join(folder, 'headcount.db')}`, {
    clock: { now: () => NOW, monotonic: () => NOW },
    clockState: () => 'correct',
  })

describe('a store beside another writer', () => {
  it('reads the tick that it wrote just before the other one wrote', async () => {
    const [one, other] = [await open(), await open()]
    await one.series.latest([5])
    await record(one, DAY, { samples: [sample(5, DAY)] })
    await record(other, DAY + 1, { samples: [sample(5, DAY + 1)] })
    expect(await readSamples(one, 5, DAY, DAY + 9)).toEqual([sample(5, DAY), sample(5, DAY + 1)])
    await record(one, DAY + 2, { samples: [sample(5, DAY + 2)] })
    await other.series.importBlock(blockOf(6, [sample(6, DAY)]))
    const all = [0, 1, 2].map((minute) => sample(5, DAY + minute))
    for (const store of [one, other]) {
      expect(await readSamples(store, 5, DAY, DAY + 9)).toEqual(all)
      store.close()
    }
  })
})
