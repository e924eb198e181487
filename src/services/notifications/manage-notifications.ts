// Manages notification settings: kinds switched on and off per game, alert rules, and paused channels; and lists
// notifications with their outcomes.
import type { Account } from '../../domain/account.js'
import type { AuditAction } from '../../domain/audit/audit-entry.js'
import { type Clock, DAY_MS, type Minute } from '../../domain/clock.js'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import { type Notification, readIdempotencyKey, routedAs } from '../../domain/notifications/notification.js'
import {
  channelOf,
  checkRule,
  type DigestPlan,
  isOnByDefault,
  isSameRule,
  type NotificationRoute,
  type QuietHours,
  type RoutedKind,
  type Rule,
  type RuleChoice,
  type RuleDraft,
  ruleText,
} from '../../domain/notifications/settings.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfGame } from '../audit/notes.js'
import { SerialWork } from '../insights/hourly/serial-work.js'
import { groupsOfDifferent, mapInTurns } from '../reading/in-turns.js'
import { type NotificationSettings, readAccountSettings, routeWith } from './evaluation-settings.js'

/** Omitted properties stay unchanged. */
export interface RouteChange {
  readonly channelId?: string | undefined
  readonly digest?: DigestPlan | undefined
  readonly roleId?: string | undefined
  readonly quietHours?: QuietHours | undefined
  readonly isPublished?: boolean | undefined
  readonly inThreads?: boolean | undefined
}

export interface ListedNotification {
  readonly notification: Notification
  /** Undefined if the game was removed. */
  readonly gameName: string | undefined
}

export interface ListNotificationsQuery {
  /** Undefined means all accounts. */
  readonly account?: Account | undefined
  readonly gameIds?: readonly number[] | undefined
  readonly limit: number
}

/** Limited because each rule is evaluated at every tick. */
const MAX_RULES = 20
/** Games that get a rule in one transaction: other requests wait for it. */
const RULE_BATCH_SIZE = 50
/** How many later notifications of the game are searched for changes of a message. */
const MAX_EDITS = 50
/** A notification this recent, in milliseconds, counts as being delivered, not as undelivered. */
const MAX_DELIVERY_AGE_MS = 120_000

