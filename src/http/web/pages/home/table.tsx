// The games of the home as a table: players against the usual, the last 24 hours, change, rank and last event of each.
import { msOf } from '../../../../domain/clock.js'
import type { HomeSort } from '../../../../domain/home/home-order.js'
import { gameNowJson } from '../../../../files/game-now-json.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { HomeRow } from '../../../../services/reading/home/show-home.js'
import { IconLabel } from '../../components/game-icon.js'
import { Moment } from '../../components/inline.js'
import { Star, Tags } from '../../components/marks.js'
import { describedByMeaning, Meanings } from '../../components/ranking/meanings.js'
import { Change, lineText, Rank, RankSpace, Staleness } from '../../components/ranking/ranking-table.js'
import { Scroll } from '../../components/scroll.js'
import { Sparkline } from '../../components/sparkline.js'
import { gameAddress } from '../games/own-game.js'
import type { HomeChoice } from './address.js'

interface Props {
  readonly rows: readonly HomeRow[]
  readonly choice: HomeChoice
  readonly catalog: MessageCatalog
  readonly timeZone: string
  /** The current minute. */
  readonly now: number
  readonly sorted: (sort: HomeSort, reversed: boolean) => string
  /** By the number of the game; games without tags are missing. */
  readonly tags: ReadonlyMap<number, readonly string[]>
  /** The URL of the games with this tag. */
  readonly tagged: (tag: string) => string
}

export function HomeTable(props: Props) {
  const { rows, catalog } = props
  return (
    <>
      <Meanings
        of="home"
        columns={[{ name: 'day', head: catalog.web.home.heads.day, style: 'day' }]}
        catalog={catalog}
      />
      <Scroll label={catalog.web.home.table} stickyHead="everywhere">
        <table class="ranking own-games">
          <thead>
            <tr data-label={catalog.web.faults.labels.sort}>
              <AttentionHead {...props} />
              <Head {...props} sort="name" />
              <Head {...props} sort="players" />
              <Head {...props} sort="usual" />
              <th scope="col" class="column-line">
                {catalog.web.rankings.lineHead}
              </th>
              <Head {...props} sort="day" />
              <Head {...props} sort="rank" />
              <Head {...props} sort="event" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.game.id} {...props} row={row} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}

type HeadSort = Exclude<HomeSort, 'attention'>

const isNumber = (sort: HeadSort): boolean => sort !== 'name' && sort !== 'event'
const isFromFirst = (sort: HeadSort): boolean => sort === 'name' || sort === 'rank'

function Head({ catalog, choice, sorted, sort }: Props & { readonly sort: HeadSort }) {
  const text = catalog.web.home.heads[sort]
  const isSorted = choice.sort === sort
  const isAscending = isFromFirst(sort) !== choice.reversed
  return (
    <th
      scope="col"
      class={`column-${sort}${isNumber(sort) ? ' number' : ''}`}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
    >
      <a
        href={sorted(sort, isSorted && !choice.reversed)}
        aria-label={catalog.web.rankings.sortBy(text)}
        {...describedByMeaning(sort, catalog)}
      >
        {text}
        {isSorted ? <span aria-hidden="true"> {isAscending ? '▲' : '▼'}</span> : undefined}
      </a>
      {sort === 'rank' ? <RankSpace /> : undefined}
    </th>
  )
}

/** Cards have the order of attention as a choice beside the others; a table has no column for it. */
const AttentionHead = ({ catalog, choice, sorted }: Props) => (
  <th scope="col" class="cards-only" aria-sort={choice.sort === 'attention' ? 'descending' : undefined}>
    <a href={sorted('attention', false)}>{catalog.web.home.heads.attention}</a>
  </th>
)

function Row({ row, catalog, timeZone, now, tags, tagged }: Props & { readonly row: HomeRow }) {
  const { game, past, players, ranked, band } = row
  const { heads } = catalog.web.home
  return (
    <tr class={row.incident === undefined ? undefined : 'concerned'}>
      <th scope="row">
        <IconLabel
          universeId={game.universeId}
          name={game.name}
          before={<Star game={game} isFavorite={row.isFavorite} catalog={catalog} />}
        >
          <a href={gameAddress(game)}>{game.name}</a> <Tags tags={tags.get(game.id)} hrefOf={tagged} />{' '}
          <State row={row} catalog={catalog} />
          {ranked?.stale ? <Staleness {...{ row, catalog, timeZone }} /> : undefined}
        </IconLabel>
      </th>
      <td class="number first-measure">{players === null ? catalog.nothing : catalog.number(players)}</td>
      <td class="number column-usual" data-label={heads.usual}>
        <UsualComparison row={row} catalog={catalog} now={now} />
      </td>
      <td class="column-line">
        {past === undefined || !game.isActive ? (
          catalog.nothing
        ) : (
          <Sparkline line={past.line} band={band} label={lineText(past, catalog)} />
        )}
      </td>
      <td class="number column-day" data-label={heads.day}>
        <Change value={game.isActive ? row.dayShare : null} by="ccu" catalog={catalog} />
      </td>
      <td class="number column-rank" data-label={heads.rank}>
        {ranked === undefined ? (
          catalog.nothing
        ) : (
          <Rank row={ranked} isMeasured={row.latest !== undefined} catalog={catalog} />
        )}
      </td>
      <td class="column-event" data-label={heads.event}>
        <LastEvent row={row} {...{ catalog, timeZone }} />
      </td>
    </tr>
  )
}

interface CellProps {
  readonly row: HomeRow
  readonly catalog: MessageCatalog
}

function State({ row: { incident, game }, catalog }: CellProps) {
  if (incident) return <span class="badge danger">{catalog.events.labels[incident.kind]}</span>
  return game.isActive ? null : <span class="badge">{catalog.web.home.paused}</span>
}

/** What is outside of the usual stands out: in bold, and in the color of its change. Within it, a difference is nothing to look at. */
function UsualComparison({ row, catalog, now }: CellProps & Pick<Props, 'now'>) {
  const { usual } = gameNowJson(row, now)
  if (row.usualShare === null || usual === null) return <>{catalog.nothing}</>
  const [low, high] = [catalog.number(Math.round(usual.low)), catalog.number(Math.round(usual.high))]
  const meaning = catalog.web.home.position[usual.position](low, high)
  return (
    <span class={usual.position === 'within' ? undefined : 'unusual'} title={meaning}>
      {usual.position === 'within' ? (
        catalog.percentChange(row.usualShare)
      ) : (
        <Change value={row.usualShare} by="ccu" catalog={catalog} />
      )}
      <span class="hidden"> {meaning}</span>
    </span>
  )
}

function LastEvent({ row: { lastEvent }, catalog, timeZone }: CellProps & Pick<Props, 'timeZone'>) {
  if (lastEvent === undefined) return <>{catalog.nothing}</>
  return (
    <>
      {catalog.events.labels[lastEvent.kind]}{' '}
      <small>
        <Moment at={msOf(lastEvent.start)} {...{ catalog, timeZone }} />
      </small>
    </>
  )
}
