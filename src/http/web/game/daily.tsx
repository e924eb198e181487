// A table of a game's UTC days, counted as in the API, newest first. Only the owner sees the revenue column.
import { isoOfDay, msOf } from '../../../domain/clock.js'
import { CLOSING_MEASURES } from '../../../domain/measures.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { GameDescription } from '../../../services/reading/game/describe-game.js'
import { Scroll } from '../components/scroll.js'
import { type ChartQuery, queryOf } from './choice.js'

interface Props extends Pick<GameDescription, 'days' | 'revenue'> {
  readonly catalog: MessageCatalog
  readonly base: string
  readonly choice: ChartQuery
}

const SHOWN_DAYS = 31

export function Daily({ days, revenue, catalog, base, choice }: Props) {
  const { columns, daily, allDays, fewDays } = catalog.web.game
  const newest = [...days].reverse()
  const shown = choice.allDays ? newest : newest.slice(0, SHOWN_DAYS)
  const number = (value: number | null) => (value === null ? catalog.nothing : catalog.number(value))
  const rough = (value: number | null) => (value === null ? catalog.nothing : catalog.rough(value))
  const hasRevenue = revenue.size > 0
  const heads = [
    columns.average,
    columns.peak,
    columns.playerHours,
    ...CLOSING_MEASURES.map((name) => catalog.metrics.choices[name]),
    columns.coverage,
    ...(hasRevenue ? [columns.revenue] : []),
  ]
  return (
    <section aria-labelledby="daily">
      <h2 id="daily">{daily}</h2>
      <Scroll label={daily}>
        <table class="daily stacked">
          <thead>
            <tr>
              <th scope="col">{columns.date}</th>
              {heads.map((head) => (
                <th key={head} scope="col" class="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ day, ccu, closing, changes, coverage, playerHours }) => (
              <tr key={day}>
                <th scope="row">{isoOfDay(day)}</th>
                <td class="number" data-label={columns.average}>
                  {rough(ccu.average)}
                </td>
                <td
                  class="number"
                  data-label={columns.peak}
                  title={ccu.peakAt === null ? undefined : catalog.dateTime(msOf(ccu.peakAt), 'UTC')}
                >
                  {number(ccu.max)}
                </td>
                <td class="number" data-label={columns.playerHours}>
                  {rough(playerHours)}
                </td>
                {CLOSING_MEASURES.map((name) => (
                  <td key={name} class="number" data-label={catalog.metrics.choices[name]}>
                    {number(closing[name])}
                    {changes[name] === null ? undefined : <small> {catalog.change(changes[name])}</small>}
                  </td>
                ))}
                <td class="number" data-label={columns.coverage}>
                  {catalog.part(coverage)}
                </td>
                {hasRevenue ? (
                  <td class="number" data-label={columns.revenue}>
                    {number(revenue.get(day) ?? null)}
                  </td>
                ) : undefined}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {newest.length <= SHOWN_DAYS ? undefined : (
        <p>
          <a href={`${base}${queryOf(choice, { allDays: !choice.allDays })}#daily`}>
            {choice.allDays ? fewDays : allDays(catalog.number(newest.length))}
          </a>
        </p>
      )}
    </section>
  )
}
