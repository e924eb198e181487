// The control of the chart's time: presets, any two times in the reader's zone, and a period to compare with.

import { rangeLabel } from '../../../../charts/axis-labels.js'
import { DAY_MINUTES, type Minute, WEEK_DAYS } from '../../../../domain/clock.js'
import type { Span } from '../../../../domain/rules/span.js'
import { minuteAtWall, wallDay, wallOf } from '../../../../domain/rules/wall-clock.js'
import { MONDAY_SHIFT_DAYS } from '../../../../domain/series/buckets.js'
import { zoneName } from '../../../../domain/time/zone-name.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { HiddenFields } from '../../components/field.js'
import { errorAttributes, FieldError, localTime, typedTime } from '../../components/field-error.js'
import { type FormContext, typedAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'
import {
  type ChartQuery,
  type ComparedPeriod,
  daysBeforeText,
  FIELD_PERIOD,
  fieldsOf,
  periodText,
  queryOf,
} from '../choice.js'

interface Props {
  readonly base: string
  readonly choice: ChartQuery
  readonly catalog: MessageCatalog
  readonly timeZone: string
  /** The current minute. */
  readonly now: Minute
  /** The time that the chart shows. */
  readonly span: Span
}

const NONE: ComparedPeriod = { kind: 'none' }

/** In the reader's zone, as the script writes a part that is zoomed to. */
export const spanText = (span: Span, { catalog, timeZone, now }: Pick<Props, 'catalog' | 'timeZone' | 'now'>): string =>
  rangeLabel({ ...span, timeZone, locale: catalog.locale, now })

interface DateControlProps extends Props {
  readonly context: FormContext
}

export const DATE_FIELDS = ['from', 'to', 'against', 'against_from'] as const

export function DateControl({ base, choice, catalog, timeZone, span, context: { rejection } }: DateControlProps) {
  const context = { rejection, catalog, timeZone }
  const texts = catalog.web.game
  const isAlone = choice.compare.length === 0
  const hiddenFields = fieldsOf({ ...choice, span: undefined, range: undefined, against: NONE, allDays: false }).filter(
    ([name]) => name !== 'against',
  )
  const local = (minute: Minute) => localTime(minute, timeZone)
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
      <TimeField {...{ context }} name="from" label={texts.from} required otherwise={local(span.from)} />
      <TimeField {...{ context }} name="to" label={texts.to} required otherwise={local(span.until)} />
      {isAlone ? <PeriodFields {...{ choice, catalog, local, context }} /> : undefined}
      <small class="muted">
        {texts.timesIn} <span data-zone-name>{zoneName(timeZone)}</span>
      </small>
      <button class="primary small" type="submit">
        {texts.show}
      </button>
    </form>
  )
}

type ZonedFormContext = FormContext & Pick<RequestContext, 'timeZone'>

interface TimeFieldProps {
  readonly context: ZonedFormContext
  readonly name: string
  readonly label: string
  readonly required?: boolean
  /** The time that is shown where none was typed. */
  readonly otherwise: string | undefined
}

/** A time of the reader's zone, with its error below it. */
const TimeField = ({ context, name, label, required, otherwise }: TimeFieldProps) => (
  <>
    <label>
      {label}{' '}
      <input
        type="datetime-local"
        name={name}
        required={required}
        value={typedTime(context, name, otherwise)}
        {...errorAttributes(context, name)}
      />
    </label>
    <FieldError context={context} name={name} />
  </>
)

interface PeriodProps extends Pick<DateControlProps, 'choice' | 'catalog'> {
  readonly context: ZonedFormContext
  readonly local: (minute: Minute) => string
}

const PERIODS = ['none', 'previous', '7d', '28d', '364d', FIELD_PERIOD] as const

/** Where the period begins is shown beside its choice only, in browsers that can: it counts beside no other one. */
function PeriodFields({ choice: { against }, catalog, local, context }: PeriodProps) {
  const texts = catalog.web.game
  const begin = against.kind === 'begin' ? local(against.minute) : undefined
  const isBeginTyped = context.rejection?.values.against === undefined && typedAt(context, 'against_from') !== ''
  const pagePeriod = begin === undefined && !isBeginTyped ? periodText(against) : FIELD_PERIOD
  const typed = typedAt(context, 'against')
  const chosen = PERIODS.find((name) => name === typed) ?? pagePeriod
  const isListed = PERIODS.some((name) => name === chosen)
  return (
    <>
      <label>
        {texts.against}{' '}
        <select name="against" {...errorAttributes(context, 'against')}>
          {PERIODS.map((name) => (
            <option key={name} value={name} selected={name === chosen}>
              {texts.periods[name]}
            </option>
          ))}
          {isListed || against.kind !== 'earlier' ? undefined : (
            <option value={periodText(against)} selected>
              {daysBeforeText(against.minutes, catalog)}
            </option>
          )}
        </select>
      </label>
      <FieldError context={context} name="against" />
      <div class="period-begin">
        <TimeField context={context} name="against_from" label={texts.againstFrom} otherwise={begin} />
      </div>
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
