// Stands for Discord: a sender that keeps what is in each channel, as digests, and fails as the faults say.
import { createHash } from 'node:crypto'
import type { Content, Destination, NotificationSender } from '../../src/domain/notifications/sender.js'
import type { SoakFaults } from './faults.js'

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

export function openRecorder(faults: SoakFaults): Recorder {
  const messages = new Map<string, string>()
  const state = { repeated: 0 }
  const put = (name: string, content: Content) => {
    if (messages.has(name)) state.repeated++
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
