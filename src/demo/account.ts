// The account of the demo: its games, channels, notifications, a rule, a member, a key with its usage, and revenue.
import type { Account } from '../domain/account.js'
import { DAY_MINUTES, dayOf } from '../domain/clock.js'
import type { Game } from '../domain/game.js'
import { DEFAULT_RULE } from '../domain/notifications/settings.js'
import type { RevenueRow } from '../services/management/import-revenue.js'
import type { Services } from '../services/services.js'
import type { World } from '../simulator/world/world.js'
import { ROLES, type Story } from './story.js'
import type { StoryClock } from './story-clock.js'

export interface DemoAccount {
  readonly account: Account
  /** By the index in the world. */
  readonly games: ReadonlyMap<number, Game>
  /** The secret of its API key. */
  readonly secret: string
}

const ROLE_INDEXES: readonly number[] = Object.values(ROLES)

/** Whether the game has a part in the story. The account has these from the beginning; the others are added later. */
export const isInStory = (index: number): boolean => ROLE_INDEXES.includes(index)

/** Ids in the form of Discord's; nothing is sent to them, because the demo has no token. */
const GUILD = '1000000000000000001'
const FIRST_CHANNEL = 1_000_000_000_000_001_000n
const MEMBER = '1000000000000000007'

const DIGEST = { every: 'week', weekday: 1, at: 9 * 60, timeZone: 'UTC' } as const

/** With the games that have a part in the story. */
export async function createDemoAccount(services: Services, world: World): Promise<DemoAccount> {
  const account = await services.accounts.create({ name: 'Demo studio', plan: 'enterprise' })
  await services.members.add(account, MEMBER, 'viewer')
  const games = await addGames(services, { account, world, indexes: ROLE_INDEXES })
  for (const game of games.values())
    for (const kind of ['alert', 'status', 'report_card'] as const)
      await services.notifications.switchOn(game, kind, {})
  const [updated, failing] = [games.get(ROLES.updated), games.get(ROLES.failing)]
  if (updated) await services.notifications.switchOn(updated, 'digest', { digest: DIGEST })
  if (failing) await services.notifications.addRule({ ...DEFAULT_RULE, gameId: failing.id })
  const { secret } = await services.keys.create(account, 'demo')
  return { account, games, secret }
}

interface AddGamesProps {
  readonly account: Account
  readonly world: World
  /** The indexes of the games in the world. */
  readonly indexes: readonly number[]
}

async function addGames(services: Services, { account, world, indexes }: AddGamesProps): Promise<Map<number, Game>> {
  const games = new Map<number, Game>()
  for (const index of indexes) {
    const universeId = world.games[index]?.universeId ?? 0
    const { game } = await services.games.add(account, { universeId })
    await services.games.change(game, { isPublic: true })
    const { game: linked } = await services.linkChannel(game, { channelId: channelOf(index), guildId: GUILD })
    games.set(index, linked)
  }
  return games
}

/** Adds the games that have no part in the story; they have what is on by default: milestones and records. */
export async function addOtherGames(services: Services, demo: DemoAccount, world: World): Promise<DemoAccount> {
  const indexes = [...world.games.keys()].filter((index) => !isInStory(index))
  const others = await addGames(services, { account: demo.account, world, indexes })
  return { ...demo, games: new Map([...demo.games, ...others]) }
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
const SPENDING_RATE = 0.35

/** Writes the revenue of the updated game until yesterday; it follows the players at 18:00 UTC. */
export async function writeRevenue(
  services: Services,
  { games }: DemoAccount,
  { story, world }: { readonly story: Story; readonly world: World },
): Promise<void> {
  const game = games.get(ROLES.updated)
  if (!game) return
  const playersOn = (day: number): number => world.ccuAt(game.universeId, day * DAY_MINUTES + 18 * 60)
  async function* rows(): AsyncIterable<RevenueRow> {
    const first = dayOf(story.from)
    for (let day = first; day < dayOf(story.until); day++)
      yield { day, amount: Math.round(playersOn(day) * SPENDING_RATE), line: day - first + 2 }
  }
  await services.importRevenue(game, rows(), new AbortController().signal)
}
