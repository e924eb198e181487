// Finds the controls of a message and of a form that a person can use.
import { ComponentType } from 'discord.js'
import { asText, isRecord, recordsOf } from '../json.js'
import { walkComponents } from '../message-rules.js'
import { emptyMessage } from '../messages.js'
import type { DoubleMessage, Json } from '../types.js'
import type { DiscordWorld } from '../world.js'
import { type OptionEncoding, resolveReference } from './command-options.js'

export type FormFields = Record<string, string | string[]>

/** Makes a message from before the bot's restart, of which the double knows only the control. */
export function madeUpMessage(
  world: DiscordWorld,
  channelId: string,
  customId: string,
  type: ComponentType,
): DoubleMessage {
  const message = emptyMessage(channelId, world.identity.bot, world.now())
  const control = { type, custom_id: customId, ...(type === ComponentType.Button ? { style: 2, label: 'old' } : {}) }
  message.components = [{ type: ComponentType.ActionRow, components: [control] }] as DoubleMessage['components']
  return message
}

export function findControl(message: DoubleMessage, customId: string): Json {
  const all = walkComponents(recordsOf(message.components)).map(({ component }) => component)
  const found = all.find((component) => component.custom_id === customId)
  if (!found) {
    const ids = all.map((component) => component.custom_id).filter((id) => id !== undefined)
    throw new Error(`The message has no control "${customId}"; it has: ${ids.join(', ') || 'none'}`)
  }
  if (found.disabled === true) throw new Error(`The control "${customId}" is disabled`)
  return found
}

export const plainForm = (fields: FormFields): Json[] =>
  Object.entries(fields).map(([id, value]) => ({
    type: ComponentType.ActionRow,
    components: [{ type: ComponentType.TextInput, custom_id: id, value: String(value) }],
  }))

export function fillForm(layout: Json[], fields: FormFields): Json[] {
  const fill = (input: unknown): Json => {
    if (!isRecord(input)) return {}
    const value = fields[asText(input.custom_id)]
    const answer = Array.isArray(value) ? { values: value } : { value: value ?? '' }
    return { type: input.type, id: 1, custom_id: input.custom_id, ...answer }
  }
  return layout.map((row) => {
    if (row.type === ComponentType.Label) return { type: row.type, id: 1, component: fill(row.component) }
    return { type: row.type, id: 1, components: recordsOf(row.components).map(fill) }
  })
}

/** The objects that a select of users, roles or channels sends besides the ids. */
export function resolveValues(encoding: OptionEncoding, type: unknown, values: readonly string[]): Json {
  for (const id of values) {
    const user = encoding.world.users.get(id) ?? { id, username: `user-${id}` }
    if (type === ComponentType.UserSelect) resolveReference(encoding, { kind: 'user', user })
    if (type === ComponentType.RoleSelect) resolveReference(encoding, { kind: 'role', id })
    if (type === ComponentType.ChannelSelect) resolveReference(encoding, { kind: 'channel', id })
  }
  return type === ComponentType.StringSelect ? {} : { resolved: encoding.resolved }
}
