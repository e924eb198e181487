// The chart of a public game in a frame on other sites: the only page that allows framing, and it has no form (WEB-43).
import { z } from 'zod'
import { msOf } from '../../../domain/clock.js'
import type { LatestSample } from '../../../domain/ports/series.js'
import { TimedText } from '../components/inline.js'
import { page } from '../define.js'
import { outlineOf, readChart } from '../game/chart.js'
import { ChartFigure } from '../game/chart-figure.js'
import { choiceOf, choiceQuery, queryOf } from '../game/choice.js'
import { compared, gameParams, publicSubject } from '../game/subject.js'
import type { RequestContext } from '../page.js'
import { THEMES } from '../requests/preferences.js'

const MAX_FRAMES_PER_MINUTE = 300

export const embed = page({
  path: '/embed/games/:game',
  access: 'public',
  limit: MAX_FRAMES_PER_MINUTE,
  params: gameParams,
  query: choiceQuery.extend({
    theme: z.enum(THEMES, { error: `must be one of ${THEMES.join(', ')}` }).default('auto'),
  }),
  handle: async (context) => {
    const { catalog, services, timeZone } = context
    const { theme, ...query } = context.query
    const subject = await publicSubject(context, context.params.game)
    const { game } = subject.reader
    const choice = choiceOf(query, game.universeId, timeZone)
    const readers = [subject.reader, ...(await compared(subject, choice.compare))]
    const outlined = await outlineOf(context, readers, choice)
    const { data } = await readChart(context, outlined, readers, choice)
    const latest = (await services.latestSamples([game.universeId])).get(game.universeId)
    const texts = catalog.web.sharing
    return {
      title: game.name,
      scripts: ['chart', 'live'],
      embedded: { theme },
      body: (
        <>
          <div class="embed-head">
            <h1>{game.name}</h1>
            <span id="players-now" data-live>
              {latest === undefined ? undefined : (
                <LastPlayers latest={latest} isActive={game.isActive} context={context} />
              )}
            </span>
            <a href={subject.base + queryOf(choice)} target="_blank" rel="noopener">
              {texts.openPage}
            </a>
          </div>
          <ChartFigure
            base={subject.base}
            choice={choice}
            data={data}
            context={{ catalog, timeZone, browser: { theme } }}
          />
        </>
      ),
    }
  },
})

interface PlayersProps {
  readonly latest: LatestSample
  readonly isActive: boolean
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
}

/** The last players of a paused game are of the past. */
function LastPlayers({ latest, isActive, context: { catalog, timeZone } }: PlayersProps) {
  const { playing, playedAt } = catalog.web.sharing
  const players = catalog.number(latest.ccu)
  return isActive ? (
    <span>{playing(players)}</span>
  ) : (
    <TimedText text={(when) => playedAt(players, when(msOf(latest.minute)))} {...{ catalog, timeZone }} />
  )
}
