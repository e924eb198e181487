// Controls in a walk: those on messages that somebody got, and those with ids of anybody's things, as on a message from
// before the bot's restart.
import { type APIMessageTopLevelComponent, ComponentType } from 'discord.js'
import type { DoubleMessage, InteractionHandle } from '../../support/discord/double.js'
import { type FormFields, madeUpMessage } from '../../support/discord/people/controls.js'
import { isManager, type Place } from './model.js'
import { circumstances, KINDS, someChannel, someGame, someGameId, somePlace, type WalkStep } from './steps.js'
import { thingsIn, type Walk } from './world.js'

interface WalkControl {
  readonly id: string
  /** Of a menu. */
  readonly values?: readonly string[]
  readonly type?: ComponentType
  /** Of a form. */
  readonly fields?: FormFields
}

const readingButton = (walk: Walk): string => {
  const { random } = walk
  const [game, account] = [someGameId(walk), random.pick(walk.accounts).id]
  const key = random.pick(walk.postKeys)
  return random.pick([
    ...[`stats:show:${game}`, `stats:show:${game}`, `stats:alert:${game}`, `chart:show:${game}`, `goal:show:${game}`],
    ...[`summary:show:${game}`, `updates:show:${game}`, `compare:choose:${game}:1`, 'games:page:1', 'rank:first'],
    ...[`rank:page:players:1:${account}`, `alerts:milestone:${game}`, `alerts:update:${game}`, 'alerts:list'],
    ...[`alerts:number:${game}`, `alerts:endAll`, `notify:why:${key}`, `notify:expected:${key}`],
    ...[`notify:mute:hour:${key}`, `notify:unmute:${game}:alert`],
  ])
}

const readingMenu = (walk: Walk): WalkControl => {
  const { random } = walk
  const [game, other] = [someGameId(walk), someGameId(walk)]
  const { alerts } = thingsIn(walk)
  return random.pick<WalkControl>([
    { id: 'stats:open', values: [`${game}`] },
    { id: `compare:with:${game}`, values: [`${other}`] },
    { id: `compare:range:ccu:${game}:${other}`, values: ['24h'] },
    { id: `chart:range:${game}:ccu`, values: ['24h'] },
    { id: `summary:range:${game}`, values: ['7d'] },
    { id: 'rank:account:players', values: [`${random.pick(walk.accounts).id}`] },
    { id: 'alerts:end', values: [`${alerts.length === 0 ? 1 : random.pick(alerts)}`] },
    { id: `alerts:number:${game}`, fields: { players: '8000000' } },
    { id: `alerts:daily:${game}`, fields: { time: '09:00', zone: 'UTC' } },
  ])
}

const managingControl = (walk: Walk): WalkControl => {
  const { random } = walk
  const [game, kind] = [someGameId(walk), random.pick(KINDS)]
  const { rules } = thingsIn(walk)
  const rule = rules.length === 0 ? 1 : random.pick(rules)
  const channel = { values: [someChannel(walk)], type: ComponentType.ChannelSelect }
  return random.pick<WalkControl>([
    { id: 'setup:start' },
    { id: 'setup:server' },
    { id: `setup:link:${random.pick(walk.accounts).id}` },
    { id: `setup:show:${game}` },
    { id: `setup:drop:${game}:${rule}` },
    { id: `setup:edit:${rule}` },
    { id: 'setup:game', values: [`${game}`] },
    { id: `setup:kinds:${game}`, values: [kind] },
    { id: `setup:sample:${game}`, values: [kind] },
    { id: `setup:rule:${game}`, values: [`${rule}`] },
    { id: `setup:channel:${game}`, ...channel },
    { id: 'setup:news', ...channel },
    { id: 'setup:found', values: [`${random.pick(walk.universes).id}`] },
    { id: `setup:rule:${rule}`, fields: { value: '9', minutes: '10', cooldown: '60' } },
    { id: 'setup:code', fields: { text: 'nonsense' } },
    { id: 'setup:track', fields: { text: `${random.pick(walk.universes).id}` } },
    { id: 'setup:quiet', fields: { from: '22:00', until: '06:00', zone: 'UTC' } },
  ])
}

function use(walk: Walk, place: Place, { id, values, fields, type }: WalkControl, message?: DoubleMessage): WalkStep {
  const { double } = walk.scene
  const about = { place, label: `control ${id}`, input: JSON.stringify([id, values, fields]) }
  const base = { ...circumstances(place), customId: id, ...(message ? { message } : {}) }
  if (fields !== undefined) {
    const shown = madeUpMessage(double.world, place.channelId ?? '1', 'v1:setup:start', ComponentType.Button)
    return { ...about, send: () => double.modal({ ...base, fields, message: shown }) }
  }
  const gameId = /^v1:stats:show:(\d+)/.exec(id)?.[1]
  const send = (): InteractionHandle =>
    values === undefined
      ? double.button(base)
      : double.select({ ...base, values: [...values], type: type ?? ComponentType.StringSelect })
  return { ...about, ...(gameId === undefined ? {} : { gameId: Number(gameId) }), send }
}

export function forgedStep(walk: Walk): WalkStep {
  const { random } = walk
  const place = somePlace(walk)
  const control =
    isManager(place) && random.chance(0.5)
      ? managingControl(walk)
      : random.chance(0.6)
        ? { id: readingButton(walk) }
        : readingMenu(walk)
  return use(walk, place, { ...control, id: `v1:${control.id}` })
}

/** A message with controls that somebody got. */
export interface FoundMessage {
  readonly message: DoubleMessage
  readonly place: Place
  readonly isPrivate: boolean
}

interface FoundControl {
  readonly type: ComponentType
  readonly custom_id?: string
  readonly disabled?: boolean
  readonly options?: readonly { readonly value: string }[]
}

/** CHAT-5: such a menu has no options of its own. */
const isOfChannels = ({ type }: FoundControl): boolean => type === ComponentType.ChannelSelect

const controlsOf = (message: DoubleMessage): FoundControl[] =>
  message.components
    .flatMap((row: APIMessageTopLevelComponent) => ('components' in row ? (row.components as FoundControl[]) : []))
    .filter(({ custom_id, disabled }) => custom_id !== undefined && disabled !== true)

export const hasControls = (message: DoubleMessage): boolean => controlsOf(message).length > 0

/** A private message is pressed by whom it was shown to; a public one by anybody in the channel. */
export function pressStep(walk: Walk, { message, place, isPrivate }: FoundMessage): WalkStep {
  const { random } = walk
  const control = random.pick(controlsOf(message))
  const person = isPrivate ? place.person : random.pick(walk.people)
  const id = control.custom_id ?? ''
  const pressed = { ...place, person }
  if (isOfChannels(control)) return use(walk, pressed, { id, values: [someChannel(walk)], type: control.type }, message)
  if (control.options === undefined) return use(walk, pressed, { id }, message)
  return use(walk, pressed, { id, values: [random.pick(control.options).value] }, message)
}

/** The menu of a message about the address of anybody's game. */
export function messageStep(walk: Walk): WalkStep {
  const place = somePlace(walk)
  const content = `${someGame(walk, place)} https://www.roblox.com/games/${walk.random.pick(walk.universes).placeId}/x`
  const input = { ...circumstances(place), command: 'Stats of the game in this link', target: { content } }
  return { place, label: 'message menu', input: content, send: () => walk.scene.double.messageCommand(input) }
}
