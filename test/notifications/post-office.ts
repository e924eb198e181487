// A sender for tests of the delivery: its channels remember nonces for five minutes, and fail as a test plans.
import { MINUTE_MS } from '../../src/domain/clock.js'
import type { NotificationKind } from '../../src/domain/notifications/facts.js'
import type { NotificationDraft } from '../../src/domain/notifications/notification.js'
import type {
  Address,
  ContentRenderer,
  NotificationSender,
  PostResult,
  RenderRequest,
} from '../../src/domain/notifications/sender.js'
import type { ClockState } from '../../src/domain/time/clock-check.js'
import { createDelivery } from '../../src/services/notifications/deliver.js'
import { NOW } from '../store/contract/support.js'
import { CHANNEL, never, openScene, START } from './months/simulated.js'

interface Message {
  readonly to: string
  readonly key: string
  readonly at: number
  readonly replyTo: string | undefined
}

const NONCE_WINDOW_MS = 5 * MINUTE_MS

export type DeliveryFault =
  /** `none`: the call succeeds. */
  'none' | 'refuse' | 'reject' | 'fail' | 'lose the answer' | 'never arrive' | 'crash before' | 'crash after'

export class Crash extends Error {}

export async function openPostOffice() {
  const scene = await openScene()
  const { store, game } = scene
  let now = NOW
  const clock = { now: () => now, monotonic: () => now }
  const messages: Message[] = []
  const edits: { readonly messageId: string; readonly key: string }[] = []
  const faults: DeliveryFault[] = []
  const server: { guildId: string | null; language: string | undefined } = { guildId: null, language: undefined }
  const state = { ...server, isReadable: true, isReady: true, isRenderable: true, most: 0, running: 0 }
  const rendered: RenderRequest[] = []
  let clockState: ClockState = 'correct'
  const clockCheck = { state: () => clockState, skewMs: () => 0, compare: () => undefined }
  const put = (to: Address, key: string, replyTo?: string): PostResult => {
    const where = JSON.stringify(to)
    const known = messages.some((one) => one.to === where && one.key === key && now - one.at < NONCE_WINDOW_MS)
    if (!known) messages.push({ to: where, key, at: now, replyTo })
    return { result: 'sent', messageId: key }
  }
  const post = async (to: Address, key: string, replyTo?: string): Promise<PostResult> => {
    state.most = Math.max(state.most, ++state.running)
    await new Promise(setImmediate)
    state.running--
    const fault = 'channelId' in to ? faults.shift() : undefined
    if (fault === undefined || fault === 'none') return put(to, key, replyTo)
    if (fault === 'lose the answer' || fault === 'crash after') put(to, key, replyTo)
    if (fault.startsWith('crash')) throw new Crash()
    if (fault === 'refuse') return { result: 'channel rejected', reason: 'Missing access.' }
    if (fault === 'reject') return { result: 'message rejected', reason: 'It is too long.' }
    return { result: fault === 'fail' ? 'failed' : 'unknown', reason: 'No answer.' }
  }
  const sender: NotificationSender = {
    isReady: () => state.isReady,
    isMember: async () => true,
    open: async (to) => ({
      guildId: 'channelId' in to ? state.guildId : null,
      language: state.language,
      format: { time: String, date: String, name: String, channel: String },
      post: (_content, key, _stop, replyTo) => post(to, key, replyTo),
      edit: async (messageId, _content, key) => {
        const next = faults.shift()
        const fault = next === 'none' ? undefined : next
        if (fault?.startsWith('crash')) throw new Crash()
        if (fault === 'reject') return { result: 'message rejected', reason: 'The message was deleted.' }
        if (fault !== undefined) return { result: 'failed', reason: 'No answer.' }
        edits.push({ messageId, key })
        return { result: 'sent', messageId }
      },
      find: async (key) => {
        if (!state.isReadable) return { result: 'unreadable', reason: 'No right to read.' }
        const found = messages.find((one) => one.to === JSON.stringify(to) && one.key === key)
        return found === undefined ? { result: 'absent' } : { result: 'found', messageId: found.key }
      },
    }),
  }
  const render: ContentRenderer = async (request) => {
    if (!state.isRenderable) throw new Error('the history cannot be read')
    rendered.push(request)
    return { kind: request.facts.kind, text: 'It happened.', signature: 'Headcount', tone: 'neutral', locale: 'en-US' }
  }
  const createOne = () => createDelivery({ store, clock, clockCheck, sender, render })
  const delivery = { run: createOne() }
  let count = 0
  const draftOf = (kind: NotificationKind): NotificationDraft => ({
    gameId: game.id,
    accountId: game.accountId,
    kind,
    subject: `ccu:${++count}`,
    occurredAt: START,
    facts: { kind: 'record', ccu: count, previous: 0 },
  })
  return {
    scene,
    store,
    messages,
    edits,
    /** The requests to the renderer, in order. */
    rendered,
    faults,
    state,
    /** The keys of the messages in a channel, oldest first. */
    keysIn: (channelId = CHANNEL) =>
      messages.filter(({ to }) => to === JSON.stringify({ channelId })).map(({ key }) => key),
    /** Adds one notification of each kind in this order, `times` times. */
    notify: async (kinds: readonly NotificationKind[] = ['record'], times = 1) => {
      const notifications = Array.from({ length: times }, () => kinds.map((kind) => draftOf(kind))).flat()
      const after = await store.evaluations.cursor()
      await store.evaluations.commit({
        after,
        cursor: (after ?? START) + 1,
        notifications: notifications,
        events: [],
        states: [],
        createdAt: now,
      })
    },
    /** Runs the delivery once. A crash ends the process, so that the next run is one of a new process. */
    deliver: async () => {
      try {
        await delivery.run(never)
      } catch (error) {
        if (!(error instanceof Crash)) throw error
        delivery.run = createOne()
      }
    },
    setClockState: (found: ClockState) => {
      clockState = found
    },
    wait: (milliseconds: number) => {
      now += milliseconds
    },
    states: async () =>
      (await store.outbox.list({ limit: 2_000 })).reverse().map(({ kind, state }) => `${kind} ${state}`),
    reasons: async () => (await store.outbox.list({ limit: 2_000 })).reverse().map(({ reason }) => reason),
    addOwner: () =>
      store.members.set({ accountId: game.accountId, discordUserId: '77', role: 'owner', createdAt: NOW }),
  }
}
