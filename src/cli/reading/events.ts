// The command `events`: what happened to the games of an account, and to Roblox as a whole.
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Minute } from '../../domain/clock.js'
import { EVENT_KINDS, type EventKind } from '../../domain/events/event-facts.js'
import { type EventJson, eventWriter } from '../../files/events/event-json.js'
import { optionErrors } from '../../messages/english/usage.js'
import { MAX_LISTED_EVENTS } from '../../services/reading/events/list-events.js'
import { parseUtcEnd } from '../../services/reading/series/range-text.js'
import { type Cli, examples } from '../cli.js'
import { hintOf, id, wholeNumber } from '../io/read-values.js'
import { table, timeText } from '../io/table.js'
import { csv } from './csv.js'

const DEFAULT_CLI_EVENTS = 50

interface EventOptions {
  readonly account: string
  readonly game?: number
  readonly types?: readonly EventKind[]
  readonly from?: Minute
  readonly to?: Minute
  readonly limit: number
  readonly csv?: true
}

export function addEvents(program: Command, cli: Cli): void {
  const command = program
    .command('events')
    .description('lists what happened to the games of an account and to Roblox, the newest first')
    .requiredOption('--account <account>', 'id or name')
    .addOption(new Option('--game <game>', 'its ID; all games without it').argParser(id))
    .addOption(new Option('--types <list>', EVENT_KINDS.join(', ')).argParser(kindList))
    .addOption(new Option('--from <time>', 'a UTC date or a time').argParser(timeAt(false)))
    .addOption(new Option('--to <time>', 'a UTC date, included, or a time, not included').argParser(timeAt(true)))
    .addOption(
      new Option('--limit <n>', 'how many').argParser(wholeNumber(1, MAX_LISTED_EVENTS)).default(DEFAULT_CLI_EVENTS),
    )
    .option('--csv', 'as CSV')
    .action(async (options: EventOptions) => {
      const { from, to } = options
      if (from !== undefined && to !== undefined && from >= to) command.error('error: --from must be before --to.')
      const { events, names } = await readEvents(cli, options)
      cli.answer({ events }, options.csv ? csvOf(events) : textOf(events, names))
    })
  examples(command, 'events --account "My studio"', 'events --account 1 --game 4 --types update,gap --from 2027-01-01')
}

function readEvents(cli: Cli, { account: idOrName, game: gameId, types, from, to, limit }: EventOptions) {
  return cli.withReading(async (services) => {
    const account = await services.accounts.require(idOrName)
    const games = await services.findGame.ofAccount(account)
    const game = gameId === undefined ? undefined : await services.findGame.byNumber(account, gameId)
    const reader = { account, ...(game && { universeIds: [game.universeId] }) }
    const found = await services.listEvents.newest(reader, { kinds: types, from, until: to, limit })
    const names = new Map(games.map(({ id, name }) => [id, name]))
    return { events: found.events.map(eventWriter(games)), names }
  })
}

function textOf(events: readonly EventJson[], names: ReadonlyMap<number, string>): string {
  if (events.length === 0) return 'Nothing happened that is known.'
  const rows = events.map(({ type, id, game_id: game, start, end, details }) => [
    id,
    timeText(Date.parse(start)),
    end === null ? 'goes on' : end === start ? null : timeText(Date.parse(end)),
    type,
    detailText(details),
    game === null ? 'Roblox' : (names.get(game) ?? `game ${game}`),
  ])
  return table(['id', 'start', 'end', 'type', 'details', 'game'], rows)
}

const MAX_DETAIL_LENGTH = 60

/** `players=612 previous=580`; of an object within it, `condition.by=-30`. */
function detailText(details: object): string {
  const text = detailParts(details, '').join(' ')
  return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH - 1)}…` : text
}

const detailParts = (details: object, prefix: string): string[] =>
  Object.entries(details).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? detailParts(value, `${prefix}${name}.`)
      : [`${prefix}${name}=${Array.isArray(value) ? value.join(',') : value}`],
  )

const CSV_HEADINGS = [
  'id',
  'type',
  'game_id',
  'universe_id',
  'start',
  'end',
  'cause',
  'uncertainty_minutes',
  'change',
  'is_withdrawn',
  'details',
]

const csvOf = (events: readonly EventJson[]): string =>
  csv(
    CSV_HEADINGS,
    events.map((event) => [
      event.id,
      event.type,
      event.game_id,
      event.universe_id,
      event.start,
      event.end,
      event.cause,
      event.uncertainty_minutes,
      event.change,
      `${event.is_withdrawn}`,
      JSON.stringify(event.details),
    ]),
  )

const isKind = (name: string): name is EventKind => EVENT_KINDS.some((kind) => kind === name)

function kindList(text: string): readonly EventKind[] {
  const names = text.split(',')
  const wrong = names.find((name) => !isKind(name))
  if (wrong === undefined && new Set(names).size === names.length) return names.filter(isKind)
  const hint = wrong === undefined ? '' : hintOf(wrong, EVENT_KINDS)
  throw new InvalidArgumentError(optionErrors.types(EVENT_KINDS, hint))
}

const timeAt =
  (isLast: boolean) =>
  (text: string): Minute => {
    const minute = parseUtcEnd(text, isLast)
    if (minute !== undefined) return minute
    throw new InvalidArgumentError(optionErrors.dateOrTime)
  }
