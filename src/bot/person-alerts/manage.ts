// The alerts of the person who asks: choosing one about a game, making it, and the list in which they are ended.
import {
  type BaseInteraction,
  ButtonStyle,
  EmbedBuilder,
  type ModalBuilder,
  type ModalMessageModalSubmitInteraction,
} from 'discord.js'
import { MAX_ALERTS_OF_PERSON } from '../../domain/person-alerts/person-alert.js'
import { zoneNamed } from '../../domain/rules/wall-clock.js'
import { MAX_ECHO_LENGTH, minuteOfDay } from '../../domain/time/time-of-day.js'
import { triggerText } from '../../messages/person-alert-text.js'
import type { ListedPersonAlert, PersonAlertRequest } from '../../services/person-alerts/manage-person-alerts.js'
import { type ComponentRow, type Context, InteractionRejection, type InteractionReply } from '../command.js'
import { buttonId } from '../custom-id.js'
import { MAX_OPTION_LABEL_LENGTH, MAX_OPTIONS } from '../discord-limits.js'
import { type RequestedGame, requireGameOfId } from '../input/require-game.js'
import { createGameEmbed, NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { ago, choiceMenu } from '../rendering/menus.js'
import { stepRow } from '../rendering/next-steps.js'
import { buttonRow, formOf, setupButton } from '../set-up/server.js'
import { plainName, showName } from '../show-name.js'

const MAX_NAME_LENGTH = 60
const MAX_FORM_VALUE_LENGTH = 15
const MAX_TYPED_ZONE_LENGTH = 50
const MAX_LISTED_ALERTS = 20
/** More players than the platform has ever had. */
const MAX_PLAYERS = 1_000_000_000
const DEFAULT_TIME = '09:00'

type AlertInteraction = Pick<BaseInteraction, 'guildId' | 'channelId' | 'user' | 'context'>

/** Everything that one can be alerted about, as buttons. */
export async function offerAlerts(
  { user }: Pick<AlertInteraction, 'user'>,
  requested: RequestedGame,
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog } = context
  const { game } = requested
  const { personAlerts: text, number } = catalog
  const open = (await services.personAlerts.list(user.id)).filter(isOpen)
  const { embed, files } = await createGameEmbed(requested, context, { titled: text.choose })
  embed.setDescription(text.chooseText(number(open.length), number(MAX_ALERTS_OF_PERSON)))
  const buttons = (['number', 'milestone', 'update', 'daily'] as const).map((on) =>
    setupButton(buttonId('alerts', on, game.id), text.buttons[on]),
  )
  const stats = { name: 'stats', id: buttonId('stats', 'show', game.id) } as const
  const list = { name: 'ownAlerts', id: buttonId('alerts', 'list') } as const
  return { embeds: [embed], files, components: [buttonRow(...buttons), stepRow([stats, list], catalog)] }
}

const isOpen = ({ alert, game }: ListedPersonAlert): boolean => alert.ended === null && game !== undefined

/** Makes the alert and shows it in the list. */
export async function addAlert(
  interaction: AlertInteraction,
  gameId: string | undefined,
  trigger: PersonAlertRequest,
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog } = context
  const { personAlerts: text } = catalog
  const { game } = await requireGameOfId(interaction, context, Number(gameId))
  const place = await placeOf(interaction, context)
  const person = { ...place, userId: interaction.user.id, locale: catalog.locale }
  const added = await services.personAlerts.add(game, person, trigger)
  if (added === 'person') throw new InteractionRejection(text.full(catalog.number(MAX_ALERTS_OF_PERSON)))
  if (added === 'game') throw new InteractionRejection(text.gameFull)
  const listed = await listAlerts(interaction, context)
  return { ...listed, content: place.channelId === null ? text.addedElsewhere : text.added }
}

/** Outside of linked servers, the person sees the game as a member of its account. */
async function placeOf({ guildId, channelId }: AlertInteraction, { services, isPresent }: Context) {
  const isLinked = guildId !== null && isPresent && (await services.guildView.accountOf(guildId)) !== undefined
  return isLinked ? { guildId, channelId } : { guildId: null, channelId: null }
}

