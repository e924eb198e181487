// A change and its entry of the audit log are one transaction: with a database that accepts no entry, nothing is changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUDIT_ACTIONS, OPERATOR_ACTOR } from '../../src/domain/audit/audit-entry.js'
import { MINUTE_MS } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { Database } from '../../src/store/sqlite/driver.js'
import type { Tenant } from '../support/start-http.js'
import { startWeb, type TestWeb } from '../web/support/start-web.js'
import { AUDITED_CHANGES, CHANNEL, changeIn, failedNotification, GUILD, now } from './audited-changes.js'

const FORBIDDEN = "CREATE TRIGGER no_entries BEFORE INSERT ON audit_entry BEGIN SELECT RAISE(ABORT, 'no room'); END"

let web: TestWeb
let file: InstanceType<typeof Database>
let game: Game
let other: Game
let tenant: Tenant

beforeAll(async () => {
  web = await startWeb()
  tenant = await web.tenant({ name: 'Small', plan: 'free' })
  game = await web.track(0)
  other = await web.track(1)
  await web.services.members.add(web.account, '90000001', 'owner')
  await web.services.guilds.link(web.account, GUILD)
  await web.tick()
  changeIn({ web, tenant, game, other })
  file = new Database(web.databaseFile)
})
afterAll(async () => {
  file.close()
  await web.stop()
})

/** What is stored, besides when the store was last tested. */
function everyRow(): Readonly<Record<string, unknown>> {
  const tables = file.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  return Object.fromEntries(tables.map(({ name }) => [name, file.prepare(`SELECT * FROM "${name}"`).all()]))
}

const entries = () => web.services.audit.list({ limit: 1000 })

const cases = AUDIT_ACTIONS.flatMap((action) =>
  Object.entries(AUDITED_CHANGES[action]).map(([way, prepare]) => ({ action, way, prepare })),
)

describe.each(cases)('$action: $way', ({ action, prepare }) => {
  it('comes with its entry, or not at all [WEB-54]', async () => {
    const change = await prepare()
    const before = everyRow()
    file.exec(FORBIDDEN)
    try {
      await expect(web.services.audit.as(OPERATOR_ACTOR, change)).rejects.toThrow('no room')
    } finally {
      file.exec('DROP TRIGGER no_entries')
    }
    expect(everyRow()).toEqual(before)
    const known = (await entries()).length
    await web.services.audit.as(OPERATOR_ACTOR, change)
    expect(everyRow()).not.toEqual(before)
    const [newest, ...older] = await entries()
    expect(newest?.action).toBe(action)
    expect(older).toHaveLength(known)
  })
})

it('what is rejected has no entry and changes nothing, of several parts neither [WEB-54]', async () => {
  const { audit, notifications } = web.services
  const id = await failedNotification()
  await web.store.outbox.retry(id, web.clock.now() + MINUTE_MS)
  await notifications.switchOn(game, 'record', { channelId: CHANNEL })
  await web.store.routes.pause({ channelId: CHANNEL, reason: 'gone', since: now(), until: now() + 60 })
  const before = everyRow()
  await expect(audit.as(OPERATOR_ACTOR, () => notifications.retry(id))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(everyRow()).toEqual(before)
})
