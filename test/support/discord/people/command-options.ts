// Turns `{by: 'visits'}` into the options that Discord sends, with the type of the registered command where it is known.
import { ApplicationCommandOptionType as Type } from 'discord.js'
import { asText, isRecord, makeSnowflake, recordsOf } from '../json.js'
import { channelPayload, userPayload } from '../payloads.js'
import type { DoubleUser, Json } from '../types.js'
import type { DiscordWorld } from '../world.js'

export type ReferenceTarget =
  | { kind: 'user'; user: DoubleUser }
  | { kind: 'channel'; id: string }
  | { kind: 'role'; id: string }
  | { kind: 'attachment'; filename: string; contentType: string; bytes: Buffer }

/** An option that is not a plain value. It is a class, so that it can be distinguished from the object of a subcommand. */
export class OptionReference {
  constructor(readonly reference: ReferenceTarget) {}
}

export const userOption = (user: DoubleUser) => new OptionReference({ kind: 'user', user })
export const channelOption = (id: string) => new OptionReference({ kind: 'channel', id })
export const roleOption = (id: string) => new OptionReference({ kind: 'role', id })
export const attachmentOption = (filename: string, contentType: string, bytes: Buffer) =>
  new OptionReference({ kind: 'attachment', filename, contentType, bytes })

/** A nested object is a subcommand; one that holds only such objects is a group. */
export type OptionValues = { [name: string]: string | number | boolean | OptionReference | OptionValues }

export interface FocusedOption {
  name: string
  value: string | number
}

export interface OptionEncoding {
  world: DiscordWorld
  guildId: string | undefined
  resolved: Record<string, Json>
  focused?: FocusedOption | undefined
}

/** Nests the options below their subcommands: `'track game add'` becomes `{ game: { add: options } }`. */
export function nestOptions(path: readonly string[], options: OptionValues): OptionValues {
  return path.reduceRight<OptionValues>((inner, name) => ({ [name]: inner }), options)
}

const isNested = (value: unknown): value is OptionValues => isRecord(value) && !(value instanceof OptionReference)

export function encodeOptions(encoding: OptionEncoding, values: OptionValues, registered?: Json[]): Json[] {
  const encoded = Object.entries(values).map(([name, value]) => {
    const definition = registered?.find((option) => option.name === name)
    if (registered && !definition) throw new Error(`Discord knows no option "${name}" here: is it registered?`)
    const inner = definition ? recordsOf(definition.options) : undefined
    if (isNested(value)) return { name, type: nestedType(value), options: encodeOptions(encoding, value, inner) }
    return encodeValue(encoding, name, value, definition)
  })
  const isInnermost = !Object.values(values).some(isNested)
  if (isInnermost && !encoding.focused) rejectMissing(values, registered)
  if (!isInnermost || !encoding.focused) return encoded
  const { name, value } = encoding.focused
  const type = registered?.find((option) => option.name === name)?.type ?? plainType(value)
  return [...encoded.filter((option) => option.name !== name), { name, type, value, focused: true }]
}

function nestedType(value: OptionValues): Type {
  const inner = Object.values(value)
  return inner.length > 0 && inner.every(isNested) ? Type.SubcommandGroup : Type.Subcommand
}

function rejectMissing(values: OptionValues, registered: Json[] | undefined): void {
  const missing = registered?.find((option) => option.required === true && !(asText(option.name) in values))
  if (missing) throw new Error(`Discord's client would not send this: option "${asText(missing.name)}" is required`)
}

function encodeValue(
  encoding: OptionEncoding,
  name: string,
  value: Exclude<OptionValues[string], OptionValues>,
  definition: Json | undefined,
) {
  if (value instanceof OptionReference) return { name, ...resolveReference(encoding, value.reference) }
  const expectedType = definition?.type
  if (expectedType === Type.Channel)
    return { name, ...resolveReference(encoding, { kind: 'channel', id: String(value) }) }
  if (expectedType === Type.Role) return { name, ...resolveReference(encoding, { kind: 'role', id: String(value) }) }
  const choices = recordsOf(definition?.choices)
  if (choices.length > 0 && !choices.some((choice) => choice.value === value)) {
    throw new Error(`Discord's client would not send this: "${String(value)}" is no choice of "${name}"`)
  }
  return { name, type: expectedType ?? plainType(value), value }
}

function plainType(value: unknown): Type {
  if (typeof value === 'boolean') return Type.Boolean
  if (typeof value === 'number') return Number.isInteger(value) ? Type.Integer : Type.Number
  return Type.String
}

/** The option's type and id, and its object in `resolved`. */
export function resolveReference(encoding: OptionEncoding, reference: ReferenceTarget): { type: Type; value: string } {
  const { world, resolved } = encoding
  const put = (kind: string, id: string, entry: Json) => {
    resolved[kind] = { ...resolved[kind], [id]: entry }
    return id
  }
  if (reference.kind === 'user') {
    return { type: Type.User, value: put('users', reference.user.id, userPayload(reference.user)) }
  }
  if (reference.kind === 'role') {
    return { type: Type.Role, value: put('roles', reference.id, resolvedRole(encoding, reference.id)) }
  }
  if (reference.kind === 'channel') {
    const channel = world.find(reference.id)?.channel ?? { id: reference.id, name: 'unseen' }
    const payload = { ...channelPayload(channel, encoding.guildId, world.identity.bot.id), permissions: '0' }
    return { type: Type.Channel, value: put('channels', reference.id, payload) }
  }
  const id = makeSnowflake()
  const { filename, contentType, bytes } = reference
  const url = world.storeFile(id, filename, contentType, bytes)
  const payload = { id, filename, content_type: contentType, size: bytes.length, url, proxy_url: url, ephemeral: true }
  return { type: Type.Attachment, value: put('attachments', id, payload) }
}

function resolvedRole({ world, guildId }: OptionEncoding, id: string): Json {
  const role = world.guilds.get(guildId ?? '')?.roles?.find((candidate) => candidate.id === id)
  const colors = { primary_color: 0, secondary_color: null, tertiary_color: null }
  return {
    id,
    name: role?.name ?? 'role',
    permissions: '0',
    position: 1,
    color: 0,
    colors,
    hoist: false,
    managed: false,
    mentionable: false,
    flags: 0,
  }
}
