// The figures at the head of a game's page, each against its usual, and its totals.

import type { ComponentChildren } from 'preact'
import { msOf } from '../../../../domain/clock.js'
import type { CounterGain, PlayersNow } from '../../../../domain/insights/players-now.js'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../../../domain/measures.js'
import { startOfDay } from '../../../../domain/time/local-days.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { accuracyText, changeTexts, counterChanges, marketText, usualText } from '../../../../messages/usual.js'
import type { GameDescription } from '../../../../services/reading/game/describe-game.js'
import type { Headline, HeadlineFigure } from '../../../../services/reading/game/headline.js'
import { Moment, TimedText } from '../../components/inline.js'

interface Props {
  /** Whether the game is tracked; the last number of a paused one is of the past. */
  readonly isActive: boolean
  readonly described: GameDescription
  readonly headline: Headline
  readonly catalog: MessageCatalog
  readonly timeZone: string
}

export function Figures({ isActive, described, headline, catalog, timeZone }: Props) {
  const { latest, now } = described
  const texts = catalog.web.game
  if (!latest) return null
  const { dayPeak, peakEver, weekAverage, likeRatio } = headline
  const names = texts.figureNames
  const zone = { catalog, timeZone }
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? catalog.nothing : catalog.number(Math.round(value))
  const votes = texts.votes(
    latest.likes === null ? catalog.nothing : catalog.number(latest.likes),
    latest.dislikes === null ? catalog.nothing : catalog.number(latest.dislikes),
  )
  return (
    <dl class="figures">
      <Figure label={isActive ? names.now : names.last} value={catalog.number(latest.ccu)}>
        {isActive ? undefined : (
          <span class="note">
            <TimedText text={(when) => texts.lastAt(when(msOf(latest.minute)))} {...zone} />
          </span>
        )}
        {now && <UsualPlayers now={now} {...zone} />}
        {now && isActive && changeTexts(now, catalog).map((text) => <Line key={text}>{text}</Line>)}
      </Figure>
      <Figure label={names.dayPeak} value={count(dayPeak.value)}>
        <UsualComparison figure={dayPeak} against={texts.vsUsualThen} catalog={catalog} />
        <Line>{dayPeak.at === null || !dayPeak.value ? '' : <Moment at={msOf(dayPeak.at)} {...zone} />}</Line>
      </Figure>
      <Figure label={names.peakEver} value={count(peakEver?.value)}>
        {isActive && peakEver && peakEver.value > 0
          ? texts.recordNow(catalog.percent(latest.ccu / peakEver.value))
          : undefined}
        <Line>{peakEver && peakEver.value > 0 && <Moment at={msOf(peakEver.at)} style="date" {...zone} />}</Line>
      </Figure>
      <Figure
        label={names.weekAverage}
        value={weekAverage.value === null ? catalog.nothing : catalog.average(weekAverage.value)}
      >
        <UsualComparison
          figure={weekAverage}
          against={(usual) => (
            <TimedText
              text={(when) =>
                texts.vsDaysBefore(
                  usual,
                  weekAverage.usualDays,
                  when(msOf(startOfDay(weekAverage.usualFrom, timeZone))),
                )
              }
              style="date"
              {...zone}
            />
          )}
          catalog={catalog}
          write={catalog.averageBeside}
        />
        <Line>{texts.weekDaysBrief}</Line>
      </Figure>
      <Figure
        label={names.likeRatio}
        value={likeRatio.value === null ? catalog.nothing : catalog.likeRatio(likeRatio.value)}
      >
        <UsualRatioComparison figure={likeRatio} catalog={catalog} />
        <Line>{votes}</Line>
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly children: ComponentChildren
}

const Figure = ({ label, value, children }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <strong>{value}</strong>
      <small>{children}</small>
    </dd>
  </div>
)

/** A further line of a note, which narrow screens leave out. */
const Line = ({ children }: { readonly children?: ComponentChildren }) =>
  children === undefined || children === '' ? null : <span class="more-note">{children}</span>

interface UsualChangeProps {
  readonly change: string | undefined
  /** With the word of what it is compared with. */
  readonly usual: ComponentChildren
  readonly catalog: MessageCatalog
}

/** Narrow screens leave out the usual itself. */
const UsualChange = ({ change, usual, catalog }: UsualChangeProps) =>
  change === undefined ? (
    <span class="detail">{catalog.web.game.usualUnknown}</span>
  ) : (
    <>
      {change} <span class="detail">{usual}</span>
    </>
  )

/** The players now against their usual, and between what they usually are. */
function UsualPlayers({ now, ...zone }: Pick<Props, 'catalog' | 'timeZone'> & { readonly now: PlayersNow }) {
  const { usual, share } = now
  const { catalog } = zone
  if (usual.kind === 'not yet') return <TimedText text={(when) => usualText(now, catalog, when)} {...zone} />
  const [expected = '', low = '', high = ''] = [usual.expected, usual.low, usual.high].map((value) =>
    catalog.number(Math.round(value)),
  )
  return (
    <>
      {share === null ? undefined : (
        <UsualChange
          change={catalog.percentChange(share)}
          usual={catalog.web.game.vsUsual(expected)}
          catalog={catalog}
        />
      )}
      <Line>{catalog.web.game.usualRange(low, high)}</Line>
    </>
  )
}

interface UsualComparisonProps {
  readonly figure: HeadlineFigure
  /** Names the usual, because each figure has another one. */
  readonly against: (usual: string) => ComponentChildren
  readonly catalog: MessageCatalog
  /** Writes the usual of a figure with decimals as the figure itself. */
  readonly write?: (usual: number, value: number) => string
}

function UsualComparison({ figure, against, catalog, write }: UsualComparisonProps) {
  const { value, usual } = figure
  const change = value === null || !usual ? undefined : catalog.percentChange(value / usual - 1)
  const usualText = write?.(usual ?? 0, value ?? 0) ?? catalog.number(Math.round(usual ?? 0))
  return <UsualChange change={change} usual={against(usualText)} catalog={catalog} />
}

/** Ratios differ by points, because a percentage of a percentage misleads. */
function UsualRatioComparison({
  figure,
  catalog,
}: {
  readonly figure: HeadlineFigure
  readonly catalog: MessageCatalog
}) {
  const { value, usual } = figure
  if (value === null || usual === null) return <UsualChange change={undefined} usual="" catalog={catalog} />
  const difference = catalog.pointChange(value, usual)
  return (
    <UsualChange
      change={catalog.web.game.points(difference)}
      usual={catalog.web.game.vsUsual(catalog.likeRatio(usual))}
      catalog={catalog}
    />
  )
}

/** The counters with what they gained. */
export function Totals({ described, catalog }: Pick<Props, 'described' | 'catalog'>) {
  const { latest, dayChange, weekGains, now } = described
  const texts = catalog.web.game
  if (!latest) return null
  const changesOf = (name: ClosingMeasure): readonly string[] => {
    if (now === undefined) return dayChange[name] === null ? [] : [texts.inDay(catalog.change(dayChange[name]))]
    return counterChanges({ day: now.counters[name].day, week: weekGains[name] }, catalog)
  }
  return (
    <section aria-labelledby="totals">
      <h2 id="totals">{texts.totals}</h2>
      <dl class="figures totals">
        {CLOSING_MEASURES.map((name) => (
          <Figure
            key={name}
            label={catalog.metrics.choices[name]}
            value={latest[name] === null ? catalog.nothing : catalog.number(latest[name])}
          >
            <Parts texts={changesOf(name)} />
            {gainTexts(now?.counters[name].lastHours ?? null, catalog).map((text) => (
              <span class="note" key={text}>
                {text}
              </span>
            ))}
          </Figure>
        ))}
      </dl>
      <p class="table-note">{texts.weekDays}</p>
    </section>
  )
}

/** In one line with dots between them, or below each other without. */
function Parts({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <span class="note parts">
      {texts.map((text, index) => (
        <span key={text}>
          {index === 0 ? undefined : <span class="dot"> · </span>}
          {text}
        </span>
      ))}
    </span>
  )
}

/** What a counter gained in the last 24 full hours against what it usually gains in them. */
function gainTexts(gain: CounterGain | null, catalog: MessageCatalog): readonly string[] {
  if (gain === null) return []
  const texts = catalog.web.game
  // The change is that of the two numbers beside it, as they are written.
  const usual = Math.round(gain.usual)
  const gained = catalog.change(gain.gained)
  const expected = catalog.change(usual)
  return [
    usual > 0
      ? texts.gainVsUsual(gained, gain.hours, catalog.percentChange(gain.gained / usual - 1), expected)
      : texts.usualGain(gained, gain.hours, expected),
  ]
}

interface UsualProps extends Omit<Props, 'headline' | 'isActive'> {
  /** Of the game of the page, where others stand beside it. */
  readonly name: string | undefined
  readonly isLastWeek: boolean
}

/** How well the usual of players held in the last week, where the chart shows it, and how the platform as a whole is doing now. */
export function UsualDetails({ described: { now }, catalog, timeZone, name, isLastWeek }: UsualProps) {
  if (!now) return null
  const write = (when: (at: number) => string): string =>
    [isLastWeek ? accuracyText(now, catalog, name) : '', marketText(now.market, catalog, when)]
      .flatMap((text) => (text === '' ? [] : [`${text}.`]))
      .join(' ')
  return write(String) === '' ? null : (
    <p class="chart-text">
      <TimedText text={write} catalog={catalog} timeZone={timeZone} />
    </p>
  )
}
