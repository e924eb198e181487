// Acts for people in Discord: runs a command, types in a field, presses a button, sends a form.
import { ApplicationCommandType, ComponentType, InteractionType } from 'discord.js'
import { startStopwatch } from '../../stopwatch.js'
import { asText, makeSnowflake, recordsOf } from '../json.js'
import { emptyMessage } from '../messages.js'
import { messagePayload } from '../payloads.js'
import type { CommandRegistry } from '../rest/application-routes.js'
import type { DoubleMessage, Json } from '../types.js'
import type { DiscordWorld } from '../world.js'
import { encodeOptions, type FocusedOption, nestOptions, type OptionValues } from './command-options.js'
import { type FormFields, fillForm, findControl, madeUpMessage, plainForm, resolveValues } from './controls.js'
import { InteractionHandle, type SuggestedChoice } from './interaction-handle.js'
import { type Circumstances, interactionPayload, type Setting, settingOf } from './interaction-payload.js'

export interface SlashInput extends Circumstances {
  /** `'rank'`, or with subcommands `'track game add'`. */
  command: string
  options?: OptionValues
  /** Sends what Discord's client would not offer: a stranger's permissions, a context not registered. */
  force?: boolean
}

export interface AutocompleteInput extends SlashInput {
  focused: FocusedOption
}

export interface MessageCommandInput extends Circumstances {
  command: string
  /** The parts of the message, written by somebody else, on which the person uses the command. */
  target: Partial<Pick<DoubleMessage, 'content' | 'embeds' | 'components'>>
}

export interface ButtonInput extends Circumstances {
  customId: string
  /** The message that carries the control; without it one is made up, as after a restart. */
  message?: DoubleMessage
}

export interface SelectInput extends ButtonInput {
  values: string[]
  /** Needed only where `message` is missing, because the message states the type otherwise. */
  type?: ComponentType
}

export interface ModalInput extends Circumstances {
  customId: string
  fields: FormFields
  message?: DoubleMessage
  /** The answer that showed the form; the fields are then sent in the layout of that form. */
  lastResult?: InteractionHandle
}

export interface PeopleDeps {
  world: DiscordWorld
  registry: CommandRegistry
  /** Sends INTERACTION_CREATE; throws where no session would receive it. */
  push: (payload: Json) => void
  interactions: Map<string, InteractionHandle>
}

export class People {
  constructor(private readonly deps: PeopleDeps) {}

  slash(input: SlashInput): InteractionHandle {
    return this.#command(input, InteractionType.ApplicationCommand, undefined)
  }

  async autocomplete(input: AutocompleteInput): Promise<SuggestedChoice[]> {
    const handle = this.#command(input, InteractionType.ApplicationCommandAutocomplete, input.focused)
    await handle.answered()
    return handle.choices ?? []
  }

