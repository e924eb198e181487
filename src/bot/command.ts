// What a file in commands/ exports, and what it is handed. It answers by returning; the dispatcher does the rest.
import type {
  ActionRowBuilder,
  AttachmentBuilder,
  AutocompleteInteraction,
  ButtonBuilder,
  ButtonInteraction,
  ChatInputCommandInteraction,
  EmbedBuilder,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  StringSelectMenuBuilder,
  StringSelectMenuInteraction,
} from 'discord.js'
import type { MessageCatalog } from '../messages/catalog.js'
import type { Services } from '../services/services.js'
import type { GuildGames } from './input/guild-games.js'
import type { BotChartCache } from './rendering/pictures.js'

export type ComponentRow = ActionRowBuilder<ButtonBuilder> | ActionRowBuilder<StringSelectMenuBuilder>

/** Everything that the message shows; what is left out is empty. */
export interface InteractionReply {
  readonly content?: string
  readonly embeds?: readonly EmbedBuilder[]
  readonly components?: readonly ComponentRow[]
  readonly files?: readonly AttachmentBuilder[]
}

/** An answer for the asker alone, in finished words: thrown instead of returned. */
export class InteractionRejection extends Error {
  override readonly name = 'InteractionRejection'

  constructor(
    message: string,
    /** Controls with which the asker goes on, for example to say which of several they meant. */
    readonly components: readonly ComponentRow[] = [],
  ) {
    super(message)
  }
}

export interface Context {
  readonly services: Services
  /** In the language and with the numbers of the person who asks, or of the server where it chose a language. */
  readonly catalog: MessageCatalog
  /** The server's own, as IANA names it; UTC where it chose none. */
  readonly timeZone: string
  readonly guildGames: GuildGames
  readonly pictures: BotChartCache
  /** All of them, by name. */
  readonly commands: ReadonlyMap<string, Command>
  /** An address or URL, as the operator wrote it. */
  readonly operatorContact: string | undefined
  /** Where the service is reached, without a slash at its end; nothing where the operator did not say. */
  readonly publicUrl: string | undefined
  /** From here on the answer is for the asker alone: it shows what this place does not see by itself. */
  keepPrivate(): void
}

/** At most 25; names and values of at most 100 characters. */
export interface AutocompleteChoice {
  readonly name: string
  readonly value: string
}

/** Gets what its custom id carried: see `buttonId`. Its answer takes the place of the message. */
export type ButtonHandler = (
  args: readonly string[],
  context: Context,
  interaction: ButtonInteraction,
) => Promise<InteractionReply>

/** The same for a menu, whose chosen values stand in `interaction.values`. */
export type SelectHandler = (
  args: readonly string[],
  context: Context,
  interaction: StringSelectMenuInteraction,
) => Promise<InteractionReply>

/** Where /help lists it. */
export const COMMAND_GROUPS = ['reading', 'managing', 'about'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  readonly data: { readonly name: string; toJSON(): RESTPostAPIChatInputApplicationCommandsJSONBody }
  /** `reading`, if left out. */
  readonly group?: CommandGroup
  /** Its answers are always for the asker alone. */
  readonly isPrivate?: true
  execute(interaction: ChatInputCommandInteraction, context: Context): Promise<InteractionReply>
  /** Answers from memory: Discord waits 3 s and takes no deferral. */
  autocomplete?(interaction: AutocompleteInteraction, context: Context): Promise<readonly AutocompleteChoice[]>
  /** By action. */
  readonly buttons?: Readonly<Record<string, ButtonHandler>>
  /** By action. */
  readonly selects?: Readonly<Record<string, SelectHandler>>
}
