// Stores small values that must survive a restart.
import { eq } from 'drizzle-orm'
import type { SettingStore } from '../../domain/ports/store.js'
import { first } from './columns.js'
import type { Connection } from './connection.js'
import { setting } from './schema.js'

export const settingStore = ({ read, write }: Connection): SettingStore => ({
  get: async (key) => first(await read((orm) => orm.select().from(setting).where(eq(setting.key, key))))?.value,
  set: (key, value) =>
    write(async ({ orm }) => {
      const target = setting.key
      await orm.insert(setting).values({ key, value }).onConflictDoUpdate({ target, set: { value } })
    }),
})
