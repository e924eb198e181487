// Assembles the page of a game.
import { dayOf, msOf } from '../../../domain/clock.js'
import { daysOf, daysText } from '../../../domain/rules/damage.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { ChartLine } from '../../../services/reading/chart-series.js'
import type { GameViewer } from '../../../services/reading/game/describe-game.js'
import { Moment } from '../components/inline.js'
import type { RequestContext, View } from '../page.js'
import { outlineOf, readChart } from './chart.js'
import { ChartFigure, ChartTable } from './chart-figure.js'
import type { ChartQuery } from './choice.js'
import { Controls } from './controls.js'
import { Daily } from './daily.js'
import { Downloads } from './downloads.js'
import { Events } from './events.js'
import { Figures } from './figures.js'
import { Gaps } from './gaps.js'
import { Milestones } from './milestones.js'
import { openGraph } from './open-graph.js'
import { compared, type GameSubject } from './subject.js'

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
  const { span } = outlined.outline
  const described = await services.shownGame.describe(reader, span)
  const { data, lines } = await readChart(context, outlined, readers, choice)
  const days = { start: dayOf(span.from), end: dayOf(span.until - 1) }
  const { summary, latest } = described
  const coverage = lines[0]?.coverage ?? 0
  const damaged = lines.flatMap((line) => damageText(line, lines.length === 1, catalog))
  return {
    title: reader.game.name,
    isWide: true,
    scripts: ['chart', 'live'],
    ...(reader.isOwn ? {} : openGraph(context, subject, latest)),
    body: (
      <>
        <Heading context={context} subject={subject} latest={latest?.minute} knownSince={described.knownSince} />
        <div id="figures-now" data-live>
          <Figures {...{ described, catalog, timeZone }} />
        </div>
        <section aria-labelledby="chart">
          <h2 id="chart">{texts.chart}</h2>
          <Controls {...{ base, choice, catalog, readers, days, unknown }} others={await subject.others()} />
          <ChartFigure base={base} choice={choice} data={data} context={context} />
          <p>
            {summary.samples === 0
              ? (lines[0]?.damaged.length ?? 0) > 0
                ? catalog.summary.unreadable
                : catalog.charts.nothing
              : texts.figures(
                  catalog.number(summary.ccu.min ?? 0),
                  catalog.number(summary.ccu.max ?? 0),
                  catalog.rough(summary.ccu.average ?? 0),
                  catalog.number(summary.ccu.latest ?? 0),
                )}{' '}
            {texts.coverage(catalog.part(coverage))}
          </p>
          {damaged.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <ChartTable data={data} context={context} />
          <Gaps gaps={described.gaps} catalog={catalog} timeZone={timeZone} />
        </section>
        <Downloads base={base} catalog={catalog} days={days} />
        <Events events={outlined.outline.games[0]?.events ?? []} {...{ catalog, timeZone }} />
        {latest ? <Milestones {...described} {...{ catalog, timeZone }} clock={services.clock} /> : undefined}
        <Daily days={described.days} revenue={described.revenue} {...{ catalog, base, choice }} />
      </>
    ),
  }
}

/** Among several games, the text includes the name of the game. */
function damageText({ game, damaged }: ChartLine, isAlone: boolean, catalog: MessageCatalog): string[] {
  if (damaged.length === 0) return []
  const text = catalog.charts.damaged(daysText(daysOf(damaged)))
  return [isAlone ? `${text} ${catalog.web.game.notToDownload}` : `${game.name}: ${text}`]
}

interface HeadingProps {
  readonly context: RequestContext
  readonly subject: GameSubject
  readonly latest: number | undefined
  readonly knownSince: number | undefined
}

function Heading({ context: { catalog, timeZone }, subject: { reader, settings }, latest, knownSince }: HeadingProps) {
  const texts = catalog.web.game
  const { game, isOwn } = reader
  const moment = (minute: number) => <Moment at={msOf(minute)} catalog={catalog} timeZone={timeZone} />
  return (
    <hgroup id="heading-now" data-live>
      <h1>{game.name}</h1>
      <p>
        {latest === undefined ? undefined : (
          <>
            {texts.asOf} {moment(latest)} ·{' '}
          </>
        )}
        {knownSince === undefined ? undefined : (
          <>
            {texts.knownSince} {moment(knownSince)} ·{' '}
          </>
        )}
        {game.isActive ? undefined : <>{texts.paused} · </>}
        {isOwn && game.isPublic ? <a href={`/games/${game.universeId}`}>{texts.publicPage}</a> : undefined}
        {isOwn ? (game.isPublic ? undefined : texts.isPrivate) : texts.isPublic}
        {settings === undefined ? undefined : (
          <>
            {' · '}
            <a href={settings}>{texts.settings}</a>
          </>
        )}
      </p>
    </hgroup>
  )
}
