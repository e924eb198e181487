// Renders the message of a panel: one game with its last 24 hours, or all games of the server with a picture of the first
// ones.
import { AttachmentBuilder, EmbedBuilder } from 'discord.js'
import type { Account } from '../../domain/account.js'
import { msOf } from '../../domain/clock.js'
import { shareOfUsual } from '../../domain/insights/players-now.js'
import type { Panel } from '../../domain/live-updates/panel.js'
import { CLOSING_MEASURES } from '../../domain/measures.js'
import { ratio } from '../../domain/rules/summary.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { usualText } from '../../messages/usual.js'
import type { LiveView } from '../../services/management/manage-live-messages.js'
import type { RankedGame } from '../../services/reading/ranking/rank-games.js'
import type { Context } from '../command.js'
import { dayPicture } from '../rendering/day-picture.js'
import { addressOf, createGameEmbed, linkedName, NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { addFirstIcon } from '../rendering/game-icon.js'
import { ago, timeOf } from '../rendering/menus.js'
import { RANKING_FILE, rankingBoard } from '../rendering/ranking/ranking-board.js'
import { rankedNames, rankMark } from '../rendering/ranking/ranking-lines.js'

export type PanelContext = Pick<Context, 'services' | 'catalog' | 'timeZone' | 'pictures' | 'publicUrl'>

export interface PanelMessage {
  readonly embed: EmbedBuilder
  /** The icon, if there is one. */
  readonly icons: readonly AttachmentBuilder[]
  /** Undefined if nothing was drawn; `keep` leaves the picture that the message already has. */
  readonly picture: AttachmentBuilder | 'kept' | undefined
}

/** `keep`: the message already has a picture, and it is too early for a new one. `none`: files cannot be posted. */
export type PictureWish = 'draw' | 'keep' | 'none'

const DAY_FILE = 'day.png'
/** More rows could not be read at the size in which Discord shows a picture. */
const PICTURED_GAMES = 10
const LISTED_GAMES = 25
const MAX_PANEL_NAME_LENGTH = 48
/** Discord rejects a longer description; the rest is for what stands above and below the games. */
const MAX_LINES_LENGTH = 3_600
/** CHAT-7: Discord rejects a longer one. */
const MAX_PANEL_ALT_LENGTH = 1_000

/** Undefined if the server no longer sees what the panel shows (DISCORD-13). */
export async function panelMessage(
  panel: Pick<Panel, 'guildId' | 'gameId'>,
  pictureWish: PictureWish,
  context: PanelContext,
): Promise<PanelMessage | undefined> {
  const { live } = context.services
  const { guildId, gameId } = panel
  if (gameId !== null) {
    const view = await live.view({ guildId, gameId })
    return view && withoutFiles(pictureWish, await panelOfGame(view, pictureWish, context))
  }
  const account = await live.accountOf(panel)
  return account && withoutFiles(pictureWish, await panelOfAll(account, pictureWish, context))
}

function withoutFiles(wish: PictureWish, message: PanelMessage): PanelMessage {
  return wish === 'none' ? { embed: message.embed.setThumbnail(null), icons: [], picture: undefined } : message
}

/** Also names a game that the server no longer sees. */
export const panelName = async (
  { gameId }: Pick<Panel, 'gameId'>,
  { live }: Pick<PanelContext['services'], 'live'>,
  catalog: MessageCatalog,
): Promise<string> => (gameId === null ? catalog.panel.allGames : live.nameOf({ gameId }))

async function panelOfGame(view: LiveView, wish: PictureWish, context: PanelContext): Promise<PanelMessage> {
  const { catalog, timeZone } = context
  const { embed, files: icons } = await createGameEmbed(view, context)
  embed.setFooter({ text: catalog.panel.updated })
  if (!view.latest) return { embed: embed.setDescription(catalog.panel.unmeasured), icons, picture: undefined }
  addNumbers(embed, view, context)
  const picture = await pictureOf(wish, async () => {
    const drawn = await dayPicture(view, context)
    return drawn && new AttachmentBuilder(drawn.png, { name: DAY_FILE, description: drawn.alt })
  })
  if (picture)
    embed
      .setImage(`attachment://${DAY_FILE}`)
      .setFooter({ text: `${catalog.panel.updated} · ${catalog.stats.pictured(timeZone.replaceAll('_', ' '))}` })
  return { embed, icons, picture }
}

function addNumbers(embed: EmbedBuilder, { game, latest, before, usual }: LiveView, { catalog }: PanelContext): void {
  if (!latest) return
  const { fields } = catalog.stats
  const number = (value: number | null): string => (value === null ? catalog.nothing : catalog.number(value))
  const share = ratio(latest.likes, latest.dislikes)
  const change = before ? [catalog.panel.sinceYesterday(catalog.change(latest.ccu - before.ccu))] : []
  embed
    .setDescription(
      [catalog.asOf(ago(msOf(latest.minute))), ...(game.isActive ? [] : [catalog.stats.paused])].join('\n'),
    )
    .addFields(
      { name: fields.ccu, value: [`**${number(latest.ccu)}**`, ...change].join('\n'), inline: true },
      ...CLOSING_MEASURES.map((name) => ({
        name: catalog.metrics.choices[name],
        value: number(latest[name]),
        inline: true,
      })),
      { name: fields.likeRatio, value: share === null ? catalog.nothing : catalog.likeRatio(share), inline: true },
    )
  if (!usual) return
  const now = { usual, share: shareOfUsual(latest.ccu, usual) }
  embed.addFields({ name: catalog.usual.title, value: usualText(now, catalog, timeOf) })
}

const pictureOf = async (
  wish: PictureWish,
  draw: () => Promise<AttachmentBuilder | undefined>,
): Promise<PanelMessage['picture']> => (wish === 'none' ? undefined : wish === 'keep' ? 'kept' : draw())

async function panelOfAll(account: Account, wish: PictureWish, context: PanelContext): Promise<PanelMessage> {
  const { services, catalog, publicUrl } = context
  const { ranked, asOf } = await services.rankGames(account, 'ccu')
  const title = catalog.panel.allGames
  const embed = new EmbedBuilder()
    .setTitle(title)
    .setURL(addressOf(`/accounts/${account.id}/rankings`, publicUrl) ?? null)
    .setColor(NEUTRAL_COLOR)
    .setFooter({ text: catalog.panel.updated })
  if (ranked.length === 0) {
    const games = await services.guildView.games(account)
    embed.setDescription(games.length === 0 ? catalog.noGames : catalog.allPaused)
    return { embed, icons: [], picture: undefined }
  }
  const icons = await addFirstIcon(
    embed,
    ranked.map(({ game }) => game),
    services,
  )
  const when = asOf === null ? [] : [catalog.asOf(ago(asOf))]
  embed.setDescription([totalOf(ranked, context), ...when, '', ...listed(ranked, context)].join('\n'))
  const pictured = ranked.slice(0, PICTURED_GAMES)
  const names = rankedNames(pictured, catalog)
  const subtitle = catalog.rank.pictured
  const alt = catalog.rank.alt(title, names).slice(0, MAX_PANEL_ALT_LENGTH)
  const board = { account, by: 'players', rows: pictured, at: undefined, title, subtitle, alt } as const
  const picture = await pictureOf(wish, () => rankingBoard(board, context))
  if (picture) embed.setImage(`attachment://${RANKING_FILE}`)
  return { embed, icons, picture }
}

/** All games together, compared with a day ago where each of them was measured then. */
function totalOf(ranked: readonly RankedGame[], { catalog }: PanelContext): string {
  const measured = ranked.filter(({ latest }) => latest !== undefined)
  const now = measured.reduce((sum, { latest }) => sum + (latest?.ccu ?? 0), 0)
  const before = measured.reduce((sum, game) => sum + (game.before?.ccu ?? Number.NaN), 0)
  const total = catalog.panel.total(catalog.number(now), catalog.rank.games(ranked.length))
  if (Number.isNaN(before)) return total
  return `${total}\n${catalog.panel.sinceYesterday(catalog.change(now - before))}`
}

/** The change is that of the picture: against a day ago. */
function lineOf(ranked: RankedGame, { catalog, publicUrl }: PanelContext): string {
  const { game, latest, before, stale } = ranked
  const name = `\`${rankMark(ranked, catalog)}\` **${linkedName(game, MAX_PANEL_NAME_LENGTH, publicUrl)}**`
  if (latest === undefined) return `${name} · ${catalog.rank.unmeasured}`
  const playing = catalog.rank.value.players(catalog.number(latest.ccu))
  const isCompared = !stale && before !== undefined && before.ccu > 0
  const change = isCompared ? ` (${catalog.percentChange((latest.ccu - before.ccu) / before.ccu)})` : ''
  return [name, `${playing}${change}`, ...(stale ? [catalog.rank.stale(ago(msOf(latest.minute)))] : [])].join(' · ')
}

function listed(ranked: readonly RankedGame[], context: PanelContext): string[] {
  const lines: string[] = []
  let length = 0
  for (const game of ranked.slice(0, LISTED_GAMES)) {
    const line = lineOf(game, context)
    length += line.length + 1
    if (length > MAX_LINES_LENGTH) break
    lines.push(line)
  }
  const more = ranked.length - lines.length
  return more === 0 ? lines : [...lines, context.catalog.panel.more(more)]
}
