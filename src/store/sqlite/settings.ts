// Stores small values that must survive a restart.
import { eq, sql } from 'drizzle-orm'
import type { SettingStore } from '../../domain/ports/store.js'
import type { Connection } from './connection.js'
import { setting } from './schema.js'

export function settingStore({ orm, write }: Connection): SettingStore {
  const byKey = orm
    .select()
    .from(setting)
    .where(eq(setting.key, sql.placeholder('key')))
    .prepare()
  return {
    get: async (key) => byKey.get({ key })?.value,
    set: async (key, value) =>
      write(() => {
        orm.insert(setting).values({ key, value }).onConflictDoUpdate({ target: setting.key, set: { value } }).run()
      }),
  }
}
