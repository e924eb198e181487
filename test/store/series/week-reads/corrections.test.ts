// The last sample of an imported week may cover the beginning of the next one, whose sums are then added up again.
import { expect, test } from 'vitest'
import { dayOf, HOUR_MINUTES, WEEK_MINUTES } from '../../../../src/domain/clock.js'
import { addGame, blockOf, createAccount, DAY, sample } from '../../contract/support.js'
import { openWatchedStore } from './watched-store.js'

const ID = 5
const WEEK_COUNT = 4
const NOW = DAY + WEEK_COUNT * WEEK_MINUTES

test('a correction lets no other week be added up again than its own and the next one', async () => {
  const { store, watch } = await openWatchedStore(NOW)
  await addGame(store, (await createAccount(store, { plan: 'enterprise' })).id, ID)
  const rows = Array.from({ length: (WEEK_COUNT * WEEK_MINUTES) / HOUR_MINUTES }, (_, row) =>
    sample(ID, DAY + row * HOUR_MINUTES, 1),
  )
  const importRows = (some: typeof rows) =>
    store.series.importBlock(blockOf(ID, some), new Int32Array(some.length).fill(HOUR_MINUTES))
  await importRows(rows)
  for (let run = 0; run < WEEK_COUNT; run++) await store.series.maintain()
  await importRows([sample(ID, DAY + HOUR_MINUTES, 7)])
  await store.series.maintain()
  const weekReads = watch()
  const range = { start: dayOf(DAY), end: dayOf(NOW) - 1 }
  const days = await store.series.rollups(ID, range, { interval: 1, until: NOW, isReadable: true })
  expect(days.map(({ ccu }) => ccu.max).filter((max) => max === 7)).toHaveLength(1)
  expect(weekReads).toEqual([])
})
