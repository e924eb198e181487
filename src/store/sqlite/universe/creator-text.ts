// The column of a universe's creator: a text of JSON, which a failing disk may have damaged.
import { customType } from 'drizzle-orm/sqlite-core'
import type { UniverseCreator } from '../../../domain/universe.js'

const isCreator = (found: unknown): found is UniverseCreator =>
  typeof found === 'object' &&
  found !== null &&
  'kind' in found &&
  (found.kind === 'user' || found.kind === 'group') &&
  'id' in found &&
  typeof found.id === 'number' &&
  'name' in found &&
  typeof found.name === 'string'

/** A damaged text is an unknown creator, which the next tick stores again; an error would end every tick of all games. */
function readCreator(text: string): UniverseCreator | null {
  try {
    const found: unknown = JSON.parse(text)
    return isCreator(found) ? found : null
  } catch {
    return null
  }
}

export const creatorText = customType<{ data: UniverseCreator | null; driverData: string }>({
  dataType: () => 'text',
  fromDriver: readCreator,
  toDriver: (creator) => JSON.stringify(creator),
})
