// What a file in commands/ exports, and what it is handed. It answers by returning; the dispatcher does the rest.
import type {
  ActionRowBuilder,
  AutocompleteInteraction,
  ButtonBuilder,
  ButtonInteraction,
  ChatInputCommandInteraction,
  EmbedBuilder,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js'
import type { Operations } from '../operations/operations.js'
import type { Words } from '../words/words.js'
import type { GuildGames } from './guild-games.js'

/** Everything that the message shows; what is left out is empty. */
export interface Answer {
  readonly content?: string
  readonly embeds?: readonly EmbedBuilder[]
  readonly components?: readonly ActionRowBuilder<ButtonBuilder>[]
}

/** An answer for the asker alone, in finished words: thrown instead of returned. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

export interface Context {
  readonly operations: Operations
  /** In the language and with the numbers of the person who asks. */
  readonly words: Words
  readonly guildGames: GuildGames
}

/** At most 25; names and values of at most 100 characters. */
export interface Choice {
  readonly name: string
  readonly value: string
}

/** Gets what its custom id carried: see `buttonId`. Its answer takes the place of the message. */
export type ButtonHandler = (
  args: readonly string[],
  context: Context,
  interaction: ButtonInteraction,
) => Promise<Answer>

export interface Command {
  readonly data: { readonly name: string; toJSON(): RESTPostAPIChatInputApplicationCommandsJSONBody }
  execute(interaction: ChatInputCommandInteraction, context: Context): Promise<Answer>
  /** Answers from memory: Discord waits 3 s and takes no deferral. */
  autocomplete?(interaction: AutocompleteInteraction, context: Context): Promise<readonly Choice[]>
  /** By action. */
  readonly buttons?: Readonly<Record<string, ButtonHandler>>
}
