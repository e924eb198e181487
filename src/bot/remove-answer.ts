// The button with which the person who asked deletes a public answer. It belongs to no command.

import { ActionRowBuilder, ButtonBuilder, type ButtonInteraction, ButtonStyle } from 'discord.js'
import type { MessageCatalog } from '../messages/catalog.js'
import type { ComponentRow } from './command.js'
import { type ButtonPress, buttonId } from './custom-id.js'
import { MAX_COMPONENT_ROWS, MAX_ROW_BUTTONS } from './discord-limits.js'
import { isOfAnother } from './input/probably-private.js'

const [COMMAND, ACTION] = ['answer', 'delete']

export const isRemoval = ({ command, action }: ButtonPress): boolean => command === COMMAND && action === ACTION

/** Adds the button to the last row of buttons, or in a row of its own; not at all where no room is left. */
export function withRemoval(rows: readonly ComponentRow[], { answers }: MessageCatalog): readonly ComponentRow[] {
  const button = new ButtonBuilder()
    .setCustomId(buttonId(COMMAND, ACTION))
    .setLabel(answers.delete)
    .setStyle(ButtonStyle.Secondary)
  const last = buttonsOf(rows.at(-1))
  if (last !== undefined && last.length < MAX_ROW_BUTTONS) return [...rows.slice(0, -1), rowOf([...last, button])]
  return rows.length < MAX_COMPONENT_ROWS ? [...rows, rowOf([button])] : rows
}

const rowOf = (buttons: readonly ButtonBuilder[]) => new ActionRowBuilder<ButtonBuilder>().addComponents(...buttons)

/** Undefined for a menu. */
function buttonsOf(row: ComponentRow | undefined): readonly ButtonBuilder[] | undefined {
  const buttons = (row?.components ?? []).flatMap((one) => (one instanceof ButtonBuilder ? [one] : []))
  return buttons.length === 0 ? undefined : buttons
}

/** Returns the reason if somebody else pressed it. */
export async function removeAnswer(
  interaction: ButtonInteraction,
  { owner }: ButtonPress,
  { answers }: MessageCatalog,
): Promise<string | undefined> {
  if (isOfAnother(interaction, owner)) return answers.notYours
  await interaction.deferUpdate()
  await interaction.deleteReply()
  return undefined
}
