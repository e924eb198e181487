// What a file in commands/ exports, and what it receives. It answers by returning; the dispatcher does the rest.
import type {
  ActionRowBuilder,
  AttachmentBuilder,
  AutocompleteInteraction,
  ButtonBuilder,
  ButtonInteraction,
  ChannelSelectMenuBuilder,
  ChannelSelectMenuInteraction,
  ChatInputCommandInteraction,
  EmbedBuilder,
  MessageContextMenuCommandInteraction,
  ModalBuilder,
  ModalMessageModalSubmitInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
  StringSelectMenuBuilder,
  StringSelectMenuInteraction,
} from 'discord.js'
import type { MessageCatalog } from '../messages/catalog.js'
import type { Services } from '../services/services.js'
import type { GuildGames } from './input/guild-games.js'
import type { BotChartCache } from './rendering/pictures.js'

export type ComponentRow =
  | ActionRowBuilder<ButtonBuilder>
  | ActionRowBuilder<StringSelectMenuBuilder>
  | ActionRowBuilder<ChannelSelectMenuBuilder>

/** The whole content of the message: a part that is left out is empty. */
export interface InteractionReply {
  readonly content?: string
  readonly embeds?: readonly EmbedBuilder[]
  readonly components?: readonly ComponentRow[]
  readonly files?: readonly AttachmentBuilder[]
}

/** Thrown instead of returned: a private answer whose text is ready to show. */
export class InteractionRejection extends Error {
  override readonly name = 'InteractionRejection'

  constructor(
    message: string,
    /** Controls with which the asker continues, for example to choose one of several. */
    readonly components: readonly ComponentRow[] = [],
  ) {
    super(message)
  }
}

export interface Context {
  readonly services: Services
  /** In the language and number format of the asker, or of the server if it chose a language. */
  readonly catalog: MessageCatalog
  /** False in a direct message, in a server that the bot has left, and in one that never had it. */
  readonly isPresent: boolean
  /** The IANA time zone of the server; UTC if it chose none. */
  readonly timeZone: string
  readonly guildGames: GuildGames
  readonly pictures: BotChartCache
  /** All commands, by name. */
  readonly commands: ReadonlyMap<string, Command>
  /** An address or URL, as the operator configured it. */
  readonly operatorContact: string | undefined
  /** The public URL of the service without a trailing slash; undefined if not configured. */
  readonly publicUrl: string | undefined
  /** Makes the answer private from here on, because it shows what this place cannot normally see. */
  keepPrivate(): void
}

/** Discord allows at most 25 choices, with names and values of at most 100 characters. */
export interface AutocompleteChoice {
  readonly name: string
  readonly value: string
}

/** Receives the arguments of its custom id (see `buttonId`). Its answer replaces the message. */
export type ButtonHandler = (
  args: readonly string[],
  context: Context,
  interaction: ButtonInteraction,
) => Promise<InteractionReply>

/** Like `ButtonHandler`, for a menu, whose chosen values are in `interaction.values`. */
export type SelectHandler = (
  args: readonly string[],
  context: Context,
  interaction: StringSelectMenuInteraction,
) => Promise<InteractionReply>

/** Like `ButtonHandler`, for Discord's own menu of channels. */
export type ChannelSelectHandler = (
  args: readonly string[],
  context: Context,
  interaction: ChannelSelectMenuInteraction,
) => Promise<InteractionReply>

/** Like `ButtonHandler`, for a form that a button opened. */
export type FormHandler = (
  args: readonly string[],
  context: Context,
  interaction: ModalMessageModalSubmitInteraction,
) => Promise<InteractionReply>

/** Builds the form that a button opens, from memory or one read: Discord waits 3 s and allows no deferral. */
export type FormOpener = (
  args: readonly string[],
  context: Context,
  interaction: ButtonInteraction,
) => Promise<ModalBuilder>

/** An entry of the menu that Discord shows on every message. It has no options, so its answers are private. */
export interface MessageCommand {
  readonly data: { readonly name: string; toJSON(): RESTPostAPIContextMenuApplicationCommandsJSONBody }
  /** For /help, because Discord shows only the name. */
  readonly description: string
  execute(interaction: MessageContextMenuCommandInteraction, context: Context): Promise<InteractionReply>
}

/** The groups under which /help lists commands. */
export const COMMAND_GROUPS = ['reading', 'managing', 'about'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  readonly data: { readonly name: string; toJSON(): RESTPostAPIChatInputApplicationCommandsJSONBody }
  /** Default: `reading`. */
  readonly group?: CommandGroup
  /** All answers are private. */
  readonly isPrivate?: true
  execute(interaction: ChatInputCommandInteraction, context: Context): Promise<InteractionReply>
  /** Must answer from memory: Discord waits 3 s and does not allow a deferral. */
  autocomplete?(interaction: AutocompleteInteraction, context: Context): Promise<readonly AutocompleteChoice[]>
  readonly onMessage?: MessageCommand
  /** Handlers by action name. */
  readonly buttons?: Readonly<Record<string, ButtonHandler>>
  /** Handlers by action name. */
  readonly selects?: Readonly<Record<string, SelectHandler>>
  /** Handlers by action name. */
  readonly channelSelects?: Readonly<Record<string, ChannelSelectHandler>>
  /** The forms that buttons open, by the action name of the button. */
  readonly opens?: Readonly<Record<string, FormOpener>>
  /** Handlers of filled forms, by action name. */
  readonly forms?: Readonly<Record<string, FormHandler>>
}
