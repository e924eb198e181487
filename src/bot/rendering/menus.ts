// What the messages of several commands share: buttons, menus and times.

import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  StringSelectMenuBuilder,
  TimestampStyles,
  time,
} from 'discord.js'
import type { Account } from '../../domain/account.js'
import { SPAN_NAMES, type SpanName } from '../../domain/rules/span.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { MAX_OPTION_LABEL_LENGTH, MAX_OPTIONS } from '../discord-limits.js'
import { plainName } from '../show-name.js'

export interface Pages {
  readonly page: number
  readonly pages: number
  readonly idOf: (page: number) => string
}

/** Previous and next buttons; empty if there is only one page. */
export function pageRows({ page, pages, idOf }: Pages, catalog: MessageCatalog): ActionRowBuilder<ButtonBuilder>[] {
  if (pages <= 1) return []
  const turn = (label: string, to: number): ButtonBuilder =>
    new ButtonBuilder()
      .setCustomId(idOf(to))
      .setLabel(label)
      .setStyle(ButtonStyle.Secondary)
      .setDisabled(to < 1 || to > pages)
  const buttons = [turn(catalog.rank.previous, page - 1), turn(catalog.rank.next, page + 1)]
  return [new ActionRowBuilder<ButtonBuilder>().addComponents(buttons)]
}

interface MenuChoice {
  readonly value: string
  readonly label: string
  readonly default?: boolean
}

/** A menu of which one entry is chosen. */
export function choiceMenu(
  id: string,
  placeholder: string,
  options: readonly MenuChoice[],
): ActionRowBuilder<StringSelectMenuBuilder> {
  const menu = new StringSelectMenuBuilder()
    .setCustomId(id)
    .setPlaceholder(placeholder)
    .addOptions([...options])
  return new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)
}

/** A menu of time ranges, whose value is the name of the range. */
export const rangeMenu = (id: string, current: SpanName, { ranges }: MessageCatalog) =>
  choiceMenu(
    id,
    ranges.menu,
    SPAN_NAMES.map((value) => ({ label: ranges.choices[value], value, default: value === current })),
  )

/** The number of games and, if the list has several pages, the number of this one. */
export function pageFooter(page: number, pages: number, games: number, catalog: MessageCatalog): string {
  const count = catalog.rank.games(games)
  return pages <= 1 ? count : catalog.rank.page(catalog.number(page), catalog.number(pages), count)
}

/** A menu of the asker's accounts, whose value is the account id. */
export function accountMenu(id: string, accounts: readonly Account[], catalog: MessageCatalog) {
  const options = accounts
    .slice(0, MAX_OPTIONS)
    .map((account) => ({ label: plainName(account.name, MAX_OPTION_LABEL_LENGTH), value: String(account.id) }))
  const menu = new StringSelectMenuBuilder().setCustomId(id).setPlaceholder(catalog.chooseAccount).addOptions(options)
  return new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)
}

/** Discord shows it to each person in their own time zone and language. */
const timestamp = (milliseconds: number, style: (typeof TimestampStyles)[keyof typeof TimestampStyles]): string =>
  time(Math.floor(milliseconds / 1_000), style)

/** For example `3 minutes ago`. */
export const ago = (milliseconds: number): string => timestamp(milliseconds, TimestampStyles.RelativeTime)
/** For example `31 January 2026`. */
export const dateOf = (milliseconds: number): string => timestamp(milliseconds, TimestampStyles.LongDate)
/** For example `31 January 2026 14:00`. */
export const timeOf = (milliseconds: number): string => timestamp(milliseconds, TimestampStyles.LongDateShortTime)
