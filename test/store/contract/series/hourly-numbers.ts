import { describe, expect, it } from 'vitest'
import type { HourlyNumbers } from '../../../../src/domain/insights/usual/hourly-numbers.js'
import { blockOf, DAY, freshStore, type SeriesRecords, type StoreOpener, sample } from '../support.js'

const HOUR = DAY / 60

const numbersOf = (universeId: number, change: Partial<HourlyNumbers> = {}): HourlyNumbers => ({
  universeId,
  gameId: 10 * universeId,
  kind: 'usual',
  hour: HOUR,
  basis: '1 1 90 730',
  data: Buffer.from([1, 0, 255]),
  ...change,
})

export const describeHourlyNumbers = (open: StoreOpener<SeriesRecords>) =>
  describe('numbers of the hour', () => {
    const store = freshStore(open)
    const all = () => store().hourlyNumbers.after(undefined, 100)

    it('are read in parts, in the order of universes, games and kinds', async () => {
      const [first, second, third, fourth] = [
        numbersOf(2 ** 40),
        numbersOf(7, { kind: 'gains' }),
        numbersOf(7),
        numbersOf(7, { gameId: 3, kind: 'accuracy' }),
      ]
      await store().hourlyNumbers.put([first, second, third, fourth])
      const part = await store().hourlyNumbers.after(undefined, 3)
      expect(part).toEqual([fourth, third, second])
      expect(await store().hourlyNumbers.after(part.at(-1), 3)).toEqual([first])
      expect(await store().hourlyNumbers.after(first, 3)).toEqual([])
    })

    it('are replaced by those of a later hour, and removed by their hour', async () => {
      await store().hourlyNumbers.put([numbersOf(1), numbersOf(2)])
      const later = numbersOf(1, { hour: HOUR + 1, basis: '2', data: Buffer.alloc(0) })
      await store().hourlyNumbers.put([later])
      expect(await all()).toEqual([later, numbersOf(2)])
      await store().hourlyNumbers.removeBefore(HOUR + 1)
      expect(await all()).toEqual([later])
    })

    it('of a universe whose past is rewritten are deleted, and those of others stay', async () => {
      await store().hourlyNumbers.put([numbersOf(1), numbersOf(1, { kind: 'gains' }), numbersOf(2)])
      await store().series.importBlock(blockOf(1, [sample(1, DAY, 5)]))
      expect(await all()).toEqual([numbersOf(2)])
    })
  })
