// Renders a scheduled post: the games of a server in order, with their numbers as text and as a picture.
import { msOf } from '../domain/clock.js'
import type { PostedGame, ScheduledPostFacts } from '../domain/live-updates/scheduled-post.js'
import { dateFormat } from '../domain/rules/wall-clock.js'
import type { MessageCatalog } from './catalog.js'
import { type BoardRequest, changeOf, type RenderContext, type Renderer } from './notifications/rendering.js'

const MAX_NAME_LENGTH = 60
const MEDALS = ['🥇', '🥈', '🥉']
/** CHAT-7: Discord rejects a longer one. */
const MAX_POST_ALT_LENGTH = 1_000

type PostContext = RenderContext<ScheduledPostFacts>

export const scheduledPost: Renderer<ScheduledPostFacts> = (rendering) => {
  const { facts, format, catalog } = rendering
  const { posted } = catalog.schedule
  const games = orderOf(facts)
  const title = titleOf(facts, catalog)
  const lines = [
    catalog.summary.span(format.time(msOf(facts.from)), format.time(msOf(facts.until))),
    '',
    ...games.map((game, index) => lineOf(game, index, rendering)),
    ...(facts.more > 0 ? [posted.more(facts.more)] : []),
    ...(facts.topic === 'records' ? [] : ['', legendOf(games, catalog)]),
  ]
  const board = boardOf(games, title, rendering)
  return board === undefined ? { title, lines } : { title, lines, board }
}

const legendOf = (games: readonly PostedGame[], { schedule: { posted } }: MessageCatalog): string =>
  games.some(isCompared) ? `${posted.averages} ${posted.against}` : posted.averages

/** The month is that of the server, whose days the post counts. */
function titleOf({ topic, from, timeZone }: ScheduledPostFacts, { schedule, locale }: MessageCatalog): string {
  const { title } = schedule.posted
  if (topic !== 'records') return title[topic]
  return title.records(dateFormat(locale, { month: 'long', year: 'numeric', timeZone }).format(msOf(from)))
}

/** Records come by their peaks, new ones first. */
const orderOf = ({ topic, games }: ScheduledPostFacts): readonly PostedGame[] =>
  topic !== 'records'
    ? games
    : [...games].sort((a, b) => Number(b.isRecord) - Number(a.isRecord) || (b.peak?.ccu ?? -1) - (a.peak?.ccu ?? -1))

const isCompared = ({ players }: PostedGame): boolean => players.before !== null && players.after !== null

function lineOf(game: PostedGame, index: number, rendering: PostContext): string {
  const { facts, catalog } = rendering
  const place = facts.topic === 'leaderboard' ? `${MEDALS[index] ?? `\`${catalog.number(index + 1)}.\``} ` : ''
  const parts = partsOf(game, rendering)
  const lines = parts.length === 0 ? [catalog.schedule.posted.unmeasured] : parts
  const name = `${place}**${nameOf(game, rendering)}**`
  // So many numbers need a line of their own.
  return facts.topic === 'digest' ? `${name}\n${lines.join(' · ')}` : [name, ...lines].join(' · ')
}

const nameOf = ({ gameId, name }: PostedGame, { namedGames, format }: PostContext): string =>
  format.name(namedGames.find(({ id }) => id === gameId)?.name ?? name, MAX_NAME_LENGTH)

function partsOf({ players, visits, peak, isRecord }: PostedGame, { facts, format, catalog }: PostContext): string[] {
  const { posted } = catalog.schedule
  const withChange = (text: string, before: number | null, after: number | null): string => {
    const change = changeOf(before, after, catalog)
    return change === undefined ? text : catalog.notifications.withChange(text, change)
  }
  const average =
    players.after === null
      ? []
      : [withChange(posted.average(roundedText(players.after, catalog)), players.before, players.after)]
  const visitsText =
    visits.after === null ? [] : [withChange(posted.visits(catalog.change(visits.after)), visits.before, visits.after)]
  const high = peak && catalog.number(peak.ccu)
  const peakText = high === null ? [] : [posted.peak(high)]
  const peakDate = peak === null || high === null ? [] : [posted.peakOn(high, format.time(msOf(peak.at)))]
  const record = isRecord ? [posted.record] : []
  if (facts.topic === 'records') return [...peakDate, ...record]
  return facts.topic === 'leaderboard' ? [...average, ...record] : [...average, ...peakText, ...visitsText, ...record]
}

const roundedText = (mean: number, catalog: MessageCatalog): string => catalog.number(Math.round(mean))

/** Undefined if nothing was measured. */
function boardOf(games: readonly PostedGame[], title: string, rendering: PostContext): BoardRequest | undefined {
  const { facts, namedGames, catalog } = rendering
  const { posted } = catalog.schedule
  const isOfPeaks = facts.topic === 'records'
  const measured = games.filter(({ players }) => players.after !== null)
  if (measured.length === 0) return undefined
  const rows = measured.map(({ gameId, name, players, peak, isRecord }, index) => {
    const game = namedGames.find(({ id }) => id === gameId)
    const value = isOfPeaks ? (peak?.ccu ?? null) : players.after
    const change = changeOf(players.before, players.after, catalog)
    return {
      rank: catalog.number(index + 1),
      move: undefined,
      universeId: game?.universeId,
      name: game?.name ?? name,
      value: value === null ? catalog.nothing : roundedText(value, catalog),
      note: isOfPeaks ? (isRecord ? '🏅' : '') : (change ?? ''),
      line: [],
    }
  })
  const alt = posted
    .alt(title, rows.map(({ rank, name }) => `${rank}. ${name}`).join(', '))
    .slice(0, MAX_POST_ALT_LENGTH)
  return { title, subtitle: isOfPeaks ? posted.peakPictured : posted.averagePictured, rows, alt }
}
