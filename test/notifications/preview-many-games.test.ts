// The preview of a rule on an installation with more games than it compares.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import { createPreviewRule } from '../../src/services/notifications/preview-rule.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, blockOf, createAccount, NOW, sample } from '../store/contract/support.js'

const GAMES = 60
const MINUTE = NOW / 60_000
const FIRST = MINUTE - 24 * 60
const BEGINS = MINUTE - 12 * 60
const RULE = { ...DEFAULT_RULE, condition: { is: 'below', value: 600 } } as const

test('of many games fifty tell whether Roblox fell as a whole, the game itself among them [INSIGHTS-63]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-preview-'))
  const clock = { now: () => NOW, monotonic: () => NOW }
  const store = await openStore(`file:${join(folder, 'preview.db')}`, { clock })
  const account = await createAccount(store, { plan: 'enterprise' })
  const isFallen = (minute: number) => minute >= BEGINS && minute < BEGINS + 90
  for (let id = 1; id <= GAMES; id++) {
    await addGame(store, account.id, id, { createdAt: 0, maxGames: GAMES })
    const samples = Array.from({ length: 24 * 60 }, (_, row) => FIRST + row).map((minute) =>
      sample(id, minute, isFallen(minute) ? 400 : 1_000),
    )
    await store.series.importBlock(blockOf(id, samples))
  }
  const game = (await store.games.active()).find(({ universeId }) => universeId === GAMES)
  if (game === undefined) throw new Error('The game was added.')
  const { alerts, platformDrops } = await createPreviewRule({ store, clock, plans: DEFAULT_PLANS })(account, game, RULE)
  store.close()
  await rm(folder, { recursive: true })
  expect(alerts).toEqual([])
  expect(platformDrops).toHaveLength(1)
  expect(platformDrops[0]?.facts).toMatchObject({ universes: 50, fell: 50 })
  expect(platformDrops[0]?.facts.gameIds).toContain(game.id)
})
