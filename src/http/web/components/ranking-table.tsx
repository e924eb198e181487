// A ranking as a table: ranks, numbers, changes and a sparkline of the last day. Its column headers sort it.
import type { ComponentChildren } from 'preact'
import { msOf } from '../../../domain/clock.js'
import type { RankingMetric, RankPlacement } from '../../../domain/rules/ranking.js'
import type { RankingSort } from '../../../domain/rules/ranking-order.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { RankingQuery, RankingRow } from '../../../services/reading/ranking/show-ranking.js'
import { BesideIcon } from './game-icon.js'
import { WithTimes } from './inline.js'
import { Scroll } from './scroll.js'
import { Sparkline } from './sparkline.js'

interface Props {
  readonly rows: readonly RankingRow[]
  readonly query: RankingQuery
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly hasPopularity: boolean
  readonly addressOf: (game: RankingRow['game']) => string
  /** The URL of the same ranking in another order; undefined where the ranking cannot be sorted here. */
  readonly sorted: ((sort: RankingSort, reversed: boolean) => string) | undefined
}

/** The measure that ranks the games comes first, next to the name. */
const measuresOf = ({ by }: RankingQuery) =>
  by === 'ccu' ? (['players', 'visits'] as const) : (['visits', 'players'] as const)

export function RankingTable(shown: Props) {
  const { rows, catalog, hasPopularity, query } = shown
  const [first, second] = measuresOf(query)
  const texts = catalog.web.rankings
  return (
    <Scroll label={texts.table}>
      <table class="ranking">
        <thead>
          <tr>
            <Head {...shown} sort="rank" />
            <Head {...shown} sort="name" />
            <Head {...shown} sort={first} />
            <Head {...shown} sort="day" title={texts.dayMeaning} />
            <th scope="col" class="column-line">
              {texts.lineHead}
            </th>
            <Head {...shown} sort="week" title={texts.weekMeaning} column="week" />
            <Head {...shown} sort={second} column="second" />
            <Head {...shown} sort="likes" column="likes" />
            {hasPopularity ? <Head {...shown} sort="popularity" column="popularity" /> : undefined}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.game.universeId} {...shown} row={row} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const isText = (sort: RankingSort): boolean => sort === 'name'

interface HeadProps extends Props {
  readonly sort: RankingSort
  readonly title?: string
  /** Names the column for the style sheet, which leaves some out on narrow screens. */
  readonly column?: string
}

function Head({ catalog, query, sorted, sort, title, column }: HeadProps) {
  const text = catalog.web.rankings.heads[sort]
  const isSorted = sorted !== undefined && query.sort === sort
  const isAscending = (sort === 'name' || sort === 'rank' || sort === 'popularity') !== query.reversed
  return (
    <th
      scope="col"
      class={[...(isText(sort) ? [] : ['number']), ...(column === undefined ? [] : [`column-${column}`])].join(' ')}
      title={title}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
    >
      {sorted === undefined ? (
        text
      ) : (
        <a href={sorted(sort, isSorted && !query.reversed)} aria-label={catalog.web.rankings.sortBy(text)}>
          {text}
          {isSorted ? <span aria-hidden="true"> {isAscending ? '▲' : '▼'}</span> : undefined}
        </a>
      )}
    </th>
  )
}

function Row({ row, catalog, query, timeZone, hasPopularity, addressOf }: Props & { readonly row: RankingRow }) {
  const texts = catalog.web.rankings
  const [first, second] = measuresOf(query)
  const number = (value: number | null): string => (value === null ? catalog.nothing : catalog.number(value))
  return (
    <tr>
      <td class="number rank">
        {catalog.number(row.rank)} <Moved row={row} catalog={catalog} />
      </td>
      <th scope="row">
        <BesideIcon universeId={row.game.universeId} name={row.name}>
          <a href={addressOf(row.game)}>{row.name}</a>
          {row.stale ? <Staleness {...{ row, catalog, timeZone }} /> : undefined}
        </BesideIcon>
      </th>
      <td class="number">{number(row[first])}</td>
      <td class="number">
        <Change value={row.dayChange} by={query.by} catalog={catalog} />
      </td>
      <td class="column-line">
        <Sparkline line={row.line} label={lineText(row, catalog)} />
      </td>
      <td class="number column-week">
        <Change value={row.weekChange} by={query.by} catalog={catalog} />
      </td>
      <td class="number column-second">{number(row[second])}</td>
      <td class="number column-likes">
        {row.likeRatio === null ? catalog.nothing : catalog.fixedPercent(row.likeRatio)}
      </td>
      {hasPopularity ? (
        <td class="number column-popularity">
          {row.popularityRank === null ? catalog.nothing : texts.place(catalog.number(row.popularityRank))}
        </td>
      ) : undefined}
    </tr>
  )
}

interface MovedProps {
  readonly row: Pick<RankPlacement, 'rank' | 'previousRank'>
  readonly catalog: MessageCatalog
}

export function Moved({ row: { rank, previousRank }, catalog }: MovedProps) {
  const texts = catalog.web.rankings
  if (previousRank === null) return <small class="moved">{texts.new}</small>
  const places = previousRank - rank
  if (places === 0) return <Sign class="moved" sign="" label={texts.same} />
  const count = catalog.number(Math.abs(places))
  return places > 0 ? (
    <Sign class="moved rise" sign={`▲${count}`} label={texts.risen(count)} />
  ) : (
    <Sign class="moved fall" sign={`▼${count}`} label={texts.fallen(count)} />
  )
}

/** A visible symbol with a label for screen readers. */
const Sign = ({ sign, label, ...rest }: { readonly class: string; readonly sign: string; readonly label: string }) => (
  <small class={rest.class}>
    <span aria-hidden="true">{sign}</span>
    <span class="hidden">{label}</span>
  </small>
)

interface ChangeProps {
  readonly value: number | null
  readonly by: RankingMetric
  readonly catalog: MessageCatalog
}

export function Change({ value, by, catalog }: ChangeProps): ComponentChildren {
  if (value === null) return catalog.nothing
  const text = by === 'visits' ? catalog.change(value) : catalog.percentChange(value)
  return <span class={value > 0 ? 'rise' : value < 0 ? 'fall' : undefined}>{text}</span>
}

interface StalenessProps extends Pick<Props, 'catalog' | 'timeZone'> {
  readonly row: Pick<RankingRow, 'latest'>
}

/** Since when there is no sample; nothing was ever measured where there is no last one. */
export function Staleness({ row: { latest }, catalog, timeZone }: StalenessProps) {
  const texts = catalog.web.rankings
  if (!latest) return <small class="stale">{texts.unmeasured}</small>
  const text = (when: (at: number) => string) => texts.stale(when(msOf(latest.minute)))
  return (
    <small class="stale">
      <WithTimes {...{ text, catalog, timeZone }} />
    </small>
  )
}

export function lineText({ line }: Pick<RankingRow, 'line'>, catalog: MessageCatalog): string {
  const known = line.filter((value) => value !== null)
  if (known.length === 0) return catalog.web.rankings.noLine
  return catalog.web.rankings.line(catalog.rough(Math.min(...known)), catalog.rough(Math.max(...known)))
}
