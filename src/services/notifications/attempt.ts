// One attempt at one notification, within step 4 of 7: claim, rendering, post, outcome, one after the other. The renderer and
// the sender return their results as values. A crash between the claim and the outcome leaves the claim.
import { statusAt } from '../../domain/account.js'
import { type Clock, MINUTE_MS } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import { idempotencyKeyOf, type Notification, routedAs } from '../../domain/notifications/notification.js'
import type { DeliveryOutcome, DueNotification } from '../../domain/notifications/outbox.js'
import type {
  Address,
  BatchEntry,
  Content,
  ContentRenderer,
  Destination,
  FailedPostResult,
  LookupResult,
  NotificationSender,
  PostForm,
  PostResult,
} from '../../domain/notifications/sender.js'
import type { Store } from '../../domain/ports/store.js'
import { canceled, outcomeOfLookup, outcomeOfPost, outcomeWithoutPost } from './outcome.js'

export interface DeliveryDeps {
  readonly store: Store
  readonly clock: Clock
  readonly render: ContentRenderer
  readonly sender: NotificationSender
}

/** What all attempts of a delivery run share. */
export interface Delivery extends DeliveryDeps {
  /** Channels whose server is recorded in the store. */
  readonly notedChannels: Set<string>
  readonly stop: AbortSignal
}

/** Discord remembers a nonce for "a few minutes": within this time, posting again creates no second message. */
const NONCE_LIFETIME_MS = 2 * MINUTE_MS
const MAX_REASON_LENGTH = 200

export async function attempt(delivery: Delivery, due: DueNotification): Promise<void> {
  const { store, clock } = delivery
  const notification = await store.outbox.claim(due.notification.id, due.channelId, clock.now())
  if (notification === undefined) return
  const game = await gameOf(store, notification, due)
  const original = await store.outbox.originalOf(notification)
  const to = original?.channelId == null ? await addressOf(store, notification) : { channelId: original.channelId }
  const outcome =
    game === undefined
      ? canceled('The game was removed.')
      : to === undefined
        ? canceled('These notifications were switched off, or no channel is set.')
        : ((await outcomeWithoutPost(delivery, { notification, due, game, original })) ??
          (await deliverTo(delivery, {
            notification,
            game,
            to,
            roleId: mentionOf(notification, due),
            form: formOf(notification, game, due),
            uncertainAddress: uncertainAddressOf(due.notification, to),
            original,
          })))
  await store.outbox.recordOutcome(notification, outcome)
}

/** A role is mentioned where something begins, not where a message is changed or answered. */
const mentionOf = ({ kind, follows }: Notification, { roleId }: DueNotification): string | null =>
  follows === undefined && kind !== 'recovery' && routedAs(kind) !== 'direct' ? roleId : null

const formOf = ({ facts }: Notification, { name }: Game, { inThreads, isPublished }: DueNotification): PostForm => {
  const chosen = facts.kind === 'batch' ? facts : { inThreads, isPublished }
  return { threadName: name, inThreads: chosen.inThreads, isPublished: chosen.isPublished }
}

async function addressOf(store: Store, notification: Notification): Promise<Address | undefined> {
  const { kind, accountId, channelId, personAlertId } = notification
  if (kind === 'person_alert' && channelId === null) {
    const alert = personAlertId == null ? undefined : await store.personAlerts.byId(personAlertId)
    return alert && { userIds: [alert.userId] }
  }
  if (kind !== 'owner') return channelId === null ? undefined : { channelId }
  const members = await store.members.list(accountId)
  return { userIds: members.filter(({ role }) => role === 'owner').map(({ discordUserId }) => discordUserId) }
}

/** The address to which an earlier attempt may have posted; the route may have changed since. */
const uncertainAddressOf = ({ channelId, uncertainSince }: Notification, to: Address): Address | undefined =>
  uncertainSince === null ? undefined : channelId === null ? to : { channelId }

