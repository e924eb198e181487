// The commands `game add`, `set`, `resume`, `list` and `remove`.

import { type Command, Option } from 'commander'
import { type Account, statusAt } from '../../domain/account.js'
import { minuteOf, msOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import { planInForce } from '../../domain/rules/entitlement.js'
import { gameJson } from '../../files/game-json.js'
import { operatorErrorText } from '../../messages/error-text.js'
import type { Pointer } from '../../services/management/track-game.js'
import type { Services } from '../../services/services.js'
import { CLI, type Cli, examples, misused } from '../cli.js'
import { id, yesOrNo } from '../io/read-values.js'
import { countedGames, namedGames, oneLine, table, timeText } from '../io/table.js'

export function addGameCommands(program: Command, cli: Cli): void {
  const group = program.command('game').description('track games')
  examples(
    group,
    'game add --account "My studio" --universe 123456',
    'game add --account 1 --url <address of the game> --channel 112233445566778899',
    'game set 4 --active false',
    'game resume --all --account 1',
    'game list --account 1',
  )
  addAdd(group, cli)
  addSet(group, cli)
  addResume(group, cli)
  addList(group, cli)
  addRemove(group, cli)
}

interface AddGameOptions {
  readonly account: string
  readonly universe?: number
  readonly place?: number
  readonly url?: string
  readonly channel?: string
}

function addAdd(group: Command, cli: Cli): void {
  const command = group
    .command('add')
    .description('starts to track a game; one that the account has is answered as it is')
    .requiredOption('--account <account>', 'id or name')
    .addOption(new Option('--universe <id>', 'its universe ID').argParser(id).conflicts(['place', 'url']))
    .addOption(new Option('--place <id>', 'the ID of one of its places').argParser(id).conflicts('url'))
    .option('--url <address>', 'its address, as the browser shows it')
    .option('--channel <id>', 'the Discord channel to link')
  command.action(async (options: AddGameOptions) => {
    const pointer = pointerOf(options) ?? misused(command, 'say which game: give --universe, --place or --url.')
    const { game, text } = await cli.withServices(async (services) => {
      const account = await services.accounts.require(options.account)
      const { game, isNew } = await services.games.add(account, pointer, options.channel ?? null)
      return { game, text: isNew ? firstSample(services, account) : 'This account tracks it already.' }
    })
    cli.answer(gameJson(game), `${gameTable([game])}\n\n${text}`)
  })
}

function pointerOf({ universe, place, url }: AddGameOptions): Pointer | undefined {
  if (universe !== undefined) return { universeId: universe }
  if (place !== undefined) return { placeId: place }
  return url === undefined ? undefined : { address: url }
}

/** PLANS-9: slots are aligned to the UTC hour, so the first sample may be minutes away. */
function firstSample({ clock, plans }: Services, account: Account): string {
  const now = clock.now()
  const { intervalMinutes } = planInForce({ ...account, status: statusAt(account, now) }, plans, now)
  const due = (Math.floor(minuteOf(now) / intervalMinutes) + 1) * intervalMinutes
  return `The first sample is due at ${timeText(msOf(due))} and then every ${intervalMinutes} min, while npm start runs.
One at once: ${CLI} poll once`
}

function addSet(group: Command, cli: Cli): void {
  const command = group
    .command('set')
    .description('links a channel, pauses or resumes, shows it to everybody')
    .argument('<game>', 'its ID', id)
    .option('--channel <id>', 'the Discord channel to link; none takes the link away')
    .addOption(new Option('--active <true|false>', 'false pauses, true resumes').argParser(yesOrNo))
    .addOption(new Option('--public <true|false>', 'true puts it on the front page').argParser(yesOrNo))
  command.action(async (gameId: number, options: { channel?: string; active?: boolean; public?: boolean }) => {
    if (Object.keys(options).length === 0) misused(command, 'nothing to change: give --channel, --active or --public.')
    const channelId = options.channel === 'none' ? null : options.channel
    const change = { channelId, isActive: options.active, isPublic: options.public }
    const game = await cli.withServices(async (services) =>
      services.games.change(await services.games.require(gameId), change),
    )
    cli.answer(gameJson(game), gameTable([game]))
  })
}

function addResume(group: Command, cli: Cli): void {
  const command = group
    .command('resume')
    .description('resumes all paused games of an account, those registered first, while its plan has room')
    .requiredOption('--account <account>', 'id or name')
    .option('--all', 'needed: one game is resumed by game set <game> --active true')
  command.action(async ({ account, all }: { account: string; all?: true }) => {
    if (!all) misused(command, `add --all, or resume one game: ${CLI} game set <game> --active true.`)
    const { resumed, left, reason } = await cli.withServices(async ({ accounts, games }) =>
      games.resumeAll(await accounts.require(account)),
    )
    const none = left.length > 0 ? 'No game was resumed.' : 'No game of this account is paused.'
    cli.answer(
      { resumed_games: resumed.map(gameJson), still_paused_games: left.map(gameJson) },
      resumed.length > 0 ? `Resumed ${countedGames(resumed.length)}: ${namedGames(resumed)}.` : none,
    )
    if (left.length === 0) return
    const facts = { names: namedGames(left), count: left.length, cause: operatorErrorText(reason) }
    throw rejection(reason.code, { name: 'games stay paused', facts })
  })
}

function addList(group: Command, cli: Cli): void {
  group
    .command('list')
    .description('lists the games of an account')
    .requiredOption('--account <account>', 'id or name')
    .action(async ({ account }: { account: string }) => {
      const games = await cli.withReading(async (services) =>
        services.findGame.ofAccount(await services.accounts.require(account)),
      )
      const none = `This account tracks no game yet. Add one: ${CLI} game add --account ${account} --url <address of the game>`
      cli.answer(games.map(gameJson), games.length > 0 ? gameTable(games) : none)
    })
}

function addRemove(group: Command, cli: Cli): void {
  group
    .command('remove')
    .description('stops to track a game; its history stays')
    .argument('<game>', 'its ID', id)
    .action(async (gameId: number) => {
      const game = await cli.withServices(async (services) => {
        const found = await services.games.require(gameId)
        await services.games.remove(found)
        return found
      })
      cli.answer(gameJson(game), `Game ${game.id} (${oneLine(game.name)}) is no longer tracked. Its history stays.`)
    })
}

const gameTable = (games: readonly Game[]): string =>
  table(
    ['id', 'universe', 'active', 'public', 'channel', 'since', 'name'],
    games.map((game) => [
      game.id,
      game.universeId,
      game.isActive,
      game.isPublic,
      game.channelId,
      timeText(game.createdAt),
      game.name,
    ]),
  )
