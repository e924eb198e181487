// The account of the demo: its games, channels, notifications, a rule, a member, a key with its usage, and revenue.
import type { Account } from '../domain/account.js'
import { DAY_MINUTES, dayOf } from '../domain/clock.js'
import type { Game } from '../domain/game.js'
import { DEFAULT_RULE, ROUTED_KINDS } from '../domain/notifications/settings.js'
import type { RevenueRow } from '../services/management/import-revenue.js'
import type { Services } from '../services/services.js'
import type { World } from '../simulator/world/world.js'
import { ROLES, type Story } from './story.js'
import type { StoryClock } from './story-clock.js'

export interface DemoAccount {
  readonly account: Account
  /** In the order of the world. */
  readonly games: readonly Game[]
  /** The secret of its API key. */
  readonly secret: string
}

/** Ids in the form of Discord's; nothing is sent to them, because the demo has no token. */
const GUILD = '1000000000000000001'
const FIRST_CHANNEL = 1_000_000_000_000_001_000n
const MEMBER = '1000000000000000007'

const ROLED: readonly number[] = Object.values(ROLES)
const DIGEST = { every: 'week', weekday: 1, at: 9 * 60, timeZone: 'UTC' } as const

export async function createDemoAccount(services: Services, world: World): Promise<DemoAccount> {
  const account = await services.accounts.create({ name: 'Demo studio', plan: 'enterprise' })
  await services.members.add(account, MEMBER, 'viewer')
  const games: Game[] = []
  for (const [index, { universeId }] of world.games.entries()) {
    const { game } = await services.games.add(account, { universeId })
    await services.games.change(game, { isPublic: true })
    games.push((await services.linkChannel(game, { channelId: channelOf(index), guildId: GUILD })).game)
    // The others have what is on by default: milestones and records.
    if (!ROLED.includes(index)) continue
    for (const kind of ROUTED_KINDS)
      await services.notifications.switchOn(game, kind, kind === 'digest' ? { digest: DIGEST } : {})
  }
  const watched = games[ROLES.failing]
  if (watched) await services.notifications.addRule({ ...DEFAULT_RULE, gameId: watched.id })
  const { secret } = await services.keys.create(account, 'demo')
  return { account, games, secret }
}

const channelOf = (index: number): string => `${FIRST_CHANNEL + BigInt(index)}`

/** A day's requests: fewer on weekends, more from week to week. */
const requestsOf = (day: number, firstDay: number): number => (day % 7 < 2 ? 40 : 90) + 3 * (day - firstDay)

/** Writes the usage of the key, a day at a time. */
export async function writeUsage(
  services: Services,
  { account }: DemoAccount,
  { story, clock }: { readonly story: Story; readonly clock: StoryClock },
): Promise<void> {
  const [key] = await services.keys.list(account)
  if (!key) return
  const firstDay = dayOf(story.from)
  for (let day = firstDay; day <= dayOf(story.until - 1); day++) {
    clock.set(Math.min(story.until - 1, day * DAY_MINUTES + DAY_MINUTES - 1))
    for (let count = requestsOf(day, firstDay); count > 0; count--) services.usage.record(account.id, key.id)
  }
  await services.usage.flush()
}

/** What a player of the day spends on average, in the platform's currency. */
const SPENT = 0.35

/** Writes the revenue of the updated game until yesterday; it follows the players at 18:00 UTC. */
export async function writeRevenue(
  services: Services,
  { games }: DemoAccount,
  { story, world }: { readonly story: Story; readonly world: World },
): Promise<void> {
  const game = games[ROLES.updated]
  if (!game) return
  const playersOn = (day: number): number => world.ccuAt(game.universeId, day * DAY_MINUTES + 18 * 60)
  async function* rows(): AsyncIterable<RevenueRow> {
    const first = dayOf(story.from)
    for (let day = first; day < dayOf(story.until); day++)
      yield { day, amount: Math.round(playersOn(day) * SPENT), line: day - first + 2 }
  }
  await services.importRevenue(game, rows())
}
