import { describe, expect, it } from 'vitest'
import { freshStore, NOW, type Records, type StoreOpener } from './support.js'

export const describeIcons = (open: StoreOpener<Records>) =>
  describe('icons', () => {
    const store = freshStore(open)
    const drawn = { universeId: 2 ** 40, address: 'https://a/b', fileName: 'abc.webp', dueAt: NOW }
    const images = { small: Buffer.from([0, 255, 7]), large: Buffer.from([9, 0]) }

    it('are kept in both sizes by their file name, and stay where only the time changes', async () => {
      const { icons } = store()
      await icons.put(drawn, images)
      await icons.put({ ...drawn, dueAt: NOW + 1 })
      expect(await icons.list()).toEqual([{ ...drawn, dueAt: NOW + 1 }])
      const found = [await icons.image('abc.webp', 'small'), await icons.image('abc.webp', 'large')]
      expect(found.map((image) => [...(image ?? [])])).toEqual([
        [0, 255, 7],
        [9, 0],
      ])
      expect(await icons.image('other.webp', 'small')).toBeUndefined()
    })

    it('are forgotten where a universe has none any more, or is removed', async () => {
      const { icons } = store()
      const none = { universeId: 1, address: null, fileName: null, dueAt: NOW }
      await icons.put({ ...drawn, universeId: 1 }, images)
      await icons.put(none)
      expect([await icons.list(), await icons.image('abc.webp', 'small')]).toEqual([[none], undefined])
      await icons.remove([])
      await icons.remove([1, 2])
      expect(await icons.list()).toEqual([])
    })
  })
