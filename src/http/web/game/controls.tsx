// The controls of a game's chart: links and forms that work without a script.

import { isoOfDay } from '../../../domain/clock.js'
import { METRICS } from '../../../domain/measures.js'
import { SPAN_NAMES } from '../../../domain/rules/span.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { GameViewer } from '../../../services/reading/game/describe-game.js'
import { SegmentedControl } from '../components/segmented-control.js'
import { type ChartQuery, fieldsOf, MAX_COMPARED, queryOf } from './choice.js'

interface Props {
  readonly base: string
  readonly choice: ChartQuery
  readonly catalog: MessageCatalog
  /** The games in the chart beside the page's game. */
  readonly readers: readonly GameViewer[]
  /** All games that the reader may compare with. */
  readonly others: readonly GameViewer[]
  /** The UTC days that the chart shows. */
  readonly days: { readonly start: number; readonly end: number }
  /** The requested game that was not found. */
  readonly unknown: string | undefined
}

export function Controls(shown: Props) {
  const { base, choice, catalog } = shown
  const texts = catalog.web.game
  const metrics = METRICS.map((metric) => ({
    href: base + queryOf(choice, { metric, previous: metric === 'ccu' || metric === 'like_ratio' }),
    label: catalog.metrics.choices[metric],
    isChosen: metric === choice.metric,
  }))
  const ranges = SPAN_NAMES.map((range) => ({
    href: base + queryOf(choice, { range, days: undefined, allDays: false }),
    label: texts.rangesShort[range],
    isChosen: !choice.days && range === choice.range,
  }))
  return (
    <div class="chart-controls">
      <SegmentedControl label={texts.metric} choices={metrics} />
      <SegmentedControl label={texts.range} choices={ranges} />
      <details class="more" open={choice.days !== undefined}>
        <summary>
          {choice.days ? texts.days(isoOfDay(choice.days.start), isoOfDay(choice.days.end)) : texts.otherDays}
        </summary>
        <Days {...shown} />
      </details>
      <details class="more" open={choice.compare.length > 0 || shown.unknown !== undefined}>
        <summary>{texts.compare}</summary>
        <Compare {...shown} />
      </details>
      {choice.compare.length > 0 || choice.range === 'all' ? undefined : (
        <a class="toggle" href={base + queryOf(choice, { previous: !choice.previous })}>
          {choice.previous ? texts.withoutPrevious : texts.withPrevious}
        </a>
      )}
    </div>
  )
}

const Hidden = ({ fields }: { readonly fields: readonly (readonly [string, string])[] }) => (
  <>
    {fields.map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    ))}
  </>
)

function Days({ base, choice, catalog, days }: Props) {
  const texts = catalog.web.game
  const kept = fieldsOf({ ...choice, days: undefined, range: '7d', allDays: false })
  return (
    <form class="inline" method="get" action={base}>
      <Hidden fields={kept} />
      <label>
        {texts.from} <input type="date" name="from" required value={isoOfDay(days.start)} />
      </label>
      <label>
        {texts.to} <input type="date" name="to" required value={isoOfDay(days.end)} />
      </label>
      <button class="small" type="submit">
        {texts.show}
      </button>
    </form>
  )
}

const LIST = 'games-to-compare'

function Compare({ base, choice, catalog, readers, others, unknown }: Props) {
  const texts = catalog.web.game
  const chosen = new Set(readers.map(({ game }) => game.universeId))
  const without = (id: number) => queryOf(choice, { compare: choice.compare.filter((one) => one !== id) })
  return (
    <>
      {readers.length <= 1 ? undefined : (
        <ul class="compared">
          {readers.slice(1).map(({ game }) => (
            <li key={game.universeId}>
              {game.name}{' '}
              <a href={base + without(game.universeId)} aria-label={texts.remove(game.name)}>
                ✕
              </a>
            </li>
          ))}
        </ul>
      )}
      {unknown === undefined ? undefined : (
        <p class="message danger" role="alert">
          {texts.noSuchGame(unknown)}
        </p>
      )}
      {choice.compare.length >= MAX_COMPARED ? (
        <p class="muted">{texts.enough}</p>
      ) : (
        <form class="inline" method="get" action={base}>
          <Hidden fields={fieldsOf(choice)} />
          <input
            name="add"
            list={LIST}
            required
            maxLength={200}
            aria-label={texts.compare}
            placeholder={texts.compareHint}
          />
          <datalist id={LIST}>
            {others.flatMap(({ game }) =>
              chosen.has(game.universeId) ? [] : [<option key={game.universeId} value={game.name} />],
            )}
          </datalist>
          <button class="small" type="submit">
            {texts.compareButton}
          </button>
        </form>
      )}
    </>
  )
}
