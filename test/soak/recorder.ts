// Stands for Discord: a sender that keeps what is in each channel, as digests, and fails as the faults say. As in Discord, a
// message with the key of one that is new makes no second message and leaves the first as it is.
import { createHash } from 'node:crypto'
import { type Clock, MINUTE_MS } from '../../src/domain/clock.js'
import type { Content, Destination, NotificationSender } from '../../src/domain/notifications/sender.js'
import type { SoakFaults } from './faults.js'

/** Discord promises a few minutes. */
const NONCE_LIFETIME_MS = 5 * MINUTE_MS

const digestOf = ({ chart, icon: _, ...content }: Content): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...content, alt: chart?.alt }))
    .digest('base64')

export interface Recorder {
  readonly sender: NotificationSender
  /** The key of each message, with its content as it is now. */
  readonly messages: ReadonlyMap<string, string>
  /** How many posts made a message that was there. */
  readonly state: { repeated: number }
}

export function openRecorder(faults: SoakFaults, clock: Clock): Recorder {
  const messages = new Map<string, string>()
  const postedAt = new Map<string, number>()
  const state = { repeated: 0 }
  const put = (name: string, content: Content) => {
    const earlier = postedAt.get(name)
    if (earlier !== undefined && clock.now() - earlier < NONCE_LIFETIME_MS)
      return { result: 'sent', messageId: name } as const
    if (earlier !== undefined) state.repeated++
    postedAt.set(name, clock.now())
    messages.set(name, digestOf(content))
    return { result: 'sent', messageId: name } as const
  }
  const open = async (to: object): Promise<Destination> => ({
    guildId: null,
    language: undefined,
    format: { time: String, date: String, name: (name) => name, channel: String },
    post: async (content, key) => {
      const fault = faults.ofPost(key)
      if (fault?.result === 'failed') return fault
      const sent = put(`${JSON.stringify(to)} ${key}`, content)
      return fault ?? sent
    },
    edit: async (messageId, content) => {
      messages.set(messageId, digestOf(content))
      return { result: 'sent', messageId }
    },
    find: async (key) => {
      const name = `${JSON.stringify(to)} ${key}`
      return messages.has(name) ? { result: 'found', messageId: name } : { result: 'absent' }
    },
  })
  return { sender: { isReady: () => true, isMember: async () => true, open }, messages, state }
}