/** The alerts of the person, with a menu that ends one. */
export async function listAlerts(
  { user }: Pick<AlertInteraction, 'user'>,
  { services, catalog }: Context,
): Promise<InteractionReply> {
  const { personAlerts: text } = catalog
  const alerts = (await services.personAlerts.list(user.id)).slice(0, MAX_LISTED_ALERTS)
  const lines = alerts.map((listed) => lineOf(listed, catalog))
  const embed = new EmbedBuilder()
    .setColor(NEUTRAL_COLOR)
    .setTitle(text.title)
    .setDescription(lines.length === 0 ? text.none : lines.join('\n'))
  if (alerts.length === 0) return { embeds: [embed], components: [] }
  const options = alerts.slice(0, MAX_OPTIONS).map(({ alert, game }) => ({
    value: String(alert.id),
    label: plainName(
      `${game?.name ?? text.untracked}: ${triggerText(alert.trigger, catalog)}`,
      MAX_OPTION_LABEL_LENGTH,
    ),
  }))
  const menu: ComponentRow = choiceMenu(buttonId('alerts', 'end'), text.end, options)
  const all = setupButton(buttonId('alerts', 'endAll'), text.endAll, ButtonStyle.Danger)
  return { embeds: [embed], components: [menu, buttonRow(all)] }
}

function lineOf({ alert, game }: ListedPersonAlert, catalog: Context['catalog']): string {
  const { personAlerts: text } = catalog
  const trigger = triggerText(alert.trigger, catalog)
  const name = game === undefined ? text.untracked : showName(game.name, MAX_NAME_LENGTH)
  const { ended } = alert
  return ended === null ? text.line(name, trigger) : text.endedLine(name, trigger, text.ends[ended.why], ago(ended.at))
}

export const numberForm = (gameId: string | undefined, { catalog: { personAlerts: text } }: Context): ModalBuilder =>
  formOf(buttonId('alerts', 'number', gameId ?? ''), text.numberTitle, [
    { id: 'players', label: text.numberLabel, maxLength: MAX_FORM_VALUE_LENGTH },
  ])

export const dailyForm = (gameId: string | undefined, { catalog, timeZone }: Context): ModalBuilder => {
  const { personAlerts: text } = catalog
  return formOf(buttonId('alerts', 'daily', gameId ?? ''), text.dailyTitle, [
    { id: 'time', label: text.timeLabel, maxLength: MAX_FORM_VALUE_LENGTH, value: DEFAULT_TIME },
    { id: 'zone', label: text.zoneLabel, maxLength: MAX_TYPED_ZONE_LENGTH, value: timeZone },
  ])
}

type AlertForm = ModalMessageModalSubmitInteraction

/** Reads `1000`, `1,000` or `1 000`. */
export function readNumberAlert(
  { fields }: AlertForm,
  { catalog: { personAlerts: text } }: Context,
): PersonAlertRequest {
  const typed = fields.getTextInputValue('players')
  const digits = /^\d{1,3}(?:[,. ]?\d{3})*$|^\d+$/.test(typed.trim()) ? typed.replace(/\D/g, '') : ''
  const players = Number(digits)
  if (digits === '' || players > MAX_PLAYERS)
    throw new InteractionRejection(text.notANumber(showName(typed, MAX_ECHO_LENGTH)))
  return { on: 'number', players }
}

export function readDailyAlert(
  { fields }: AlertForm,
  { catalog: { personAlerts: text } }: Context,
): PersonAlertRequest {
  const typed = fields.getTextInputValue('zone').trim()
  const timeZone = zoneNamed(typed.replaceAll(' ', '_'))
  if (timeZone === undefined) throw new InteractionRejection(text.notAZone(showName(typed, MAX_ECHO_LENGTH)))
  return { on: 'daily', minuteOfDay: minuteOfDay(fields.getTextInputValue('time')), timeZone }
}
