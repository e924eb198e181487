// The public page of the state of the service, which updates itself.
import { msOf } from '../../../domain/clock.js'
import { textFor } from '../../../messages/catalog.js'
import { eventText, eventTime } from '../../../messages/event-text.js'
import { programVersion } from '../../../program-version.js'
import type { ServiceStatus } from '../../../services/operator/show-status.js'
import { TimedText } from '../components/inline.js'
import { Scroll } from '../components/scroll.js'
import { page } from '../define.js'
import { PREVIEW_SIZE } from '../game/picture.js'
import type { RequestContext } from '../page.js'
import { cardAddress } from '../sharing/link-preview.js'

const MAX_STATUS_VISITS_PER_MINUTE = 60
const DATA_CLASSES = { receiving: 'success', waiting: '', missing: 'danger' } as const
const CLOCK_CLASSES = { correct: 'badge success', wrong: 'badge danger', unknown: 'badge' } as const
/** A bot that is off, or about to connect, is neither good nor bad. */
const BOT_CLASSES: ReadonlyMap<string, string> = new Map([
  ['ready', 'badge success'],
  ['failed', 'badge danger'],
])

export const status = page({
  path: '/status',
  access: 'public',
  limit: MAX_STATUS_VISITS_PER_MINUTE,
  handle: async (context) => {
    const texts = context.catalog.web.status
    const now = await context.services.showStatus()
    return {
      title: texts.title,
      description: texts.description,
      preview: { path: cardAddress('status'), alt: texts.title, ...PREVIEW_SIZE },
      scripts: ['live'],
      body: (
        <>
          <h1>{texts.title}</h1>
          <div class="stack sections" id="status-now" data-live>
            <DataState {...{ context, now }} />
            <Parts {...{ context, now }} />
            <Incidents {...{ context, now }} />
          </div>
          <p class="muted">{texts.version(programVersion)}</p>
        </>
      ),
    }
  },
})

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
  readonly now: ServiceStatus
}

function DataState({ context: { catalog, timeZone }, now: { data, missingSince, lastTick } }: Props) {
  const texts = catalog.web.status
  return (
    <section class={`message ${DATA_CLASSES[data]}`} aria-label={texts.sampling}>
      <strong>{texts.data[data]}</strong>
      <p>
        {missingSince === undefined ? undefined : (
          <TimedText text={(when) => texts.missingSince(when(missingSince))} {...{ catalog, timeZone }} />
        )}{' '}
        {lastTick === undefined ? undefined : (
          <TimedText text={(when) => texts.last(when(msOf(lastTick)))} {...{ catalog, timeZone }} />
        )}
      </p>
    </section>
  )
}

function Parts({ context: { catalog }, now: { data, isDatabaseWritable, clock, bot } }: Props) {
  const texts = catalog.web.status
  const works = (isWorking: boolean) =>
    isWorking ? ([texts.works, 'badge success'] as const) : ([texts.fails, 'badge danger'] as const)
  const rows = [
    [texts.sampling, ...works(data !== 'missing')],
    [texts.database, ...works(isDatabaseWritable)],
    [texts.clock, texts.clockStates[clock], CLOCK_CLASSES[clock]],
    [texts.bot, capitalized(textFor(catalog.web.setup.states, bot) ?? bot), BOT_CLASSES.get(bot) ?? 'badge'],
  ] as const
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">{texts.parts}</h2>
      <Scroll label={texts.parts}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.part}</th>
              <th scope="col">{texts.state}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, state, className]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <span class={className}>{state}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function Incidents({ context: { catalog, timeZone }, now: { incidents } }: Props) {
  const texts = catalog.web.status
  return (
    <section aria-labelledby="incidents">
      <h2 id="incidents">{texts.incidents}</h2>
      {incidents.length === 0 ? <p>{texts.none}</p> : undefined}
      {incidents.length === 0 ? undefined : (
        <ul class="events">
          {incidents.map((event) => (
            <li key={event.id}>
              <span>
                <TimedText text={(when) => eventTime(event, when, catalog)} {...{ catalog, timeZone }} />:{' '}
                {eventText(event, catalog)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