interface DeliveryTask {
  readonly notification: Notification
  readonly game: Game
  readonly to: Address
  /** The role to mention if the notification names none of its own. */
  readonly roleId: string | null
  readonly form: PostForm
  readonly uncertainAddress: Address | undefined
  /** The notification that this one changes or replies to. */
  readonly original: Notification | undefined
}

async function deliverTo(delivery: Delivery, task: DeliveryTask): Promise<DeliveryOutcome> {
  const { notification, to, uncertainAddress } = task
  if ('userIds' in to && to.userIds.length === 0)
    return { state: 'dead_letter', reason: 'No owner of the account is known.' }
  // An edit needs no lookup, because making it twice changes nothing.
  const mayDuplicate = notification.follows?.as !== 'edit'
  if (mayDuplicate && uncertainAddress !== undefined && !isCoveredByNonce(delivery.clock, task)) {
    const found = await lookUp(delivery, task, uncertainAddress)
    if (found.result !== 'absent') return outcomeOfLookup(delivery, notification, found)
  }
  return outcomeOfPost(delivery, { notification, to }, await post(delivery, task))
}

const isCoveredByNonce = (clock: Clock, { notification, to, uncertainAddress }: DeliveryTask): boolean =>
  clock.now() - (notification.uncertainSince ?? 0) < NONCE_LIFETIME_MS &&
  JSON.stringify(to) === JSON.stringify(uncertainAddress)

async function lookUp(
  delivery: Delivery,
  { notification, form }: DeliveryTask,
  uncertainAddress: Address,
): Promise<LookupResult> {
  const destination = await open(delivery, uncertainAddress, notification.accountId, form)
  if (!('result' in destination))
    return destination.find(idempotencyKeyOf(notification), notification.uncertainSince ?? notification.createdAt)
  // If a person cannot be reached now, the post fails too, and its error gives the reason.
  if ('userIds' in uncertainAddress) return { result: 'absent' }
  const { result, reason } = destination
  return { result: result === 'channel rejected' ? 'unreadable' : 'failed', reason }
}

async function post(delivery: Delivery, task: DeliveryTask): Promise<PostResult> {
  const prepared = await prepare(delivery, task).catch(notPrepared)
  if ('result' in prepared) return prepared
  const { destination, content } = prepared
  const { notification, original } = task
  const messageId = original?.messageId ?? undefined
  if (notification.follows?.as !== 'edit')
    return destination.post(content, idempotencyKeyOf(notification), delivery.stop, messageId)
  if (original === undefined || messageId === undefined)
    return { result: 'message rejected', reason: 'The message to edit is unknown.' }
  // The key stays that of the message, so that the message is still found by it.
  return destination.edit(messageId, content, idempotencyKeyOf(prepared.messageOwner), delivery.stop)
}

/** Undefined if it was removed. A batch is posted as long as one of its games is there. */
const gameOf = async (store: Store, notification: Notification, due: DueNotification): Promise<Game | undefined> => {
  if (notification.kind === 'batch') return (await entriesOf(store, notification))[0]?.game
  return due.gameIsRemoved ? undefined : store.games.byId(notification.gameId)
}

/** The notification whose message is rendered: the batch, if the notification changes a part of one; otherwise itself. */
async function notificationToRender(
  store: Store,
  notification: Notification,
  original: Notification | undefined,
): Promise<Notification> {
  if (notification.follows?.as !== 'edit' || original === undefined) return notification
  const batch = original.batchId == null ? undefined : await store.outbox.byId(original.batchId)
  if (batch === undefined) return notification
  await store.outbox.amend(original.id, notification.facts)
  return batch
}

/** Games that were removed since have no entry. */
async function entriesOf({ outbox, games }: Store, { facts }: Notification): Promise<BatchEntry[]> {
  const entries: BatchEntry[] = []
  for (const id of facts.kind === 'batch' ? facts.notificationIds : []) {
    const notification = await outbox.byId(id)
    const game = notification && (await games.byId(notification.gameId))
    if (notification && game) entries.push({ notification, game })
  }
  return entries
}

function namedIdsOf(facts: Notification['facts']): readonly number[] {
  if (facts.kind === 'scheduled_post') return facts.games.map(({ gameId }) => gameId)
  const named = facts.kind === 'platform_incident' ? facts.games : facts
  return named !== undefined && 'gameIds' in named ? named.gameIds : []
}

