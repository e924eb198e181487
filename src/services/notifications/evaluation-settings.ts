// The settings on which an evaluation depends besides history: tracked games and their notification settings; and those of one
// account, for people. Also announces, once per server, that a migration changed rules that nobody had edited, so that they compare with the usual.

import { z } from 'zod'
import type { Account } from '../../domain/account.js'
import { type Clock, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import { mayReportFall } from '../../domain/notifications/evaluators/rule-state.js'
import { type NotificationDraft, routedAs } from '../../domain/notifications/notification.js'
import { channelOf, type NotificationRoute, type RoutedKind, type Rule } from '../../domain/notifications/settings.js'
import type { Plans } from '../../domain/plan.js'
import { cachedUntil, isTrackingChange } from '../../domain/ports/events.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce } from '../../domain/rules/entitlement.js'
import type { Span } from '../../domain/rules/span.js'

export interface EvaluationSettings {
  /** The active games of all accounts, by id. */
  readonly games: readonly Game[]
  readonly universes: readonly number[]
  peersOf(game: Game): readonly Game[]
  rulesOf(game: Game): readonly Rule[]
  /** The spans that managers marked as expected; they are excluded from the usual. */
  excludedOf(game: Game): readonly Span[]
  routeOf(game: Game, kind: RoutedKind): NotificationRoute | undefined
  /**
   * Minutes between the samples that the game's account reads, by the plan in force: an expired account uses the free
   * plan.
   */
  intervalOf(game: Game): number
  /** Whether its kind is switched on and has a channel. */
  isWanted(notification: NotificationDraft): boolean
  isOn(game: Game, kind: RoutedKind): boolean
  /**
   * The server that receives this kind of the game's notifications if the account has several; null if it has one or
   * the server is unknown.
   */
  serverOf(game: Game, kind: RoutedKind): string | null
  universeOf(gameId: number): number
  /** The servers that are notified of incidents of the platform: those that are notified of incidents of a game. */
  readonly incidentServers: readonly NewsServer[]
  /** The servers that are notified of falls of the platform: also those with a rule about fewer players of a game. */
  readonly fallServers: readonly NewsServer[]
}

/** A server that gets news of the platform, in one channel, whatever the number of its games. */
export interface NewsServer {
  readonly accountId: number
  /** Null if the server is unknown. */
  readonly server: string | null
  /** The channel that the server chose for such news, or else the first of its games' channels, by game id. */
  readonly channelId: string
  /** The server's games whose settings ask for such news, ascending by id; at least one. */
  readonly games: readonly [Game, ...Game[]]
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
}

/** Reads again only after a relevant change, because 500 games have thousands of rows of settings. */
export function settingsReader(ports: Deps): () => Promise<EvaluationSettings> {
  return cachedUntil(ports.store.events, isTrackingChange, () => readSettings(ports))
}

async function readSettings({ store, clock, plans }: Deps): Promise<EvaluationSettings> {
  const games = await store.games.active()
  const accounts = new Map((await store.accounts.list()).map((account) => [account.id, account]))
  const routes = new Map((await store.routes.all()).map((route) => [keyOf(route.gameId, route.kind), route]))
  const rules = grouped(
    (await store.rules.all()).filter(({ isPaused }) => !isPaused),
    (rule) => rule.gameId,
  )
  const expected = grouped(await store.expectedSpans.all(), (span) => span.gameId)
  const peers = grouped(games, (game) => game.accountId)
  const byId = new Map(games.map((game) => [game.id, game]))
  const routedChannel = (game: Game, kind: RoutedKind) => channelOf(kind, game, routes.get(keyOf(game.id, kind)))
  const isOn = (game: Game, kind: RoutedKind): boolean => routedChannel(game, kind) !== undefined
  const serverOf = await serverReader(store, [...peers.keys()])
  return {
    games,
    universes: [...new Set(games.map((game) => game.universeId))].sort((a, b) => a - b),
    peersOf: (game) => peers.get(game.accountId) ?? [],
    rulesOf: (game) => rules.get(game.id) ?? [],
    excludedOf: (game) => expected.get(game.id) ?? [],
    routeOf: (game, kind) => routes.get(keyOf(game.id, kind)),
    intervalOf: (game) => intervalOf(accounts.get(game.accountId), plans, clock.now()),
    isWanted: ({ gameId, kind, fixedChannelId }) => {
      // The servers of such news were chosen when it was drafted.
      if (fixedChannelId != null) return true
      const game = byId.get(gameId)
      const routed = routedAs(kind)
      return game !== undefined && routed !== 'direct' && isOn(game, routed)
    },
    isOn,
    serverOf: (game, kind) => serverOf(game.accountId, routedChannel(game, kind)),
    universeOf: (gameId) => byId.get(gameId)?.universeId ?? 0,
    incidentServers: await newsServers(store, games, (game) => routedChannel(game, 'status')),
    fallServers: await newsServers(
      store,
      games,
      (game) =>
        routedChannel(game, 'status') ??
        ((rules.get(game.id) ?? []).some(mayReportFall) ? routedChannel(game, 'alert') : undefined),
    ),
  }
}

async function newsServers(
  { guilds, guildSettings }: Store,
  games: readonly Game[],
  channelOfGame: (game: Game) => string | undefined,
): Promise<NewsServer[]> {
  const servers = await guildSettings.channels()
  const found = new Map<string, NewsServer & { readonly games: Game[] }>()
  for (const game of [...games].sort((a, b) => a.id - b.id)) {
    const [{ accountId }, channelId] = [game, channelOfGame(game)]
    if (channelId === undefined) continue
    const linked = servers.has(channelId) ? [] : await guilds.ofAccount(accountId)
    const server = servers.get(channelId) ?? (linked.length === 1 ? linked[0]?.guildId : undefined) ?? null
    const key = `${accountId} ${server}`
    const group = found.get(key)
    if (group !== undefined) {
      group.games.push(game)
      continue
    }
    const chosen = server === null ? null : (await guildSettings.of(server)).newsChannelId
    found.set(key, { accountId, server, channelId: chosen ?? channelId, games: [game] })
  }
  return [...found.values()]
}

/** Most accounts have one server, so no server has to be determined. */
async function serverReader({ guilds, guildSettings }: Store, accountIds: readonly number[]) {
  const servers = await guildSettings.channels()
  const multiServerAccounts = new Set<number>()
  for (const id of accountIds) if ((await guilds.ofAccount(id)).length > 1) multiServerAccounts.add(id)
  return (accountId: number, channelId: string | undefined): string | null =>
    channelId !== undefined && multiServerAccounts.has(accountId) ? (servers.get(channelId) ?? null) : null
}

const keyOf = (gameId: number, kind: RoutedKind): string => `${gameId} ${kind}`

const intervalOf = (account: Account | undefined, plans: Plans, now: number): number =>
  (account === undefined ? plans.free : planInForce(account, plans, now)).intervalMinutes

export function grouped<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** Written by the migration: the ids of the rules. */
const SETTING = 'rules.moved_to_usual'
const NO_GAMES = '[]'
const movedRules = z.array(z.int())

/** A crash before the setting is cleared adds nothing again, because a notification is stored once per subject. */
export async function announceMovedRules(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  settings: EvaluationSettings,
): Promise<void> {
  const text = await store.settings.get(SETTING)
  if (text === undefined || text === NO_GAMES) return
  const ids = new Set(movedRules.parse(JSON.parse(text)))
  const isMoved = (game: Game) => settings.rulesOf(game).some(({ id }) => ids.has(id))
  const servers = new Map<string, Game[]>()
  for (const game of settings.games) {
    if (!isMoved(game) || !settings.isOn(game, 'alert')) continue
    const key = `${game.accountId} ${settings.serverOf(game, 'alert') ?? ''}`
    servers.set(key, [...(servers.get(key) ?? []), game])
  }
  const now = clock.now()
  for (const games of servers.values()) {
    const [first] = games
    if (first === undefined) continue
    const facts = { kind: 'rules_moved', gameIds: games.map(({ id }) => id) } as const
    const draft = { gameId: first.id, accountId: first.accountId, kind: facts.kind, subject: 'usual' }
    await store.outbox.add({ ...draft, occurredAt: minuteOf(now), facts }, now)
  }
  await store.settings.set(SETTING, NO_GAMES)
}

export interface NotificationSettings {
  readonly routes: readonly NotificationRoute[]
  readonly rules: readonly Rule[]
}

/**
 * The settings of all games of an account, in two reads however many games it has: a read for each game would stop all others for a
 * second where there are thousands.
 */
export async function readAccountSettings(
  { routes, rules }: Pick<Store, 'routes' | 'rules'>,
  accountId: number,
): Promise<(game: Pick<Game, 'id'>) => NotificationSettings> {
  const routesOf = grouped(await routes.ofAccount(accountId), ({ gameId }) => gameId)
  const rulesOf = grouped(await rules.ofAccount(accountId), ({ gameId }) => gameId)
  return ({ id }) => ({ routes: routesOf.get(id) ?? [], rules: rulesOf.get(id) ?? [] })
}

/** The route of that kind, changed; one that was never chosen is on, in the game's own channel. */
export function routeWith(
  changed: Partial<NotificationRoute>,
  { game, kind, routes }: Pick<NotificationSettings, 'routes'> & { readonly game: Game; readonly kind: RoutedKind },
): NotificationRoute {
  const before = routes.find((route) => route.kind === kind)
  return { channelId: null, digest: null, enabled: true, ...before, ...changed, gameId: game.id, kind }
}
