// Stores the icons of games in the form in which they are served.
import { eq, inArray, sql } from 'drizzle-orm'
import type { IconStore } from '../../../domain/ports/icons.js'
import type { Connection } from '../connection.js'
import { gameIcon } from './schema.js'

const { universeId, address, fileName, dueAt, small, large } = gameIcon

/** Nothing is lost with a write that a power failure undoes: the platform is asked again. So none waits for the disk. */
export function iconStore({ orm, writeUnsynced }: Connection): IconStore {
  const named = eq(fileName, sql.placeholder('fileName'))
  const images = {
    small: orm.select({ image: small }).from(gameIcon).where(named).prepare(),
    large: orm.select({ image: large }).from(gameIcon).where(named).prepare(),
  }
  return {
    list: async () => orm.select({ universeId, address, fileName, dueAt }).from(gameIcon).orderBy(universeId).all(),
    put: async (record, icon) =>
      writeUnsynced(() => {
        const unchanged = record.fileName === null ? { small: null, large: null } : {}
        const drawn =
          icon === undefined ? unchanged : { small: Buffer.from(icon.small), large: Buffer.from(icon.large) }
        const set = { ...record, ...drawn }
        orm.insert(gameIcon).values(set).onConflictDoUpdate({ target: universeId, set }).run()
      }),
    image: async (name, size) => images[size].get({ fileName: name })?.image ?? undefined,
    remove: async (ids) =>
      writeUnsynced(() => {
        orm
          .delete(gameIcon)
          .where(inArray(universeId, [...ids]))
          .run()
      }),
  }
}
