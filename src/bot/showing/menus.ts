// Buttons and menus that several commands show.
import { ActionRowBuilder, ButtonBuilder, ButtonStyle, StringSelectMenuBuilder } from 'discord.js'
import type { Account } from '../../domain/account.js'
import { SPAN_NAMES, type SpanName } from '../../domain/rules/span.js'
import type { MessageCatalog } from '../../words/words.js'
import { plainName } from '../show-name.js'

/** discord.md §6. */
const MOST_OPTIONS = 25
const LONGEST_LABEL = 100

export interface Pages {
  readonly page: number
  readonly pages: number
  readonly idOf: (page: number) => string
}

/** Previous and next, or nothing where there is one page. */
export function turningRows({ page, pages, idOf }: Pages, words: MessageCatalog): ActionRowBuilder<ButtonBuilder>[] {
  if (pages <= 1) return []
  const turn = (label: string, to: number): ButtonBuilder =>
    new ButtonBuilder()
      .setCustomId(idOf(to))
      .setLabel(label)
      .setStyle(ButtonStyle.Secondary)
      .setDisabled(to < 1 || to > pages)
  const buttons = [turn(words.rank.previous, page - 1), turn(words.rank.next, page + 1)]
  return [new ActionRowBuilder<ButtonBuilder>().addComponents(buttons)]
}

/** Another range; the chosen value is its name. */
export function rangeMenu(
  id: string,
  current: SpanName,
  words: MessageCatalog,
): ActionRowBuilder<StringSelectMenuBuilder> {
  const menu = new StringSelectMenuBuilder()
    .setCustomId(id)
    .setPlaceholder(words.ranges.menu)
    .addOptions(SPAN_NAMES.map((value) => ({ label: words.ranges.choices[value], value, default: value === current })))
  return new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)
}

/** Which of the asker's accounts; the chosen value is its id. */
export function accountMenu(id: string, accounts: readonly Account[], words: MessageCatalog) {
  const options = accounts
    .slice(0, MOST_OPTIONS)
    .map((account) => ({ label: plainName(account.name, LONGEST_LABEL), value: String(account.id) }))
  const menu = new StringSelectMenuBuilder().setCustomId(id).setPlaceholder(words.chooseAccount).addOptions(options)
  return new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)
}
