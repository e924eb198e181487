// The controls of a game's chart: links and forms that work without a script.
import type { ComponentChildren } from 'preact'
import { VALUE_SCALES } from '../../../../charts/scales.js'
import type { Minute } from '../../../../domain/clock.js'
import { METRICS } from '../../../../domain/measures.js'
import { SPAN_NAMES, type Span, type SpanName } from '../../../../domain/rules/span.js'
import { isCounter } from '../../../../domain/series/counter-change.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { GameViewer } from '../../../../services/reading/game/describe-game.js'
import { DropDown } from '../../components/drop-down.js'
import { HiddenFields } from '../../components/field.js'
import { errorAttributes, FieldError, isWrongAtAny } from '../../components/field-error.js'
import { IconLabel } from '../../components/game-icon.js'
import { type FormContext, typedAt } from '../../components/rejection-of.js'
import { type SegmentChoice, SegmentedControl } from '../../components/segmented-control.js'
import { type ChartQuery, defaultPeriod, fieldsOf, MAX_COMPARED, queryOf } from '../choice.js'
import { rangePart } from '../range-part.js'
import { DATE_FIELDS, DateControl, spanText } from './date-control.js'

interface Props {
  readonly context: FormContext
  readonly base: string
  readonly choice: ChartQuery
  readonly catalog: MessageCatalog
  readonly timeZone: string
  /** The current minute. */
  readonly now: Minute
  /** The games in the chart beside the page's game. */
  readonly readers: readonly GameViewer[]
  /** All games that the reader may compare with. */
  readonly others: readonly GameViewer[]
  /** The time that the chart shows. */
  readonly span: Span
  /** The named range that it shows; undefined for two times. */
  readonly range: SpanName | undefined
  /** The requested game that was not found. */
  readonly unknown: string | undefined
  /** The menu that shares the view. */
  readonly share: ComponentChildren
}

export function Controls(props: Props) {
  const { base, choice, catalog, range } = props
  const texts = catalog.web.game
  const isDefault = choice.against.kind === defaultPeriod(choice.metric)
  const metrics = METRICS.map((metric) => ({
    // Which period is shown by default depends on the metric.
    href: base + queryOf(choice, { metric, ...(isDefault && { against: { kind: defaultPeriod(metric) } }) }),
    label: catalog.metrics.choices[metric],
    isChosen: metric === choice.metric,
  }))
  const ranges = SPAN_NAMES.map((name) => ({
    href: base + queryOf(choice, { range: name, span: undefined, allDays: false }),
    label: texts.rangesShort[name],
    isChosen: name === range,
  }))
  const { span, compare } = choice
  const scales = VALUE_SCALES.map((scale) => ({
    href: base + queryOf(choice, { scale }),
    label: texts.scales[scale],
    isChosen: scale === choice.scale,
  }))
  const counters = (['change', 'total'] as const).map((counters) => ({
    href: base + queryOf(choice, { counters }),
    label: texts.counterForms[counters],
    isChosen: counters === choice.counters,
  }))
  return (
    <div class="chart-controls">
      <SegmentedControl label={texts.metric} choices={metrics} keepsWindow />
      <SegmentedControl label={texts.range} choices={ranges} name="range" />
      <DropDown
        label={span ? spanText(span, props) : texts.otherDays}
        isOpen={isWrongAtAny(props.context, DATE_FIELDS)}
        isChosen={span !== undefined}
        name="days"
      >
        <DateControl {...props} />
      </DropDown>
      <DropDown
        label={texts.compare}
        isOpen={props.unknown !== undefined || isWrongAtAny(props.context, ['add'])}
        isChosen={choice.compare.length > 0}
        panel={rangePart('compare-range')}
      >
        <Compare {...props} />
      </DropDown>
      <Forms
        label={texts.display}
        forms={[
          ...(isCounter(choice.metric) ? [{ label: texts.counterForm, choices: counters }] : []),
          ...(compare.length > 0 ? [{ label: texts.scale, choices: scales }] : []),
        ]}
      />
      {props.share}
    </div>
  )
}

interface FormsProps {
  readonly label: string
  readonly forms: readonly { readonly label: string; readonly choices: readonly SegmentChoice[] }[]
}

/** How values are drawn. Controls in the row would take another line on a phone, so they are behind a button. */
function Forms({ label, forms }: FormsProps) {
  const [first, ...others] = forms
  if (!first) return null
  const chosen = others.length === 0 ? first.choices.find(({ isChosen }) => isChosen)?.label : undefined
  return (
    <DropDown label={chosen ?? label}>
      {forms.map((form) => (
        <div class="labeled" key={form.label}>
          <span aria-hidden="true">{form.label}</span>
          <SegmentedControl {...form} keepsWindow />
        </div>
      ))}
    </DropDown>
  )
}

const LIST = 'games-to-compare'
/** Games that are offered as links; the others are found by typing. */
const MAX_OFFERED = 8

function Compare({ context, base, choice, catalog, readers, others, unknown }: Props) {
  const texts = catalog.web.game
  const chosen = new Set(readers.map(({ game }) => game.universeId))
  const candidates = others.filter(({ game }) => !chosen.has(game.universeId))
  const without = (id: number) => queryOf(choice, { compare: choice.compare.filter((one) => one !== id) })
  return (
    <>
      {readers.length <= 1 ? undefined : (
        <ul class="compared">
          {readers.slice(1).map(({ game }) => (
            <li key={game.universeId}>
              <IconLabel universeId={game.universeId} name={game.name}>
                {game.name}
              </IconLabel>
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
          <HiddenFields fields={fieldsOf(choice)} />
          <input
            name="add"
            list={LIST}
            required
            maxLength={200}
            aria-label={texts.compareGames}
            placeholder={texts.compareHint}
            value={typedAt(context, 'add')}
            {...errorAttributes(context, 'add')}
          />
          <datalist id={LIST}>
            {candidates.map(({ game }) => (
              <option key={game.universeId} value={game.name} />
            ))}
          </datalist>
          <button class="small" type="submit">
            {texts.compareButton}
          </button>
        </form>
      )}
      <FieldError context={context} name="add" />
      {candidates.length === 0 || choice.compare.length >= MAX_COMPARED ? undefined : (
        <ul class="offered" aria-label={texts.compareWith}>
          {candidates.slice(0, MAX_OFFERED).map(({ game }) => (
            <li key={game.universeId}>
              <a href={base + queryOf(choice, { compare: [...choice.compare, game.universeId] })}>
                <IconLabel universeId={game.universeId} name={game.name}>
                  {game.name}
                </IconLabel>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
