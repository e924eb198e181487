// Kills the whole service many times while it delivers, and starts it again on the same database.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/domain/clock.js'
import { openStore } from '../../../src/store/open-store.js'
import { recordFigure } from '../../ledger/ledger.js'
import { openBench } from '../../support/cli/run-cli.js'
import { startDiscordDouble } from '../../support/discord/double.js'
import { startService } from '../../support/start-service.js'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1)
const GUILD = '200000000000000001'
const CHANNELS = ['200000000000000010', '200000000000000013', '200000000000000014']

test(`a service killed ${ROUNDS} times while it delivers posts everything, once, in order`, {
  timeout: 60_000 + ROUNDS * 20_000,
}, async () => {
  const bench = await openBench()
  const channels = CHANNELS.map((id) => ({ id, name: `told-${id.slice(-2)}` }))
  const double = await startDiscordDouble({ guilds: [{ id: GUILD, name: 'Studio', ownerId: '1', channels }] })
  onTestFinished(() => double.close())
  const environment = { DISCORD_TOKEN: double.token, DISCORD_API_URL: double.apiUrl, POLL_CRON: '0 0 1 1 *' }
  const perChannel = 3 * (ROUNDS + 1)
  await fill(join(bench.folder, 'headcount.db'), perChannel)
  const posted = () => CHANNELS.map((id) => double.world.messagesIn(id).length)
  for (let round = 0; round < ROUNDS; round++) {
    // Killed after another number of posts each time, and not after more than the rounds have for each.
    const before = posted().reduce((sum, count) => sum + count, 0)
    const service = await startService(bench, environment)
    await expect
      .poll(() => posted().reduce((sum, count) => sum + count, 0), { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(before + 2 * (round % 6))
    await service.end('SIGKILL')
  }
  await startService(bench, environment)
  // What is left is posted at the pace of the limits of each channel.
  await expect.poll(posted, { timeout: 60_000 + ROUNDS * 3_000 }).toEqual(CHANNELS.map(() => perChannel))
  for (const id of CHANNELS) {
    const counts = double.world.messagesIn(id).map(({ embeds }) => /: (\d+) players/.exec(embeds[0]?.title ?? '')?.[1])
    expect(counts.map(Number)).toEqual(Array.from({ length: perChannel }, (_, index) => index + 1))
  }
  await recordFigure(
    'kills while delivering',
    `${ROUNDS} kills, ${perChannel * CHANNELS.length} notifications, each once`,
  )
})

/** One game for each channel, with this many records. */
async function fill(file: string, perChannel: number): Promise<void> {
  const store = await openStore(`file:${file}`, { clock: systemClock })
  const now = Date.now()
  const minute = Math.floor(now / 60_000)
  const account = await store.accounts.create({
    ...{ name: 'Studio', plan: 'enterprise', status: 'active', trialEndsAt: null, formerPlan: null, createdAt: now },
  })
  await store.guilds.link({ guildId: GUILD, accountId: account.id, linkedAt: now })
  for (const [index, channelId] of CHANNELS.entries()) {
    const universe = {
      id: 900 + index,
      name: `Game ${index}`,
      rootPlaceId: 1,
      updatedAt: null,
      condition: 'shown',
    } as const
    const draft = { accountId: account.id, universe, channelId, createdAt: now, maxGames: 9 }
    const added = await store.games.add(draft)
    if (added.outcome === 'full') throw new Error('The account is full.')
    for (let ccu = 1; ccu <= perChannel; ccu++) {
      const facts = { kind: 'record', ccu, previous: ccu - 1 } as const
      const about = { gameId: added.game.id, accountId: account.id, kind: 'record', subject: `ccu:${ccu}` } as const
      await store.outbox.add({ ...about, occurredAt: minute, facts }, now)
    }
  }
  store.close()
}
