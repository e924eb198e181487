// A ranking as a table: ranks, numbers, changes and a sparkline of the last day. Its column headers sort it.
import type { ComponentChildren } from 'preact'
import { msOf } from '../../../../domain/clock.js'
import type { RankingMetric, RankPlacement } from '../../../../domain/rules/ranking.js'
import type { RankingSort } from '../../../../domain/rules/ranking-order.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { textFor } from '../../../../messages/catalog.js'
import type { RankingRow } from '../../../../services/reading/ranking/ranking-rows.js'
import type { RankingTotal } from '../../../../services/reading/ranking/ranking-total.js'
import { IconLabel } from '../game-icon.js'
import { TimedText } from '../inline.js'
import { Scroll } from '../scroll.js'
import { Sparkline } from '../sparkline.js'
import { describedByMeaning, Meanings } from './meanings.js'
import { type RankingColumn, shownColumns } from './ranking-columns.js'

interface Props {
  readonly rows: readonly RankingRow[]
  /** The order, and the chosen columns; undefined for the usual ones. */
  readonly query: {
    readonly by: RankingMetric
    readonly sort: RankingSort
    readonly reversed: boolean
    readonly columns: readonly RankingColumn[] | undefined
  }
  readonly total?: { readonly label: string; readonly sums: RankingTotal }
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly hasPopularity: boolean
  readonly addressOf: (game: RankingRow['game']) => string
  /** What stands after a name, for example its tags. */
  readonly marksOf?: (game: RankingRow['game']) => ComponentChildren
  /** The URL of the same ranking in another order; undefined where the ranking cannot be sorted here. */
  readonly sorted: ((sort: RankingSort, reversed: boolean) => string) | undefined
}

interface ColumnProps extends Props {
  readonly columns: readonly RankingColumn[]
}

export function RankingTable(props: Props) {
  const { rows, catalog, hasPopularity, query, total } = props
  const columns = shownColumns({ ...query, hasPopularity })
  const isChosen = query.columns !== undefined
  const shortHeads = columns.flatMap((name) =>
    name === 'line' ? [] : [{ name, head: catalog.web.rankings.heads[name], style: styleOf(name, columns) }],
  )
  return (
    <>
      <Meanings of={isChosen ? 'chosen' : 'ranking'} columns={shortHeads} catalog={catalog} />
      <Scroll label={catalog.web.rankings.table} stickyHead={isChosen ? 'wide screens' : 'everywhere'}>
        <table class={isChosen ? 'ranking chosen' : 'ranking'}>
          <thead>
            <tr data-label={catalog.web.faults.labels.sort}>
              <Head {...props} sort="rank" />
              <Head {...props} sort="name" />
              {columns.map((column) =>
                column === 'line' ? (
                  <th key={column} scope="col" class="column-line">
                    {catalog.web.rankings.lineHead}
                  </th>
                ) : (
                  <Head key={column} {...props} sort={column} column={styleOf(column, columns)} />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.game.universeId} {...props} columns={columns} row={row} />
            ))}
          </tbody>
          {total && <Total {...props} columns={columns} total={total} />}
        </table>
      </Scroll>
    </>
  )
}

const MEASURES: readonly RankingColumn[] = ['players', 'visits']

/**
 * The class of a column, by which the style sheet hides it on narrow screens. The second measure has a class of its
 * own.
 */
const styleOf = (column: RankingColumn, columns: readonly RankingColumn[]): string =>
  MEASURES.includes(column) && columns.indexOf(column) > 0 ? 'second' : column

const isFromFirst = (sort: RankingSort): boolean => sort === 'name' || sort === 'rank' || sort === 'popularity'

interface RankingHeadProps extends Pick<Props, 'catalog' | 'query' | 'sorted'> {
  readonly sort: RankingSort
  readonly column?: string
}

function Head({ catalog, query, sorted, sort, column }: RankingHeadProps) {
  const texts = catalog.web.rankings
  const text = texts.heads[sort]
  const isSorted = sorted !== undefined && query.sort === sort
  const isAscending = isFromFirst(sort) !== query.reversed
  return (
    <th
      scope="col"
      class={[...(sort === 'name' ? [] : ['number']), ...(column === undefined ? [] : [`column-${column}`])].join(' ')}
      title={textFor(texts.meanings, sort)}
      aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
    >
      {sorted === undefined ? (
        text
      ) : (
        <a
          href={sorted(sort, isSorted && !query.reversed)}
          aria-label={texts.sortBy(text)}
          {...describedByMeaning(sort, catalog)}
        >
          {text}
          {isSorted ? <span aria-hidden="true">{isAscending ? '\u00a0▲' : '\u00a0▼'}</span> : undefined}
        </a>
      )}
      {sort === 'rank' ? <RankSpace /> : undefined}
    </th>
  )
}

/** As wide as what stands beside a rank, so that the head stands above the ranks. */
export const RankSpace = () => <small class="moved" aria-hidden="true" />

function Row({ row, columns, ...props }: ColumnProps & { readonly row: RankingRow }) {
  const { catalog, timeZone, addressOf, marksOf } = props
  return (
    <tr>
      <td class="number rank">
        <Rank row={row} isMeasured={row.latest !== undefined} catalog={catalog} />
      </td>
      <th scope="row">
        <IconLabel universeId={row.game.universeId} name={row.name}>
          <a href={addressOf(row.game)}>{row.name}</a>
          {marksOf?.(row.game)}
          {row.stale ? <Staleness {...{ row, catalog, timeZone }} /> : undefined}
        </IconLabel>
      </th>
      {columns.map((column) => (
        <td key={column} {...lookOf(column, columns, catalog)}>
          {cellOf(column, row, props)}
        </td>
      ))}
    </tr>
  )
}

