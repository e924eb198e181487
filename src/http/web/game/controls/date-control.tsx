// The control of the chart's time: presets, any two times in the reader's zone, and a period to compare with.

import { rangeLabel } from '../../../../charts/axis-labels.js'
import { DAY_MINUTES, isoOfMinute, type Minute, WEEK_DAYS } from '../../../../domain/clock.js'
import type { Span } from '../../../../domain/rules/span.js'
import { minuteAtWall, wallDay, wallOf } from '../../../../domain/rules/wall-clock.js'
import { MONDAY_SHIFT_DAYS } from '../../../../domain/series/buckets.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { HiddenFields } from '../../components/field.js'
import { type ChartQuery, type ComparedPeriod, fieldsOf, periodText, queryOf } from '../choice.js'

interface Props {
  readonly base: string
  readonly choice: ChartQuery
  readonly catalog: MessageCatalog
  readonly timeZone: string
  /** The time that the chart shows. */
  readonly span: Span
}

const NONE: ComparedPeriod = { kind: 'none' }

/** In the reader's zone, as the script writes a part that is zoomed to. */
export const spanText = (
  span: Span,
  { catalog, timeZone }: { readonly catalog: MessageCatalog; readonly timeZone: string },
): string => rangeLabel({ ...span, timeZone, locale: catalog.locale })

export function DateControl({ base, choice, catalog, timeZone, span }: Props) {
  const texts = catalog.web.game
  const isAlone = choice.compare.length === 0
  const hiddenFields = fieldsOf({ ...choice, span: undefined, range: undefined, against: NONE, allDays: false }).filter(
    ([name]) => name !== 'against',
  )
  const local = (minute: Minute) => isoOfMinute(wallOf(minute, timeZone)).slice(0, 16)
  return (
    <form class="dates" method="get" action={base}>
      <HiddenFields fields={[...hiddenFields, ['zone', timeZone]]} />
      <ul class="presets" aria-label={texts.presets}>
        {presetsOf(span.until - 1, timeZone).map(({ name, ...preset }) => (
          <li key={name}>
            <a href={base + queryOf(choice, { span: preset, range: undefined })}>{texts[name]}</a>
          </li>
        ))}
      </ul>
      <label>
        {texts.from} <input type="datetime-local" name="from" required value={local(span.from)} />
      </label>
      <label>
        {texts.to} <input type="datetime-local" name="to" required value={local(span.until)} />
      </label>
      {isAlone ? <PeriodFields choice={choice} catalog={catalog} local={local} /> : undefined}
      <small class="muted">
        {texts.timesIn} <span data-zone-name>{timeZone}</span>
      </small>
      <button class="primary small" type="submit">
        {texts.show}
      </button>
    </form>
  )
}

interface PeriodProps extends Pick<Props, 'choice' | 'catalog'> {
  readonly local: (minute: Minute) => string
}

const PERIODS = ['none', 'previous', '7d', '28d', '364d'] as const

function PeriodFields({ choice: { against }, catalog, local }: PeriodProps) {
  const texts = catalog.web.game
  const chosen = periodText(against)
  return (
    <>
      <label>
        {texts.against}{' '}
        <select name="against">
          {PERIODS.map((name) => (
            <option key={name} value={name} selected={name === chosen}>
              {texts.periods[name]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.againstFrom}{' '}
        <input
          type="datetime-local"
          name="against_from"
          value={against.kind === 'begin' ? local(against.minute) : undefined}
        />
      </label>
    </>
  )
}

interface RangePreset extends Span {
  readonly name: 'today' | 'yesterday' | 'thisWeek' | 'lastWeek'
}

/** Days and weeks of the reader's zone; weeks begin on Monday. */
function presetsOf(now: Minute, timeZone: string): readonly RangePreset[] {
  const today = wallDay(wallOf(now, timeZone))
  const monday = today - ((today + MONDAY_SHIFT_DAYS) % WEEK_DAYS)
  const at = (day: number) => minuteAtWall(day * DAY_MINUTES, timeZone)
  return [
    { name: 'today', from: at(today), until: at(today + 1) },
    { name: 'yesterday', from: at(today - 1), until: at(today) },
    { name: 'thisWeek', from: at(monday), until: at(monday + WEEK_DAYS) },
    { name: 'lastWeek', from: at(monday - WEEK_DAYS), until: at(monday) },
  ]
}
