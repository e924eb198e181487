// Assembles the page of a game.
import { minuteOf } from '../../../domain/clock.js'
import type { LatestSample } from '../../../domain/ports/series.js'
import { daysOf, daysText } from '../../../domain/rules/damage.js'
import { daysOfSpan } from '../../../domain/time/local-days.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { ChartLine } from '../../../services/reading/chart-series.js'
import type { GameViewer } from '../../../services/reading/game/describe-game.js'
import { TimedText } from '../components/inline.js'
import type { RequestContext, View } from '../page.js'
import { ShareMenu } from '../sharing/share-menu.js'
import { outlineOf, readChart } from './chart.js'
import { ChartFigure, ChartTable } from './chart-figure.js'
import { chartText, comparedText } from './chart-text.js'
import { type ChartQuery, comparedNames } from './choice.js'
import { Controls } from './controls/controls.js'
import { spanText } from './controls/date-control.js'
import { Daily } from './days/daily.js'
import { Downloads } from './downloads.js'
import { Events } from './events.js'
import { Gaps } from './gaps.js'
import { Figures, Totals, UsualDetails } from './head/figures.js'
import { GameHead } from './head/head.js'
import { NewGame } from './head/new-game.js'
import { WaitingForSamples } from './head/waiting.js'
import { Milestones } from './milestones.js'
import { PREVIEW_SIZE } from './picture.js'
import { RangeFailure, RangePart } from './range-part.js'
import { compared, type GameSubject } from './subject.js'
import { MAX_SHOWN_UPDATES, Updates } from './updates.js'