export function createManageNotifications({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  const { routes, rules, outbox } = store
  /** A form that is sent twice at once adds its rule once. */
  const additions = new SerialWork()

  const of = async ({ id }: Pick<Game, 'id'>): Promise<NotificationSettings> => ({
    routes: await routes.ofGame(id),
    rules: await rules.ofGame(id),
  })

  const changedRoute = async (
    game: Game,
    kind: RoutedKind,
    changed: Partial<NotificationRoute>,
  ): Promise<NotificationRoute> => routeWith(changed, { game, kind, routes: await routes.ofGame(game.id) })

  /** The note of a change of a rule. */
  const noteOf = async (action: AuditAction, { gameId }: Rule, choice: RuleChoice) => {
    const game = await store.games.byId(gameId)
    return () => game && noteOfGame(action, game, ruleText(choice))
  }

  /** Returns undefined for a rule of another account. */
  const ruleOf = async (account: Account, id: number): Promise<Rule | undefined> => {
    const rule = await rules.byId(id)
    const game = rule && (await store.games.byId(rule.gameId))
    return game?.accountId === account.id ? rule : undefined
  }

  const requireRule = async (account: Account, id: number): Promise<Rule> => {
    const rule = await ruleOf(account, id)
    if (!rule) throw rejection('NOT_FOUND', { name: 'unknown rule', facts: {} })
    return rule
  }

  const addToEach = async (games: readonly Game[], choice: RuleChoice, channelId: string | undefined) => {
    checkRule(choice)
    const [first] = games
    if (first === undefined) throw rejection('INVALID_PARAMETERS', { name: 'unknown game', facts: {} })
    const settingsOf = await readAccountSettings(store, first.accountId)
    const added: Game[] = []
    for (const game of games) {
      const known = settingsOf(game).rules
      if (known.some((rule) => isSameRule(rule, choice))) continue
      if (known.length >= MAX_RULES)
        throw rejection('INVALID_PARAMETERS', { name: 'too many rules', facts: { most: MAX_RULES } })
      added.push(game)
    }
    const alertRoute = { enabled: true, ...(channelId === undefined ? {} : { channelId }) }
    const isNew = new Set(added)
    const [named = first] = added
    const note = {
      action: added.length === 0 ? 'notifications switched on' : 'rule added',
      accountId: first.accountId,
      subject: `${added.length > 1 ? `${added.length} games` : named.name}: ${ruleText(choice)}`,
    } as const
    const save = audit.commitInParts(note)
    await mapInTurns([...groupsOfDifferent(games, RULE_BATCH_SIZE, ({ id }) => id)], 1, async (part) => {
      // A game may have been muted since the first part.
      const alertRoutes = await Promise.all(part.map((game) => changedRoute(game, 'alert', alertRoute)))
      const newGames = part.filter((game) => isNew.has(game))
      const write = () => [
        ...alertRoutes.map((route) => routes.put(route)),
        ...newGames.map(({ id }) => rules.add({ ...choice, gameId: id, createdAt: clock.now() })),
      ]
      return save(() => Promise.all(write()))
    })
    return { added, existing: games.filter((game) => !isNew.has(game)) }
  }

  return {
    of,

    /** Of each of its games. */
    ofAccount: ({ id }: Account) => readAccountSettings(store, id),

    /** The channel of the kind's notifications of a game, even if the kind is switched off. */
    channelOf: async (game: Game, kind: RoutedKind): Promise<string | undefined> => {
      const route = (await routes.ofGame(game.id)).find((one) => one.kind === kind)
      return channelOf(kind, game, { channelId: route?.channelId ?? null, enabled: true })
    },

    switchOn: async (game: Game, kind: RoutedKind, change: RouteChange): Promise<void> => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      const route = await changedRoute(game, kind, { ...Object.fromEntries(given), enabled: true, mutedUntil: null })
      await audit.commit(noteOfGame('notifications switched on', game, kind), () => routes.put(route))
    },

    /** Posts nothing of this kind about the game before that minute; null ends it. */
    mute: async (game: Game, kind: RoutedKind, until: Minute | null): Promise<void> => {
      const before = (await routes.ofGame(game.id)).find((route) => route.kind === kind)
      const enabled = before?.enabled ?? isOnByDefault(kind)
      const route = await changedRoute(game, kind, { enabled, mutedUntil: until })
      await audit.commit(noteOfGame('notifications muted', game, kind), () => routes.put(route))
    },

    /** The notification of this account that was posted under the key, as its message was last changed. */
    posted: async (account: Account, key: string): Promise<Notification | undefined> => {
      const named = readIdempotencyKey(key)
      const original = named && (await outbox.byId(named.id))
      if (original?.accountId !== account.id || original.occurredAt !== named?.occurredAt) return undefined
      const { gameId, kind, subject } = original
      const filter = {
        accountId: account.id,
        gameIds: [gameId],
        kinds: [kind],
        states: ['sent'],
        limit: MAX_EDITS,
      } as const
      const edit = (await outbox.list(filter)).find(
        ({ follows }) => follows?.as === 'edit' && follows.subject === subject,
      )
      return edit ?? original
    },

    switchOff: async (game: Game, kind: RoutedKind): Promise<void> => {
      const route = await changedRoute(game, kind, { enabled: false })
      await audit.commit(noteOfGame('notifications switched off', game, kind), () => routes.put(route))
    },

    /** Rejects a rule with a value out of bounds or a combination that has no meaning. */
    checkRule,

    /**
     * Adds a rule to each of the games that has no such rule yet; of the others, only the channel may change. Without a channel, each
     * keeps its own. A choice that is rejected is added to none. After a crash some of hundreds may have it: adding it again adds the rest.
     */
    addRules: (games: readonly Game[], choice: RuleChoice, channelId: string | undefined) =>
      additions.run(() => addToEach(games, choice, channelId), { isUrgent: true }),

    /** Null means the game's own channel. */
    moveAlerts: async (game: Game, channelId: string | null): Promise<void> => {
      const route = await changedRoute(game, 'alert', { enabled: true, channelId })
      await audit.commit(noteOfGame('notifications switched on', game, 'alert'), () => routes.put(route))
    },

    addRule: async (draft: Omit<RuleDraft, 'createdAt'>): Promise<Rule> => {
      if ((await rules.ofGame(draft.gameId)).length >= MAX_RULES)
        throw rejection('INVALID_PARAMETERS', { name: 'too many rules', facts: { most: MAX_RULES } })
      checkRule(draft)
      const game = await store.games.byId(draft.gameId)
      return audit.commit(
        () => game && noteOfGame('rule added', game, ruleText(draft)),
        () => rules.add({ ...draft, createdAt: clock.now() }),
      )
    },

    ruleOf,

    /** Changes a rule in place. It begins again: a state that the former rule was in is forgotten. */
    changeRule: async (account: Account, id: number, choice: RuleChoice): Promise<Rule> => {
      const rule = await requireRule(account, id)
      checkRule(choice)
      const changed = { minutes: null, ...choice, createdAt: clock.now() }
      await audit.commit(await noteOf('rule changed', rule, choice), () => rules.change(id, changed))
      return { ...rule, ...changed }
    },

    pauseRule: async (account: Account, id: number, isPaused: boolean): Promise<Rule> => {
      const rule = await requireRule(account, id)
      const note = await noteOf(isPaused ? 'rule paused' : 'rule resumed', rule, rule)
      await audit.commit(note, () => rules.setPaused(id, isPaused, clock.now()))
      return { ...rule, isPaused }
    },

    removeRule: async (account: Account, id: number): Promise<Rule> => {
      const rule = await requireRule(account, id)
      await audit.commit(await noteOf('rule removed', rule, rule), () => rules.remove(id))
      return rule
    },

    pauses: (channelIds: readonly string[]) => routes.paused(channelIds),

    /** Ends the pause of a channel that a person has repaired; its pending notifications are sent at once. */
    resume: (channelId: string): Promise<void> => routes.resume(channelId),

    /** The notifications that were not delivered, newest first. */
    undelivered: async (account: Account, limit: number): Promise<Notification[]> => {
      const states = ['pending', 'uncertain', 'dead_letter'] as const
      const found = await outbox.list({ accountId: account.id, states, limit })
      const isLate = ({ state, createdAt }: Notification): boolean =>
        state !== 'pending' || clock.now() - createdAt > MAX_DELIVERY_AGE_MS
      return found.filter((one) => routedAs(one.kind) !== 'direct' && (one.reason !== null || isLate(one)))
    },

    /** Of all accounts, newest first: given up, possibly sent, or waiting after a failed attempt. */
    failed: async (limit: number): Promise<ListedNotification[]> => withGames(store, await outbox.failed(limit)),

    /** Lets a failed notification be delivered at once, for a day; a pause of its channel ends. */
    retry: async (id: number): Promise<void> => {
      const notification = await outbox.byId(id)
      if (notification === undefined) throw notFailed()
      const game = await store.games.byId(notification.gameId)
      const { channelId } = await withRoute(store, { ...notification, state: 'pending' }, game)
      await audit.commit(
        (isDone: boolean) => {
          if (!isDone) throw notFailed()
          return { action: 'notification retried', accountId: null, subject: `${id}` }
        },
        async () => {
          const resumed = channelId === null ? undefined : routes.resume(channelId)
          return Promise.all([resumed, outbox.retry(id, clock.now() + DAY_MS)]).then(([, isDone]) => isDone)
        },
      )
    },

    /** Notifications in all states, with the reasons, newest first. */
    list: async ({ account, gameIds, limit }: ListNotificationsQuery): Promise<ListedNotification[]> => {
      const about = { ...(account && { accountId: account.id }), ...(gameIds && { gameIds }) }
      const found = await outbox.list({ ...about, limit })
      return withGames(store, found)
    },
  }
}

