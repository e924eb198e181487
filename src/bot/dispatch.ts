// Dispatches each interaction to the command that answers it.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Interaction,
  type MessageContextMenuCommandInteraction,
  RESTJSONErrorCodes,
} from 'discord.js'
import type { Actor } from '../domain/audit/audit-entry.js'
import type { Log } from '../domain/ports/events.js'
import { catalogFor } from '../messages/catalog.js'
import type { Services } from '../services/services.js'
import { answerInTime, type BotInteraction, type ControlInteraction, type ReplyOutcome, reject } from './answer.js'
import { type Command, type Context, type FormOpener, InteractionRejection, type InteractionReply } from './command.js'
import { type ButtonPress, readButtonId } from './custom-id.js'
import { describeError } from './describe-error.js'
import { withErrorReply } from './error-reply.js'
import { GuildGames } from './input/guild-games.js'
import { isPrivateRequested } from './input/options.js'
import { prepareContext } from './input/prepare-context.js'
import { isOfAnother, isProbablyPrivate } from './input/probably-private.js'
import { readCommandIds } from './registration/command-ids.js'
import { commandPaths, linkCommands, linkText } from './registration/link-commands.js'
import { isRemoval, removeAnswer } from './remove-answer.js'
import type { BotChartCache } from './rendering/pictures.js'

/** Errors that mean that the answer came too late or was already sent: nothing more can be sent there. */
const LATE_ANSWER_CODES: readonly (number | string)[] = [
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged,
]

/** In milliseconds. Autocomplete cannot be deferred, and no choices are better than an error. */
const CHOICES_TIMEOUT_MS = 1_500

export interface DispatchOptions {
  readonly commands: ReadonlyMap<string, Command>
  readonly services: Services
  readonly pictures: BotChartCache
  readonly operatorContact: string | undefined
  readonly publicUrl: string | undefined
  readonly log: Log
}

/** Never rejects. */
export type Dispatch = (interaction: Interaction) => Promise<void>

interface InteractionTask {
  /** What the person did, for the log. */
  readonly action: string
  readonly isPrivate: boolean
  readonly run: (context: Context) => Promise<InteractionReply>
}

