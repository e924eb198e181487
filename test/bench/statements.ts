// What drizzle's prepared statements cost beside better-sqlite3's own, where a statement by hand is kept for it.
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { connect } from '../../src/store/sqlite/connection.js'
import { migrate } from '../../src/store/sqlite/migrate.js'
import { apiKey, universe } from '../../src/store/sqlite/schema.js'
import { universeWriter } from '../../src/store/sqlite/universes.js'
import { type Benchmark, inFolder } from './bench.js'
import { median } from './measure.js'

const UNIVERSES = 10_000

export const benchStatements: Benchmark = (report, { quick }) =>
  inFolder(
    async (folder) => {
      const connection = connect(join(folder, 'statements.db'))
      await migrate(connection.raw)
      const rounds = quick ? 5 : 25
      const ratio = async (figure: string, byHand: () => unknown, byDrizzle: () => unknown) => {
        const value = (await median(rounds, async () => byDrizzle())) / (await median(rounds, async () => byHand()))
        report.add({ figure: `${figure}, drizzle's statements against those by hand`, value, unit: '×' })
      }
      const facts = Array.from({ length: UNIVERSES }, (_, index) => factsOf(index + 1))
      const byHand = universeWriter(connection)
      const byDrizzle = drizzleWriter(connection)
      const all = (put: (one: (typeof facts)[number]) => void) => () => connection.write(() => facts.forEach(put))
      await ratio(
        `facts of ${UNIVERSES} universes`,
        all((one) => byHand(one, 1)),
        all(byDrizzle),
      )
      const names = connection.raw.prepare('SELECT id, name, root_place_id, updated_at, condition FROM universe')
      const drizzleNames = connection.orm.select().from(universe).prepare()
      await ratio(
        `a list of ${UNIVERSES} universes`,
        () => names.all(),
        () => drizzleNames.all(),
      )
      await keyRatio(connection, ratio)
      connection.close()
    },
    { inMemory: true },
  )

/** A key is found by its hash once after every write: what is found is kept until then. */
async function keyRatio(
  { raw, orm }: ReturnType<typeof connect>,
  ratio: (figure: string, byHand: () => unknown, byDrizzle: () => unknown) => Promise<void>,
): Promise<void> {
  const byHand = raw.prepare<[string]>('SELECT id, account_id AS accountId, name, prefix FROM api_key WHERE hash = ?')
  const byDrizzle = orm
    .select({ id: apiKey.id, accountId: apiKey.accountId, name: apiKey.name, prefix: apiKey.prefix })
    .from(apiKey)
    .where(eq(apiKey.hash, sql.placeholder('hash')))
    .prepare()
  const often = (look: () => unknown) => () => {
    for (let n = 0; n < 10_000; n++) look()
  }
  await ratio(
    'a key by its hash',
    often(() => byHand.get('no such hash')),
    often(() => byDrizzle.get({ hash: 'no such hash' })),
  )
}

const factsOf = (id: number) => ({
  id,
  name: `Universe ${id}`,
  rootPlaceId: id,
  updatedAt: null,
  condition: 'shown' as const,
})

function drizzleWriter({ orm }: ReturnType<typeof connect>) {
  const { placeholder } = sql
  const known = orm
    .select({ updatedAt: universe.updatedAt, condition: universe.condition })
    .from(universe)
    .where(eq(universe.id, placeholder('id')))
    .prepare()
  const values = {
    id: placeholder('id'),
    name: placeholder('name'),
    rootPlaceId: placeholder('rootPlaceId'),
    updatedAt: placeholder('updatedAt'),
    condition: placeholder('condition'),
  }
  const set = {
    name: sql`excluded.name`,
    rootPlaceId: sql`excluded.root_place_id`,
    updatedAt: sql`excluded.updated_at`,
    condition: sql`excluded.condition`,
  }
  const put = orm.insert(universe).values(values).onConflictDoUpdate({ target: universe.id, set }).prepare()
  return (one: ReturnType<typeof factsOf>): void => {
    known.get({ id: one.id })
    put.run(one)
  }
}