/** The attributes of a cell. As a card, a game shows the first number beside its name and the others with the names of their columns. */
function lookOf(column: RankingColumn, columns: readonly RankingColumn[], { web }: MessageCatalog) {
  const name = `column-${styleOf(column, columns)}`
  if (column === 'line') return { class: name }
  if (column === columns[0] && MEASURES.includes(column)) return { class: `number first-measure ${name}` }
  return { class: `number ${name}`, 'data-label': web.rankings.heads[column] }
}

function cellOf(column: RankingColumn, row: RankingRow, { catalog, query }: Pick<Props, 'catalog' | 'query'>) {
  if (column === 'line') return <Sparkline line={row.line} label={lineText(row, catalog)} />
  if (column === 'day') return <Change value={row.dayChange} by={query.by} catalog={catalog} />
  if (column === 'week') return <Change value={row.weekChange} by={query.by} catalog={catalog} />
  if (column === 'likes') return row.likeRatio === null ? catalog.nothing : catalog.likeRatio(row.likeRatio)
  if (column === 'visits') return <LargeNumber value={row.visits} catalog={catalog} />
  if (column === 'favorites') return <LargeNumber value={row.favorites} catalog={catalog} />
  if (column !== 'popularity') return numberOf(row[column], catalog)
  return row.popularityRank === null ? catalog.nothing : catalog.web.rankings.place(catalog.number(row.popularityRank))
}

const numberOf = (value: number | null, catalog: MessageCatalog): string =>
  value === null ? catalog.nothing : catalog.number(value)

const LARGE_SUMS = ['visits', 'favorites'] as const

/** Peaks of different games are not of the same minute, so they have no sum. */
function Total({ total, columns, catalog, query }: ColumnProps & Required<Pick<Props, 'total'>>) {
  const { label, sums } = total
  const cell = (column: RankingColumn): ComponentChildren => {
    if (column === 'day') return <Change value={sums.dayChange} by={query.by} catalog={catalog} />
    if (column === 'players') return numberOf(sums.players, catalog)
    const large = LARGE_SUMS.find((one) => one === column)
    return large === undefined ? undefined : <LargeNumber value={sums[large]} catalog={catalog} />
  }
  return (
    <tfoot>
      <tr>
        <td />
        <th scope="row">{label}</th>
        {columns.map((column) => (
          <td key={column} {...lookOf(column, columns, catalog)}>
            {cell(column)}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

interface RankChangeProps {
  readonly rank: number
  readonly previousRank: number | null
  readonly catalog: MessageCatalog
}

interface RankProps {
  readonly row: Pick<RankPlacement, 'rank' | 'previousRank'>
  readonly catalog: MessageCatalog
  readonly isMeasured: boolean
}

/** A game that is ranked by a value that is not known follows the others, without a rank. */
export const Rank = ({ isMeasured, row: { rank, previousRank }, catalog }: RankProps) =>
  isMeasured && rank !== null ? (
    <>
      {catalog.number(rank)} <RankChange {...{ rank, previousRank, catalog }} />
    </>
  ) : (
    catalog.nothing
  )

function RankChange({ rank, previousRank, catalog }: RankChangeProps) {
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
  // A change that is rounded to zero gets no color.
  const isNothing = !/[1-9]/.test(text)
  return (
    <span class={isNothing ? undefined : value > 0 ? 'rise' : 'fall'}>
      {by === 'visits' ? <Fitted full={text} brief={catalog.shortChange(value)} /> : text}
    </span>
  )
}

/** Billions, for which a phone has no room. */
function LargeNumber({ value, catalog }: Omit<ChangeProps, 'by'>): ComponentChildren {
  if (value === null) return catalog.nothing
  return <Fitted full={catalog.number(value)} brief={catalog.fixedShort(value)} />
}

/** A long number, for which a phone shows a brief one; screen readers read the long one. */
const Fitted = ({ full, brief }: { readonly full: string; readonly brief: string }) => (
  <span class="fitted" data-brief={brief}>
    {full}
  </span>
)

interface StalenessProps extends Pick<Props, 'catalog' | 'timeZone'> {
  readonly row: Pick<RankingRow, 'latest'>
}

/** Says since when there is no sample, or that there never was one. */
export function Staleness({ row: { latest }, catalog, timeZone }: StalenessProps) {
  const texts = catalog.web.rankings
  if (!latest) return <small class="stale">{texts.unmeasured}</small>
  const text = (when: (at: number) => string) => texts.stale(when(msOf(latest.minute)))
  return (
    <small class="stale">
      <TimedText {...{ text, catalog, timeZone }} />
    </small>
  )
}

export function lineText({ line }: Pick<RankingRow, 'line'>, catalog: MessageCatalog): string {
  const known = line.filter((value) => value !== null)
  if (known.length === 0) return catalog.web.rankings.noLine
  return catalog.web.rankings.line(catalog.rough(Math.min(...known)), catalog.rough(Math.max(...known)))
}