async function namedGamesOf(
  { games }: Store,
  accountId: number,
  of: readonly Pick<Notification, 'facts'>[],
): Promise<Game[]> {
  const named = of.flatMap(({ facts }) => namedIdsOf(facts))
  return named.length === 0 ? [] : (await games.ofAccount(accountId)).filter(({ id }) => named.includes(id))
}

interface PreparedPost {
  readonly destination: Destination
  readonly content: Content
  /** The notification whose key the message has. */
  readonly messageOwner: Notification
}

async function prepare(delivery: Delivery, task: DeliveryTask): Promise<PreparedPost | FailedPostResult> {
  const { game, to, roleId, form, original } = task
  const { store, clock, render } = delivery
  const notification = await notificationToRender(store, task.notification, original)
  const destination = await open(delivery, to, notification.accountId, form)
  if ('result' in destination) return destination
  const { guildId, format } = destination
  if (guildId !== null && 'channelId' in to) await noteChannel(delivery, to.channelId, guildId)
  const stored = await store.accounts.byId(notification.accountId)
  if (stored === undefined) throw new Error('the account was removed')
  const account = { ...stored, status: statusAt(stored, clock.now()) }
  const entries = await entriesOf(store, notification)
  const namedGames = await namedGamesOf(store, notification.accountId, [
    notification,
    ...entries.map((one) => one.notification),
  ])
  const { facts } = notification
  const readers = await readersOf(store, destination, facts.kind === 'person_alert' ? facts.locale : undefined)
  const about = { notification, facts: notification.facts, game, account, namedGames, entries }
  const content = await render({ ...about, ...readers, format })
  const personId = guildId === null ? undefined : await personOf(store, notification)
  const named = personId === undefined ? content : { personId, ...content }
  const messageOwner = notification === task.notification ? (original ?? notification) : notification
  return { destination, content: roleId === null ? named : { roleId, ...named }, messageOwner }
}

/** The person whom a message in a channel is for. */
const personOf = async ({ personAlerts }: Store, { personAlertId }: Notification): Promise<string | undefined> =>
  personAlertId == null ? undefined : (await personAlerts.byId(personAlertId))?.userId

/** Nothing was sent yet, so the notification was certainly not posted, whatever the error. */
const notPrepared = (error: unknown): FailedPostResult => {
  const what = error instanceof Error ? error.message : String(error)
  return { result: 'failed', reason: `Rendering failed: ${what.slice(0, MAX_REASON_LENGTH)}.` }
}

/** DISCORD-8: a channel set on the command line is checked against its server at the first use. */
async function open(
  { store, sender }: Delivery,
  address: Address,
  accountId: number,
  form: PostForm,
): Promise<Destination | FailedPostResult> {
  const destination = await sender.open(address, form)
  if ('result' in destination || destination.guildId === null) return destination
  const link = await store.guilds.byId(destination.guildId)
  if (link?.accountId === accountId) return destination
  return { result: 'channel rejected', reason: 'The channel belongs to a server that is not linked to this account.' }
}

/** DISCORD-9: the channel's data is deleted together with its server's. */
async function noteChannel({ store, notedChannels }: Delivery, channelId: string, guildId: string): Promise<void> {
  if (notedChannels.has(channelId)) return
  await store.guildSettings.noteChannel(channelId, guildId)
  notedChannels.add(channelId)
}

/**
 * Uses the server's settings; the defaults are its own language and UTC. In direct messages, Discord shows times in the
 * reader's own zone. A person reads their own language.
 */
async function readersOf(
  { guildSettings }: Store,
  { guildId, language: destinationLanguage }: Destination,
  personLanguage?: string,
) {
  const chosen = guildId === null ? undefined : await guildSettings.of(guildId)
  return {
    language: personLanguage ?? chosen?.language ?? destinationLanguage ?? 'en-US',
    timeZone: chosen?.timeZone ?? 'UTC',
  }
}
