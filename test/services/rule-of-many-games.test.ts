// A rule that is added to many games at once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { OPERATOR_ACTOR } from '../../src/domain/audit/audit-entry.js'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { createAuditLog } from '../../src/services/audit/audit-log.js'
import { createManageNotifications } from '../../src/services/notifications/manage-notifications.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, createAccount, NOW } from '../store/contract/support.js'

const GAMES = 120

const ROUTE = { channelId: null, enabled: false, digest: null }
const clock = { now: () => NOW, monotonic: () => NOW }

async function openGames() {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-rules-'))
  const store = await openStore(`file:${join(folder, 'rules.db')}`, { clock })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  const account = await createAccount(store, { plan: 'enterprise' })
  for (let id = 1; id <= GAMES; id++) await addGame(store, account.id, id, { maxGames: GAMES })
  return { store, account, games: await store.games.ofAccount(account.id) }
}

test('is written for some of them in each turn of the event loop, with one entry of the audit log', async () => {
  const { store, account, games } = await openGames()
  let [ofTurn, most] = [0, 0]
  const add: typeof store.rules.add = (draft) => {
    if (ofTurn++ === 0)
      setImmediate(() => {
        ofTurn = 0
      })
    most = Math.max(most, ofTurn)
    return store.rules.add(draft)
  }
  const watched = { ...store, rules: { ...store.rules, add } }
  const audit = createAuditLog({ store, clock })
  const { addRules } = createManageNotifications({ store: watched, clock, audit })
  const [first] = games
  const { added, existing } = await audit.as(OPERATOR_ACTOR, async () => {
    await addRules(first === undefined ? [] : [first], DEFAULT_RULE, undefined)
    return addRules(games, DEFAULT_RULE, '100200300')
  })
  expect([added.length, existing]).toEqual([GAMES - 1, [first]])
  expect(most).toBeLessThanOrEqual(50)
  const routes = await store.routes.all()
  expect(routes.filter(({ channelId }) => channelId === '100200300')).toHaveLength(GAMES)
  expect((await store.rules.all()).map(({ gameId }) => gameId).sort()).toEqual(games.map(({ id }) => id).sort())
  const entries = await audit.list({ accountId: account.id, limit: 9 })
  expect(entries.map(({ subject }) => subject.split(':')[0])).toContain('119 games')
  expect(entries).toHaveLength(2)
})

test('leaves what somebody changes meanwhile in a game that is not written yet', async () => {
  const { store, games } = await openGames()
  const last = games.at(-1)?.id ?? 0
  let isMuted = false
  const add: typeof store.rules.add = async (draft) => {
    if (!isMuted) {
      isMuted = true
      setImmediate(() => void store.routes.put({ gameId: last, kind: 'alert', ...ROUTE, mutedUntil: 99 }))
    }
    return store.rules.add(draft)
  }
  const watched = { ...store, rules: { ...store.rules, add } }
  const { addRules } = createManageNotifications({ store: watched, clock, audit: createAuditLog({ store, clock }) })
  await addRules(games, DEFAULT_RULE, undefined)
  expect(await store.routes.ofGame(last)).toMatchObject([{ kind: 'alert', enabled: true, mutedUntil: 99 }])
})

test('switches nothing on for a game whose rule could not be written', async () => {
  const { store, games } = await openGames()
  // There is no such game, so the database rejects the rule.
  const add: typeof store.rules.add = (draft) =>
    store.rules.add(draft.gameId === games.at(-1)?.id ? { ...draft, gameId: GAMES * 2 } : draft)
  const watched = { ...store, rules: { ...store.rules, add } }
  const { addRules } = createManageNotifications({ store: watched, clock, audit: createAuditLog({ store, clock }) })
  await expect(addRules(games, DEFAULT_RULE, undefined)).rejects.toThrow()
  const withRule = (await store.rules.all()).map(({ gameId }) => gameId).sort()
  expect((await store.routes.all()).map(({ gameId }) => gameId).sort()).toEqual(withRule)
  expect(withRule).toHaveLength(100)
})
