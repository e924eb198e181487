// Brings an answer to Discord: exactly one first answer, in time, and refusals for the asker's eyes only.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  MessageFlags,
  type RepliableInteraction,
} from 'discord.js'
import type { Answer } from './command.js'

/** discord.md §10: no first answer later than 1 s. Discord's own limit is 3 s, its network included. */
const PATIENCE_MS = 800

type Asked = ChatInputCommandInteraction | ButtonInteraction

/** What came of the work. It never rejects: the error has become words by then. */
export type Outcome = { readonly answer: Answer } | { readonly refusal: string }

export async function answerInTime(interaction: Asked, work: Promise<Outcome>): Promise<void> {
  const patience = new AbortController()
  const late = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined)
  const quick = await Promise.race([work, late])
  patience.abort()
  if (quick) return answerFirst(interaction, quick)
  await onceMore(() => (interaction.isButton() ? interaction.deferUpdate() : interaction.deferReply()))
  await answerDeferred(interaction, await work)
}

export const refuse = (interaction: RepliableInteraction, refusal: string): Promise<void> =>
  onceMore(() => interaction.reply(inPrivate(refusal)))

function answerFirst(interaction: Asked, outcome: Outcome): Promise<void> {
  if ('refusal' in outcome) return refuse(interaction, outcome.refusal)
  const message = toMessage(outcome.answer)
  return onceMore(() => (interaction.isButton() ? interaction.update(message) : interaction.reply(message)))
}

async function answerDeferred(interaction: Asked, outcome: Outcome): Promise<void> {
  if ('answer' in outcome) {
    await onceMore(() => interaction.editReply(toMessage(outcome.answer)))
    return
  }
  // A deferred command shows everyone that it is thinking, and cannot turn private any more: it goes, and a private
  // message comes. A button's deferral shows nothing, and its message stays.
  if (!interaction.isButton()) await onceMore(() => interaction.deleteReply())
  await onceMore(() => interaction.followUp(inPrivate(outcome.refusal)))
}

const inPrivate = (content: string) => ({ content, flags: MessageFlags.Ephemeral }) as const

/** Parts that are left out are emptied, because an update would keep the old ones. */
const toMessage = ({ content = '', embeds = [], components = [] }: Answer) => ({ content, embeds, components })

/** discord.md §7: discord.js repeats what fails in other ways, but not a kept connection that the other side closed. */
async function onceMore(send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET')) throw error
    await send()
  }
}
