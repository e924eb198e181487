// Sends answers to Discord: exactly one first answer, in time, and private where required.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ButtonBuilder,
  type ButtonInteraction,
  type ChannelSelectMenuBuilder,
  type ChannelSelectMenuInteraction,
  type ChatInputCommandInteraction,
  InteractionContextType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalMessageModalSubmitInteraction,
  type RepliableInteraction,
  type StringSelectMenuBuilder,
  type StringSelectMenuInteraction,
} from 'discord.js'
import type { MessageCatalog } from '../messages/catalog.js'
import type { ComponentRow, InteractionReply } from './command.js'
import { ownedBy } from './custom-id.js'
import { withRemoval } from './remove-answer.js'

/** CHAT-1: the first answer is due within 1 s. Discord's own limit is 3 s, including its network. */
const FIRST_ANSWER_TIMEOUT_MS = 800

type CommandInteraction = ChatInputCommandInteraction | MessageContextMenuCommandInteraction
export type ControlInteraction =
  | ButtonInteraction
  | StringSelectMenuInteraction
  | ChannelSelectMenuInteraction
  | ModalMessageModalSubmitInteraction
export type BotInteraction = CommandInteraction | ControlInteraction

/** Whether it came from a message, which the answer may change: a control, or a form that a control opened. */
const isControl = (interaction: BotInteraction): interaction is ControlInteraction =>
  interaction.isMessageComponent() || interaction.isModalSubmit()

/** The outcome of the work. The promise never rejects, because errors are already texts by then. */
export type ReplyOutcome =
  | { readonly answer: InteractionReply; readonly isPrivate: boolean; readonly catalog: MessageCatalog }
  | { readonly rejection: string; readonly components?: readonly ComponentRow[] }

/** `guess` says whether the answer will probably be private, for a deferral before that is known. */
export async function answerInTime(
  interaction: BotInteraction,
  work: Promise<ReplyOutcome>,
  guess: boolean,
): Promise<void> {
  const firstAnswerTimer = new AbortController()
  const late = sleep(FIRST_ANSWER_TIMEOUT_MS, undefined, { signal: firstAnswerTimer.signal }).catch(() => undefined)
  const quick = await Promise.race([work, late])
  firstAnswerTimer.abort()
  if (quick) return answerFirst(interaction, quick)
  if (isControl(interaction)) {
    await interaction.deferUpdate()
    return updateDeferred(interaction, await work)
  }
  await interaction.deferReply(guess ? { flags: MessageFlags.Ephemeral } : {})
  await answerDeferred(interaction, await work, guess)
}

export async function reject(interaction: RepliableInteraction, rejection: string): Promise<void> {
  await interaction.reply(inPrivate({ content: rejection }))
}

async function answerFirst(interaction: BotInteraction, outcome: ReplyOutcome): Promise<void> {
  const message = toMessage(interaction, outcome)
  if (isForAskerAlone(interaction, outcome)) await interaction.reply(inPrivate(message))
  else if (!isControl(interaction)) await interaction.reply(message)
  else await interaction.update({ ...message, attachments: [] })
}

async function updateDeferred(interaction: ControlInteraction, outcome: ReplyOutcome) {
  const message = toMessage(interaction, outcome)
  const isApart = isForAskerAlone(interaction, outcome)
  if (isApart) await interaction.followUp(inPrivate(message))
  else await interaction.editReply({ ...message, attachments: [] })
}

async function answerDeferred(interaction: CommandInteraction, outcome: ReplyOutcome, wasPrivate: boolean) {
  const message = toMessage(interaction, outcome)
  if (wasPrivate || !isForAskerAlone(interaction, outcome)) {
    await interaction.editReply(message)
    return
  }
  // A deferred reply is public and cannot become private, so it is deleted and a private message is sent instead.
  await interaction.deleteReply()
  await interaction.followUp(inPrivate(message))
}

const answerOf = (outcome: ReplyOutcome): InteractionReply =>
  'answer' in outcome ? outcome.answer : { content: outcome.rejection, components: outcome.components ?? [] }

/** A rejection leaves the message unchanged. A private answer may change a message that only its asker sees. */
function isForAskerAlone(interaction: BotInteraction, outcome: ReplyOutcome): boolean {
  if ('rejection' in outcome) return true
  if (!outcome.isPrivate) return false
  return !isControl(interaction) || !isSeenByAskerAlone(interaction)
}

const isSeenByAskerAlone = ({ message, context }: ControlInteraction): boolean =>
  message.flags.has(MessageFlags.Ephemeral) || context === InteractionContextType.BotDM

const inPrivate = <Message extends object>(message: Message) => ({ ...message, flags: MessageFlags.Ephemeral }) as const

/** A public answer, which its asker can delete; Discord lets each person dismiss a private one. */
function componentsOf(interaction: BotInteraction, outcome: ReplyOutcome): readonly ComponentRow[] {
  const { components = [] } = answerOf(outcome)
  if (!('answer' in outcome) || isForAskerAlone(interaction, outcome)) return components
  const isInPrivateMessage = isControl(interaction) && interaction.message.flags.has(MessageFlags.Ephemeral)
  return isInPrivateMessage ? components : withRemoval(components, outcome.catalog)
}

/** Parts that are left out are sent empty, because an update would keep the old ones. */
function toMessage(interaction: BotInteraction, outcome: ReplyOutcome) {
  const { content = '', embeds = [], files = [] } = answerOf(outcome)
  const components = componentsOf(interaction, outcome)
  for (const control of components.flatMap(
    (row): readonly (ButtonBuilder | StringSelectMenuBuilder | ChannelSelectMenuBuilder)[] => row.components,
  )) {
    const { data } = control
    if ('custom_id' in data && data.custom_id && !('url' in data))
      control.setCustomId(ownedBy(data.custom_id, interaction.user.id))
  }
  return { content, embeds, components, files }
}
