// Alert rules in their table.
import { asc, eq } from 'drizzle-orm'
import type { RuleStore } from '../../../domain/notifications/outbox.js'
import type { QuietHours, Rule, RuleCondition } from '../../../domain/notifications/rule.js'
import type { Changes } from '../changes.js'
import type { Connection } from '../connection.js'
import { noticeRule } from './schema.js'

type RuleRow = typeof noticeRule.$inferSelect

export function ruleStore({ orm, write }: Connection, changes: Changes): RuleStore {
  const select = () => orm.select().from(noticeRule).orderBy(asc(noticeRule.id)).$dynamic()
  return {
    all: async () => select().all().map(toRule),
    ofGame: async (gameId) => select().where(eq(noticeRule.gameId, gameId)).all().map(toRule),
    byId: async (id) => {
      const row = select().where(eq(noticeRule.id, id)).get()
      return row && toRule(row)
    },
    add: async ({ condition, quietHours, ...draft }) => {
      const json = { condition: JSON.stringify(condition), quietHours: quietHours && JSON.stringify(quietHours) }
      return toRule(
        write(() => {
          changes.bump('notices')
          return orm
            .insert(noticeRule)
            .values({ ...draft, ...json })
            .returning()
            .get()
        }),
      )
    },
    remove: async (id) =>
      write(() => {
        changes.bump('notices')
        orm.delete(noticeRule).where(eq(noticeRule.id, id)).run()
      }),
  }
}

const toRule = ({ condition, quietHours, ...row }: RuleRow): Rule => ({
  ...row,
  condition: JSON.parse(condition) as RuleCondition,
  quietHours: quietHours === null ? null : (JSON.parse(quietHours) as QuietHours),
})