export function createDispatch(options: DispatchOptions): Dispatch {
  const { commands, services, pictures, operatorContact, publicUrl, log } = options
  const guildGames = new GuildGames(services)
  const messageCommands = new Map(
    [...commands.values()].flatMap(({ onMessage }) => (onMessage ? [[onMessage.data.name, onMessage] as const] : [])),
  )
  const paths = new Set([...commands.values()].flatMap(commandPaths).map(({ path }) => path))
  const shared = { services, commands, pictures, operatorContact, publicUrl, guildGames }

  /** Where the ids cannot be read, the commands stay plain text. */
  const linkOutcome = async (
    outcome: ReplyOutcome,
    { applicationId, locale }: BotInteraction,
  ): Promise<ReplyOutcome> => {
    const ids = await readCommandIds(services.settings, applicationId).catch(() => new Map<string, string>())
    const known = { paths, ids, names: catalogFor(locale).commandNames }
    if ('answer' in outcome) return { ...outcome, answer: linkCommands(outcome.answer, known) }
    return { ...outcome, rejection: linkText(outcome.rejection, known) }
  }

  const answer = (interaction: BotInteraction, { action, isPrivate, run }: InteractionTask): Promise<void> => {
    let catalog = catalogFor(interaction.locale)
    let hidden = isPrivate
    const work = async () => {
      const keepPrivate = () => {
        hidden = true
      }
      const context = await prepareContext(interaction, shared, keepPrivate)
      catalog = context.catalog
      const answered = await services.audit.as(actorOf(interaction), () => run(context))
      return { answer: answered, isPrivate: hidden, catalog }
    }
    const outcome = withErrorReply(work, { log, catalog: () => catalog, action })
    return answerInTime(
      interaction,
      outcome.then((done) => linkOutcome(done, interaction)),
      isPrivate || isProbablyPrivate(interaction),
    )
  }

  const runCommand = (interaction: ChatInputCommandInteraction): Promise<void> => {
    const command = commands.get(interaction.commandName)
    if (!command) return reject(interaction, catalogFor(interaction.locale).unknownCommand)
    return answer(interaction, {
      action: `/${interaction.commandName}`,
      isPrivate: command.isPrivate === true || isPrivateRequested(interaction),
      run: (context) => command.execute(interaction, context),
    })
  }

  const runMessageCommand = (interaction: MessageContextMenuCommandInteraction): Promise<void> => {
    const command = messageCommands.get(interaction.commandName)
    if (!command) return reject(interaction, catalogFor(interaction.locale).unknownCommand)
    return answer(interaction, {
      action: `message command ${interaction.commandName}`,
      isPrivate: true,
      run: (context) => command.execute(interaction, context),
    })
  }

  const runControl = (interaction: ControlInteraction): Promise<void> => {
    const use = readButtonId(interaction.customId)
    if (use && isRemoval(use) && interaction.isButton()) return remove(interaction, use)
    const command = use && commands.get(use.command)
    const open = use && interaction.isButton() ? ownEntry(command?.opens, use.action) : undefined
    if (use && open && interaction.isButton()) return openForm(interaction, use, open)
    return answer(interaction, {
      action: use ? `control ${use.command}:${use.action}` : 'control',
      isPrivate: (command?.isPrivate ?? false) || isOfAnother(interaction, use?.owner),
      run: (context) => useControl(interaction, command, use, context),
    })
  }

  const remove = async (interaction: ButtonInteraction, use: ButtonPress): Promise<void> => {
    const { catalog } = await prepareContext(interaction, shared, () => undefined)
    const rejection = await removeAnswer(interaction, use, catalog)
    if (rejection !== undefined) await reject(interaction, rejection)
  }

  const openForm = async (interaction: ButtonInteraction, use: ButtonPress, open: FormOpener): Promise<void> => {
    const context = await prepareContext(interaction, shared, () => undefined)
    const form = await open(use.args, context, interaction).catch((error: unknown) => {
      if (error instanceof InteractionRejection) return error
      log.error({ action: `form ${use.command}:${use.action}`, ...describeError(error) }, 'A form could not be opened.')
      return new InteractionRejection(context.catalog.errors.INTERNAL_ERROR())
    })
    await (form instanceof InteractionRejection ? reject(interaction, form.message) : interaction.showModal(form))
  }

  const complete = async (interaction: AutocompleteInteraction): Promise<void> => {
    const work = async () => {
      const command = commands.get(interaction.commandName)
      const context = await prepareContext(interaction, shared, () => undefined)
      return command?.autocomplete?.(interaction, context)
    }
    const late = sleep(CHOICES_TIMEOUT_MS, undefined, { ref: false })
    const choices = await Promise.race([work(), late]).catch((error: unknown) => {
      log.error({ action: `/${interaction.commandName}`, ...describeError(error) }, 'Autocomplete failed.')
    })
    await interaction.respond(choices ?? [])
  }

  const run = async (interaction: Interaction): Promise<void> => {
    if (interaction.isChatInputCommand()) await runCommand(interaction)
    else if (interaction.isMessageContextMenuCommand()) await runMessageCommand(interaction)
    else if (interaction.isAutocomplete()) await complete(interaction)
    else if (isControl(interaction)) await runControl(interaction)
    else if (interaction.isRepliable()) await reject(interaction, catalogFor(interaction.locale).unknownControl)
  }

  return async (interaction) => {
    try {
      await run(interaction)
    } catch (error) {
      const about = { interaction: interaction.id, ...describeError(error) }
      if (error instanceof DiscordAPIError && LATE_ANSWER_CODES.includes(error.code)) {
        log.warn({ ...about, stack: undefined }, 'An answer came too late for Discord, or twice.')
      } else log.error(about, 'An answer could not be sent to Discord.')
    }
  }
}

/** Who acts, for the audit log. */
const actorOf = ({ user, guildId }: BotInteraction): Actor => ({
  origin: 'discord',
  userId: user.id,
  name: user.username,
  address: guildId,
})

const isControl = (interaction: Interaction): interaction is ControlInteraction =>
  interaction.isButton() ||
  interaction.isStringSelectMenu() ||
  interaction.isChannelSelectMenu() ||
  (interaction.isModalSubmit() && interaction.isFromMessage())

/** Answers that a control is too old if it has another version or its command has changed since. */
async function useControl(
  interaction: ControlInteraction,
  command: Command | undefined,
  use: ButtonPress | undefined,
  context: Context,
): Promise<InteractionReply> {
  const { action = '', args = [] } = use ?? {}
  const answered = interaction.isButton()
    ? ownEntry(command?.buttons, action)?.(args, context, interaction)
    : interaction.isStringSelectMenu()
      ? ownEntry(command?.selects, action)?.(args, context, interaction)
      : interaction.isChannelSelectMenu()
        ? ownEntry(command?.channelSelects, action)?.(args, context, interaction)
        : ownEntry(command?.forms, action)?.(args, context, interaction)
  if (answered === undefined) throw new InteractionRejection(context.catalog.buttonTooOld)
  return answered
}

/** Custom ids come from outside, so only own properties count: `constructor` is not an action. */
const ownEntry = <Handler>(table: Readonly<Record<string, Handler>> | undefined, name: string): Handler | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined
