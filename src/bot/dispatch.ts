// From an interaction to the command that answers it.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  RESTJSONErrorCodes,
} from 'discord.js'
import type { Log } from '../domain/ports/log.js'
import type { Operations } from '../operations/operations.js'
import { wordsFor } from '../words/words.js'
import { answerInTime, refuse } from './answer.js'
import type { Command, Context } from './command.js'
import { readButtonId } from './custom-id.js'
import { describeError } from './describe-error.js'
import { GuildGames } from './guild-games.js'
import { settle } from './settle.js'

/** Where the first answer came too late, or there was one already: nothing can be said there any more. */
const TOO_LATE: readonly (number | string)[] = [
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged,
]

/** Autocomplete cannot be deferred; no choices are better than an error under the field. */
const CHOICES_WITHIN_MS = 1_500

export interface DispatchOptions {
  readonly commands: ReadonlyMap<string, Command>
  readonly operations: Operations
  readonly log: Log
}

/** Never rejects. */
export type Dispatch = (interaction: Interaction) => Promise<void>

export function createDispatch({ commands, operations, log }: DispatchOptions): Dispatch {
  const guildGames = new GuildGames(operations)
  const contextOf = ({ locale }: Interaction): Context => ({ operations, guildGames, words: wordsFor(locale) })

  const runCommand = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const context = contextOf(interaction)
    const command = commands.get(interaction.commandName)
    if (!command) return refuse(interaction, context.words.unknownCommand)
    const work = () => command.execute(interaction, context)
    await answerInTime(interaction, settle(work, { log, words: context.words, asked: `/${interaction.commandName}` }))
  }

  const runButton = async (interaction: ButtonInteraction): Promise<void> => {
    const context = contextOf(interaction)
    const press = readButtonId(interaction.customId)
    const buttons = press && commands.get(press.command)?.buttons
    const handler = buttons && Object.hasOwn(buttons, press.action) ? buttons[press.action] : undefined
    if (!press || !handler) return refuse(interaction, context.words.buttonTooOld)
    const work = () => handler(press.args, context, interaction)
    await answerInTime(
      interaction,
      settle(work, { log, words: context.words, asked: `button ${press.command}:${press.action}` }),
    )
  }

  const complete = async (interaction: AutocompleteInteraction): Promise<void> => {
    const work = async () => commands.get(interaction.commandName)?.autocomplete?.(interaction, contextOf(interaction))
    const late = sleep(CHOICES_WITHIN_MS, undefined, { ref: false })
    const choices = await Promise.race([work(), late]).catch((error: unknown) => {
      log.error({ asked: `/${interaction.commandName}`, ...describeError(error) }, 'Autocomplete failed')
    })
    await interaction.respond(choices ?? [])
  }

  const run = async (interaction: Interaction): Promise<void> => {
    if (interaction.isChatInputCommand()) await runCommand(interaction)
    else if (interaction.isAutocomplete()) await complete(interaction)
    else if (interaction.isButton()) await runButton(interaction)
    else if (interaction.isRepliable()) await refuse(interaction, contextOf(interaction).words.unknownControl)
  }

  return async (interaction) => {
    try {
      await run(interaction)
    } catch (error) {
      const about = { interaction: interaction.id, ...describeError(error) }
      if (error instanceof DiscordAPIError && TOO_LATE.includes(error.code)) {
        log.warn({ ...about, stack: undefined }, 'An answer came too late for Discord, or a second time')
      } else log.error(about, 'An answer did not reach Discord')
    }
  }
}