const notFailed = (): HeadcountError => rejection('NOT_FOUND', { name: 'not a failed notification', facts: {} })

async function withGames(store: Store, found: readonly Notification[]): Promise<ListedNotification[]> {
  const ids = new Set(found.map(({ gameId }) => gameId))
  const games = await Promise.all([...ids].map((id) => store.games.byId(id)))
  const byId = new Map(games.flatMap((game) => (game === undefined ? [] : [[game.id, game] as const])))
  const listed: ListedNotification[] = []
  for (const notification of found) {
    const game = byId.get(notification.gameId)
    listed.push({ notification: await withRoute(store, notification, game), gameName: game?.name })
  }
  return listed
}

/** Adds the channel of a pending notification, taken from its route, and the reason of a pause if it has no other. */
async function withRoute({ routes }: Store, notification: Notification, game: Game | undefined): Promise<Notification> {
  const kind = routedAs(notification.kind)
  if (notification.state !== 'pending' || kind === 'direct' || game === undefined) return notification
  const route = (await routes.ofGame(game.id)).find((one) => one.kind === kind)
  const channelId = channelOf(kind, game, route)
  if (channelId === undefined) return notification
  const [pause] = await routes.paused([channelId])
  return { ...notification, channelId, reason: notification.reason ?? pause?.reason ?? null }
}
