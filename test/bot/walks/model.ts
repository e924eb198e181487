// The model: who sees which account where, who may change what, and who owns each row.
import type { AccountMark, Walk, WalkPerson } from './world.js'

export interface Place {
  readonly person: WalkPerson
  /** Null in a direct message. */
  readonly guildId: string | null
  readonly channelId?: string
  /** Whether the bot is a member of the server. */
  readonly isPresent: boolean
}

export const isManager = ({ person, guildId }: Place): boolean => guildId !== null && person.manages.has(guildId)

type File = Pick<Walk, 'file'>

export const linkOf = ({ file }: File, guildId: string | null): number | undefined =>
  file
    .prepare<[string], number>('SELECT account_id FROM guild WHERE guild_id = ?')
    .pluck()
    .get(guildId ?? '')

export const membershipsOf = ({ file }: File, userId: string) =>
  file
    .prepare<[string], { account: number; role: string }>(
      'SELECT account_id AS account, role FROM member WHERE discord_user_id = ?',
    )
    .all(userId)

/** DISCORD-1 in a linked server, DISCORD-2 elsewhere. */
export function accountsSeen(walk: File, { person, guildId, isPresent }: Place): ReadonlySet<number> {
  const linked = isPresent ? linkOf(walk, guildId) : undefined
  if (linked !== undefined) return new Set([linked])
  return new Set(membershipsOf(walk, person.user.id).map(({ account }) => account))
}

export const gamesOf = ({ file }: File) =>
  file
    .prepare<[], { id: number; account: number; universe: number; name: string; isRemoved: number }>(
      `SELECT game.id, account_id AS account, universe_id AS universe, universe.name, removed_at IS NOT NULL AS isRemoved
       FROM game JOIN universe ON universe.id = universe_id`,
    )
    .all()

/** DISCORD-41: a person reads the names of the games of their own alerts, wherever they are. */
export const accountsOfAlerts = ({ file }: File, userId: string): readonly number[] =>
  file
    .prepare<[string], number>('SELECT account_id FROM person_alert JOIN game ON game.id = game_id WHERE user_id = ?')
    .pluck()
    .all(userId)

export function mayRead(walk: File, mark: AccountMark, accounts: ReadonlySet<number>): boolean {
  if (mark.accountId !== undefined) return accounts.has(mark.accountId)
  return gamesOf(walk).some(({ account, universe }) => universe === mark.universeId && accounts.has(account))
}

const OF_GAME = ['notice_rule', 'notice_route', 'expected_span']
const OF_GUILD = ['guild_setting', 'scheduled_post']
/** Of panels and counters the bot itself notes more, such as the name of a channel. */
const OF_LIVE = ['live_panel', 'live_counter']
/** Nobody changes these from Discord. */
const FIXED = [
  'account',
  'api_key',
  'member',
  'login_link',
  'session',
  'share_link',
  'wall_link',
  'revenue',
  'game_tag',
]

const QUERIES: readonly string[] = [
  ...OF_GAME.map(
    (name) => `SELECT '${name}' AS is_in, 'account ' || account_id AS owner, own.*
    FROM ${name} own JOIN game ON game.id = own.game_id`,
  ),
  ...OF_GUILD.map((name) => `SELECT '${name}' AS is_in, 'server ' || guild_id AS owner, * FROM ${name}`),
  ...OF_LIVE.map(
    (name) => `SELECT '${name}' AS is_in, 'server ' || guild_id AS owner, channel_id, game_id FROM ${name}`,
  ),
  ...FIXED.map((name) => `SELECT '${name}' AS is_in, 'nobody' AS owner, * FROM ${name}`),
  `SELECT 'person_alert' AS is_in, 'person ' || user_id AS owner, * FROM person_alert`,
  `SELECT 'game' AS is_in, 'account ' || account_id AS owner, * FROM game`,
  `SELECT 'guild' AS is_in, 'account ' || account_id AS owner, * FROM guild`,
  `SELECT 'guild_code' AS is_in, 'account ' || account_id AS owner, hash FROM guild_code`,
  `SELECT 'event' AS is_in, 'account ' || account_id AS owner, id FROM event WHERE account_id IS NOT NULL`,
  // What is done in Discord is noted for the account that it concerns, or for none.
  `SELECT 'audit_entry' AS is_in, ifnull('account ' || account_id, 'anybody') AS owner, id FROM audit_entry`,
]

/** Every row that people can change, as text, with its owner. */
export function rowsOf({ file }: File): ReadonlyMap<string, string> {
  const rows = QUERIES.flatMap((query) => file.prepare<[], { owner: string }>(query).all())
  return new Map(rows.map((row) => [JSON.stringify(row), row.owner]))
}

/** The rows of one that the other does not have. */
export const withoutRows = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  [...one].filter(([row]) => !other.has(row)).map(([row, owner]) => ({ row, owner }))

/** Whose rows may change: those of what a manager sees in the server, and those of the person. */
export function ownersFor(place: Place, links: readonly (number | undefined)[]): ReadonlySet<string> {
  const own = [`person ${place.person.user.id}`, 'anybody']
  if (!isManager(place)) return new Set(own)
  const linked = links.flatMap((account) => (account === undefined ? [] : [`account ${account}`]))
  return new Set([...own, `server ${place.guildId}`, ...linked])
}