  messageCommand(input: MessageCommandInput): InteractionHandle {
    const { command: name, target } = input
    const setting = settingOf(this.deps.world, input)
    const type = ApplicationCommandType.Message
    const definition = this.#definition({ name, type }, setting, false)
    const author = { id: makeSnowflake(), username: 'writer' }
    const message = { ...emptyMessage(setting.channel.id, author, this.deps.world.now()), ...target }
    const resolved = { messages: { [message.id]: messagePayload(message) } }
    const data = { id: definition?.id ?? makeSnowflake(), name, type, target_id: message.id, resolved }
    const label = `message command ${name}`
    return this.#send(input, setting, {
      type: InteractionType.ApplicationCommand,
      label,
      source: undefined,
      extra: { data },
    })
  }

  button(input: ButtonInput): InteractionHandle {
    return this.#component(input, { label: `button ${input.customId}`, usual: ComponentType.Button })
  }

  select(input: SelectInput): InteractionHandle {
    const usual = input.type ?? ComponentType.StringSelect
    return this.#component(input, { label: `select ${input.customId}`, usual, values: input.values })
  }

  modal(input: ModalInput): InteractionHandle {
    const setting = settingOf(this.deps.world, input)
    const layout = recordsOf(input.lastResult?.modal?.components)
    const components = layout.length > 0 ? fillForm(layout, input.fields) : plainForm(input.fields)
    const source = input.message ?? input.lastResult?.pushed.source
    const data = { custom_id: input.customId, components }
    const extra = { data, ...(source ? { message: messagePayload(source) } : {}) }
    return this.#send(input, setting, {
      type: InteractionType.ModalSubmit,
      label: `modal ${input.customId}`,
      source,
      extra,
    })
  }

  #command(input: SlashInput, type: InteractionType, focused: FocusedOption | undefined): InteractionHandle {
    const [name = '', ...path] = input.command.split(' ')
    const setting = settingOf(this.deps.world, input)
    const kind = { name, type: ApplicationCommandType.ChatInput }
    const definition = this.#definition(kind, setting, input.force ?? false)
    const { guildId } = setting
    const encoding = { world: this.deps.world, guildId, resolved: {}, focused }
    const values = nestOptions(path, input.options ?? {})
    const options = encodeOptions(encoding, values, definition ? recordsOf(definition.options) : undefined)
    const resolved = Object.keys(encoding.resolved).length > 0 ? { resolved: encoding.resolved } : {}
    const data = { id: definition?.id ?? makeSnowflake(), name, type: 1, options, ...resolved }
    return this.#send(input, setting, { type, label: `/${input.command}`, source: undefined, extra: { data } })
  }

  /** Once a set is registered, only what Discord's client would offer can be sent. */
  #definition({ name, type }: CommandKey, setting: Setting, force: boolean): Json | undefined {
    const registered = [...this.deps.registry.listed(setting.guildId ?? 'none'), ...this.deps.registry.listed()]
    const definition = registered.find(
      (command) => command.name === name && (command.type ?? ApplicationCommandType.ChatInput) === type,
    )
    if (registered.length === 0 || (force && !definition)) return undefined
    if (!definition) throw new Error(`Discord would not offer /${name}: it is not registered`)
    if (force) return definition
    const { contexts } = definition
    if (Array.isArray(contexts) && !contexts.includes(setting.context)) {
      throw new Error(`Discord would not offer /${name} in context ${setting.context}`)
    }
    const needed = definition.default_member_permissions
    if (setting.guild && typeof needed === 'string' && !mayUse(setting.permissions, BigInt(needed))) {
      throw new Error(`Discord would not offer /${name} to a member without permissions ${needed}`)
    }
    return definition
  }

  #component(input: ButtonInput, { label, usual, values }: ControlKind): InteractionHandle {
    const { world } = this.deps
    const place = input.message ? { channelId: input.message.channelId } : {}
    const setting = settingOf(world, { ...place, ...input })
    const source = input.message ?? madeUpMessage(world, setting.channel.id, input.customId, usual)
    const type = findControl(source, input.customId).type
    const encoding = { world, guildId: setting.guildId, resolved: {} }
    const selected = values ? { values, ...resolveValues(encoding, type, values) } : {}
    const data = { custom_id: input.customId, component_type: type, ...selected }
    const extra = { data, message: messagePayload(source) }
    return this.#send(input, setting, { type: InteractionType.MessageComponent, label, source, extra })
  }

  #send(circumstances: Circumstances, setting: Setting, what: InteractionDraft): InteractionHandle {
    const payload = { ...interactionPayload(this.deps.world, what.type, setting, circumstances), ...what.extra }
    const handle = new InteractionHandle({
      id: asText(payload.id),
      token: asText(payload.token),
      type: what.type,
      label: what.label,
      channelId: setting.channel.id,
      guildId: setting.guildId,
      user: setting.user,
      source: what.source,
      stopwatch: startStopwatch(),
      madeAt: this.deps.world.now(),
    })
    this.deps.push(payload)
    this.deps.interactions.set(handle.pushed.token, handle)
    return handle
  }
}

interface CommandKey {
  name: string
  type: ApplicationCommandType
}

interface ControlKind {
  label: string
  usual: ComponentType
  values?: string[]
}

interface InteractionDraft {
  type: InteractionType
  label: string
  source: DoubleMessage | undefined
  extra: Json
}

const ADMINISTRATOR = 8n

const mayUse = (has: bigint, needed: bigint) =>
  (has & ADMINISTRATOR) !== 0n || (needed !== 0n && (has & needed) === needed)