/** `unknown`: the game that the reader wanted to compare with and that was not found. */
export async function gameView(
  context: RequestContext,
  subject: GameSubject,
  choice: ChartQuery,
  unknown?: string,
): Promise<View> {
  const { services, catalog, timeZone } = context
  const { reader, base } = subject
  const texts = catalog.web.game
  const readers: readonly GameViewer[] = [reader, ...(await compared(subject, choice.compare))]
  const outlined = await outlineOf(context, readers, choice)
  const { range } = outlined
  const { span } = outlined.outline
  const described = await services.shownGame.describe(reader, span, timeZone)
  const headline = await services.readHeadline(reader, described.latest, timeZone)
  const { latest } = described
  const head = <GameHead {...{ context, subject, described, headline }} />
  const frame = { breadcrumbs: [subject.list], ...(reader.isOwn ? {} : previewOf(subject, latest, catalog)) }
  if (!latest) {
    const body = [head, <WaitingForSamples key="waiting" {...{ context, subject, described }} />]
    return { ...frame, title: reader.game.name, scripts: ['live'], body }
  }
  const chart = await readChart(context, outlined, readers, choice)
  const { data, lines } = chart
  const isPeriodChosen = choice.against.kind === 'earlier' || choice.against.kind === 'begin'
  const writeCompared = (when: (at: number) => string) => comparedText(chart, described.knownSince, texts, when) ?? ''
  const { updates } = await services.updateReports.list(reader.account, reader.game, {
    ...span,
    limit: MAX_SHOWN_UPDATES,
  })
  const days = { ...daysOfSpan(span, timeZone), timeZone }
  const usual = described.now?.usual
  const endsNow = choice.span === undefined || span.until > minuteOf(services.clock.now())
  const damaged = lines.flatMap((line) => damageText(line, lines.length === 1, catalog))
  return {
    ...frame,
    title: titleOf(readers, reader, choice, context),
    width: 'wide',
    dependsOnZone: true,
    scripts: ['chart', 'live', 'copy'],
    body: (
      <>
        {head}
        <div class="stack" id="figures-now" data-live>
          <Figures isActive={reader.game.isActive} {...{ described, headline, catalog, timeZone }} />
          <NewGame
            knownSince={described.knownSince}
            now={minuteOf(services.clock.now())}
            usualFrom={usual?.kind === 'not yet' ? usual.from : undefined}
            context={context}
          />
        </div>
        <section aria-labelledby="chart">
          <h2 id="chart" class="hidden">
            {texts.chart}
          </h2>
          <Controls
            {...{ context, base, choice, catalog, timeZone, readers, span, range, unknown }}
            now={minuteOf(services.clock.now())}
            others={await subject.others()}
            share={<ShareMenu {...{ context, subject, choice, readers, span, range }} />}
          />
          <ChartFigure base={base} choice={choice} data={data} context={context} />
          <RangeFailure text={texts.rangeFailed('{}')} retry={texts.retry} />
          <RangePart id="text-range" isLive>
            <p class="chart-text">
              <TimedText
                text={(when) =>
                  chartText(lines, { metric: choice.metric, catalog, span, knownSince: described.knownSince }, when)
                }
                {...{ catalog, timeZone }}
              />
            </p>
            {isPeriodChosen && writeCompared(String) !== '' ? (
              <p>
                <TimedText text={writeCompared} {...{ catalog, timeZone }} />
              </p>
            ) : undefined}
            {damaged.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {endsNow && choice.metric === 'ccu' ? (
              <UsualDetails
                {...{ described, catalog, timeZone }}
                name={lines.length > 1 ? reader.game.name : undefined}
                isLastWeek={range === '7d'}
              />
            ) : undefined}
          </RangePart>
          <ChartTable data={data} context={context} />
          <RangePart id="gaps-range">
            <Gaps {...described} missing={lines[0]?.gaps ?? []} catalog={catalog} timeZone={timeZone} />
          </RangePart>
        </section>
        <div id="totals-now" data-live>
          <Totals {...{ described, catalog }} />
        </div>
        <RangePart id="happened-range" kind="sections">
          <Updates updates={updates} {...{ catalog, timeZone }} />
          <Events events={outlined.outline.games[0]?.events ?? []} {...{ catalog, timeZone }} />
        </RangePart>
        <Milestones {...described} {...{ catalog, timeZone }} clock={services.clock} />
        <RangePart id="days-range" kind="sections">
          <Daily now={minuteOf(services.clock.now())} {...{ described, catalog, base, choice, span }} />
          {described.days.length === 0 ? undefined : <Downloads base={base} catalog={catalog} days={days} />}
        </RangePart>
      </>
    ),
  }
}

/** What other sites show of a link to the page: name, players and chart. */
function previewOf(
  { reader: { game }, base }: GameSubject,
  latest: LatestSample | undefined,
  { web, metrics, number }: MessageCatalog,
): Pick<View, 'description' | 'preview'> {
  const texts = web.game
  return {
    description:
      latest === undefined
        ? texts.unmeasured
        : game.isActive
          ? texts.description(game.name, number(latest.ccu))
          : texts.descriptionPaused(game.name),
    preview: {
      path: `${base}/preview.png`,
      alt: texts.metricOf(metrics.choices.ccu, game.name),
      ...PREVIEW_SIZE,
    },
  }
}

/** Among several games, the text includes the name of the game. */
function damageText({ game, damaged }: ChartLine, isAlone: boolean, catalog: MessageCatalog): string[] {
  if (damaged.length === 0) return []
  const text = catalog.charts.damaged(daysText(daysOf(damaged), catalog.charts.days))
  return [isAlone ? `${text} ${catalog.web.game.notToDownload}` : `${game.name}: ${text}`]
}

/** Says what the chart shows where it is not what every game's page shows first, so that tabs and bookmarks differ. */
function titleOf(
  readers: readonly GameViewer[],
  { game }: GameViewer,
  choice: ChartQuery,
  context: RequestContext,
): string {
  const { catalog } = context
  const { metric, range, span, scale } = choice
  const { metricOf, rangesShort, scales } = catalog.web.game
  const names = comparedNames(
    readers.map((reader) => reader.game.name),
    catalog,
  )
  const name = readers.length === 2 ? names : game.name
  return [
    metric === 'ccu' ? name : metricOf(catalog.metrics.choices[metric], name),
    ...(readers.length > 2 ? [names] : []),
    ...(readers.length > 1 && scale !== 'absolute' ? [scales[scale]] : []),
    ...(span ? [spanText(span, { ...context, now: minuteOf(context.services.clock.now()) })] : []),
    ...(span || range === undefined || range === '7d' ? [] : [rangesShort[range]]),
  ].join(', ')
}
