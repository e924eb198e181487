// Finds the games whose addresses a message contains: pages of the platform, and pages of Headcount itself.
import type { Message, MessageContextMenuCommandInteraction } from 'discord.js'
import type { Account } from '../../domain/account.js'
import type { Game } from '../../domain/game.js'
import { type Context, InteractionRejection } from '../command.js'
import { requireAccounts } from '../linked-account.js'
import type { RequestedGame } from './require-game.js'

/** A message may hold hundreds of addresses, and each of the platform may need a call to it. */
const MAX_ADDRESSES = 5
const MAX_SCANNED_LENGTH = 10_000

/** With a scheme, or beginning with a host. Ends where Markdown or a sentence goes on. */
const ADDRESS = /(?:https?:\/\/|\b(?:[\w-]{1,63}\.){1,4}[a-z]{2,20}\/)[^\s<>()[\]"|`\\]+/gi
/** Of JSON; otherwise its letter would be part of the address after it. */
const ESCAPED_SPACE = /\\[nrt]/g
const CLOSING_PUNCTUATION = /(?<![.,;:!?'*_~])[.,;:!?'*_~]+$/

/** A page of Headcount: that of everybody by the universe id, or that of an account by the internal id. */
const OWN_PAGE = /^\/(?:games\/(?<universe>\d{1,16})|accounts\/\d{1,16}\/games\/(?<game>\d{1,16}))\/?$/

/** At least one game, in the order of the message; throws an `InteractionRejection` that says why there is none. */
export async function findLinkedGames(
  interaction: MessageContextMenuCommandInteraction,
  context: Context,
): Promise<readonly [RequestedGame, ...RequestedGame[]]> {
  const accounts = await requireAccounts(interaction, context)
  const { stats } = context.catalog
  const addresses = addressesIn(interaction.targetMessage, context)
  if (addresses.length === 0) throw new InteractionRejection(stats.noLink)
  const finds = await Promise.allSettled(addresses.map((address) => gameOfAddress(address, accounts, context)))
  const games = finds.flatMap((find) => (find.status === 'fulfilled' && find.value ? [find.value] : []))
  const [first, ...others] = games.filter(
    ({ game }, index) => games.findIndex((one) => one.game.id === game.id) === index,
  )
  if (first) return [first, ...others]
  const failure = finds.find((find) => find.status === 'rejected')
  throw failure ? failure.reason : new InteractionRejection(stats.linkedUntracked(addresses.length))
}

function addressesIn(message: Message, { services, publicUrl }: Context): string[] {
  const found = (textOf(message).slice(0, MAX_SCANNED_LENGTH).match(ADDRESS) ?? []).map((address) =>
    address.replace(CLOSING_PUNCTUATION, ''),
  )
  return [...new Set(found)]
    .filter((address) => services.findGame.isAddress(address) || ownPage(address, publicUrl) !== undefined)
    .slice(0, MAX_ADDRESSES)
}

/** What people wrote, then the embeds, the links of buttons and, of a forwarded message, the original. */
function textOf({ content, embeds, components, messageSnapshots }: Message): string {
  const embedded = embeds.map(({ data }) => data)
  const forwarded = [...messageSnapshots.values()].map((snapshot) => [
    snapshot.content,
    snapshot.embeds.map(({ data }) => data),
  ])
  const controls = components.map((component) => component.toJSON())
  const parts = [embedded, controls, forwarded].map((part) => JSON.stringify(part).replace(ESCAPED_SPACE, ' '))
  return [content, ...parts].join(' ')
}

function ownPage(address: string, publicUrl: string | undefined): RegExpExecArray['groups'] {
  if (publicUrl === undefined || !address.startsWith(`${publicUrl}/`) || !URL.canParse(address)) return undefined
  return OWN_PAGE.exec(new URL(address).pathname.slice(new URL(publicUrl).pathname.replace(/\/$/, '').length))?.groups
}

async function gameOfAddress(
  address: string,
  accounts: readonly Account[],
  { services, publicUrl }: Context,
): Promise<RequestedGame | undefined> {
  const page = ownPage(address, publicUrl)
  const find = async (account: Account): Promise<Game | undefined> => {
    if (page === undefined) return services.findGame.byAddress(account, address)
    const { universe, game } = page
    const games = await services.guildView.games(account)
    return games.find(({ id, universeId }) => String(universeId) === universe || String(id) === game)
  }
  for (const account of accounts) {
    const game = await find(account)
    if (game) return { account, game }
  }
  return undefined
}
