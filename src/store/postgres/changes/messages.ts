// What a commit states to the other processes, as the text of NOTIFY: which caches are stale, never the data itself.
import { z } from 'zod'
import { RECORD_TABLES, type StoreEvent } from '../../../domain/ports/events.js'

export const CHANGE_CHANNEL = 'headcount_changes'

/** PostgreSQL rejects 8,000 bytes or more. The text is ASCII. */
const MAX_MESSAGE_LENGTH = 7_500

const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('records changed'), table: z.enum(RECORD_TABLES) }),
  z.object({ type: z.literal('tick recorded elsewhere'), minute: z.number() }),
  z.object({ type: z.literal('events changed') }),
  z.object({ type: z.literal('market counted') }),
  z.object({
    type: z.literal('history rewritten'),
    universeId: z.number(),
    from: z.number(),
    until: z.number(),
    hasSameSamples: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('changes missed') }),
])

const message = z.object({ sender: z.string(), events: z.array(event) })

/** Undefined where nothing is stale. */
export function changeMessage(sender: string, events: readonly StoreEvent[]): string | undefined {
  const changes = new Map(events.map((one) => [JSON.stringify(elsewhere(one)), elsewhere(one)]))
  if (changes.size === 0) return undefined
  const text = JSON.stringify({ sender, events: [...changes.values()] })
  if (text.length < MAX_MESSAGE_LENGTH) return text
  return JSON.stringify({ sender, events: [{ type: 'changes missed' }] })
}

/** A message that this version does not know may mean anything. */
export function readChangeMessage(text: string): { readonly sender: string; readonly events: readonly StoreEvent[] } {
  try {
    return message.parse(JSON.parse(text))
  } catch {
    return { sender: '', events: [{ type: 'changes missed' }] }
  }
}

const elsewhere = (one: StoreEvent): StoreEvent =>
  one.type === 'tick recorded' ? { type: 'tick recorded elsewhere', minute: one.tick.minute } : one
