// The buttons and menus by which one answer leads to the next, in place.

import { ActionRowBuilder, ButtonBuilder, ButtonStyle, StringSelectMenuBuilder } from 'discord.js'
import type { Game } from '../../domain/game.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { buttonId } from '../custom-id.js'
import { MAX_OPTION_LABEL_LENGTH, MAX_OPTIONS } from '../discord-limits.js'
import { plainName } from '../show-name.js'

type ButtonName = keyof MessageCatalog['answers']['buttons']

export interface Step {
  readonly name: ButtonName
  readonly id: string
}

/** The answers about one game, each with the id of the button that shows it. */
const GAME_STEPS = {
  stats: (gameId: number) => buttonId('stats', 'show', gameId),
  chart: (gameId: number) => buttonId('chart', 'show', gameId),
  week: (gameId: number) => buttonId('summary', 'show', gameId, '7d'),
  summary: (gameId: number) => buttonId('summary', 'show', gameId),
  compare: (gameId: number) => buttonId('compare', 'choose', gameId),
  updates: (gameId: number) => buttonId('updates', 'show', gameId),
  goal: (gameId: number) => buttonId('goal', 'show', gameId),
  alert: (gameId: number) => buttonId('stats', 'alert', gameId),
} as const satisfies Partial<Record<ButtonName, (gameId: number) => string>>

type GameStep = keyof typeof GAME_STEPS

/** At most five. */
export const gameSteps = (gameId: number, names: readonly GameStep[], catalog: MessageCatalog) =>
  stepRow(
    names.map((name) => ({ name, id: GAME_STEPS[name](gameId) })),
    catalog,
  )

export const stepRow = (steps: readonly Step[], { answers }: MessageCatalog): ActionRowBuilder<ButtonBuilder> =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    steps.map(({ name, id }) =>
      new ButtonBuilder().setCustomId(id).setLabel(answers.buttons[name]).setStyle(ButtonStyle.Secondary),
    ),
  )

/** The buttons of a message that the bot posts by itself: their ids carry the key by which it is found again. */
export function postedSteps(
  gameId: number | undefined,
  key: string | undefined,
  catalog: MessageCatalog,
  more: readonly Step[] = [],
): ActionRowBuilder<ButtonBuilder> {
  const mark = key === undefined ? [] : [key]
  if (gameId === undefined) return stepRow([{ name: 'rank', id: buttonId('rank', 'first', ...mark) }, ...more], catalog)
  return stepRow(
    [
      { name: 'stats', id: buttonId('stats', 'show', gameId, ...mark) },
      { name: 'chart', id: buttonId('chart', 'show', gameId, ...mark) },
      ...more,
    ],
    catalog,
  )
}

/** The button of a message to one person, whose id carries the key by which the message is found again. */
export const ownAlerts = (key: string | undefined, catalog: MessageCatalog): ActionRowBuilder<ButtonBuilder> =>
  stepRow([{ name: 'ownAlerts', id: buttonId('alerts', 'list', ...(key === undefined ? [] : [key])) }], catalog)

/** The custom id of the button that shows the first page of a ranking. */
export const showRanking = buttonId('rank', 'first')

/** A menu of games, whose values are their ids. */
export function gameMenu(
  {
    id,
    placeholder,
    maxValues = 1,
  }: { readonly id: string; readonly placeholder: string; readonly maxValues?: number },
  games: readonly Game[],
): ActionRowBuilder<StringSelectMenuBuilder> {
  const options = games
    .slice(0, MAX_OPTIONS)
    .map((game) => ({ label: plainName(game.name, MAX_OPTION_LABEL_LENGTH), value: String(game.id) }))
  const menu = new StringSelectMenuBuilder()
    .setCustomId(id)
    .setPlaceholder(placeholder)
    .setMaxValues(Math.min(maxValues, options.length))
    .addOptions(options)
  return new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)
}

/** A menu of games that shows the chosen one. */
export const openGameMenu = (games: readonly Game[], catalog: MessageCatalog) =>
  gameMenu({ id: buttonId('stats', 'open'), placeholder: catalog.answers.showGame }, games)
