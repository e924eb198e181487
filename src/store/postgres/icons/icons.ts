// Stores the icons of games in the form in which they are served.
import { eq, inArray } from 'drizzle-orm'
import type { IconStore } from '../../../domain/ports/icons.js'
import { first } from '../columns.js'
import type { Connection } from '../connection.js'
import { gameIcon } from './schema.js'

const { universeId, address, fileName, dueAt, small, large } = gameIcon
const IMAGES = { small, large }

export const iconStore = ({ read, write }: Connection): IconStore => ({
  list: () => read((orm) => orm.select({ universeId, address, fileName, dueAt }).from(gameIcon).orderBy(universeId)),
  put: (record, icon) =>
    write(async ({ orm }) => {
      const unchanged = record.fileName === null ? { small: null, large: null } : {}
      const drawn = icon === undefined ? unchanged : { small: Buffer.from(icon.small), large: Buffer.from(icon.large) }
      const set = { ...record, ...drawn }
      await orm.insert(gameIcon).values(set).onConflictDoUpdate({ target: universeId, set })
    }),
  image: async (name, size) => {
    const found = await read((orm) => orm.select({ image: IMAGES[size] }).from(gameIcon).where(eq(fileName, name)))
    return first(found)?.image ?? undefined
  },
  remove: (ids) => write(async ({ orm }) => void (await orm.delete(gameIcon).where(inArray(universeId, [...ids])))),
})
