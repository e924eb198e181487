// A game's current numbers, compared with the baseline and with the numbers 24 hours before.
import type { ComponentChildren } from 'preact'
import type { PlayersNow } from '../../../domain/insights/players-now.js'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../../domain/measures.js'
import { ratio } from '../../../domain/rules/summary.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { accuracyText, changesText, counterTexts, marketText, usualText } from '../../../messages/usual.js'
import type { GameDescription } from '../../../services/reading/game/describe-game.js'

interface Props {
  readonly described: GameDescription
  readonly catalog: MessageCatalog
  readonly timeZone: string
}

/** The votes are shown in the note of the like ratio. */
const WITHOUT_VOTES = CLOSING_MEASURES.filter((name) => name !== 'likes' && name !== 'dislikes')

export function Figures({ described, catalog, timeZone }: Props) {
  const { latest, dayChange, now } = described
  const texts = catalog.web.game
  if (!latest) return <p>{texts.unmeasured}</p>
  const likeRatio = ratio(latest.likes, latest.dislikes)
  const inDay = (name: ClosingMeasure) =>
    dayChange[name] === null ? undefined : texts.inDay(catalog.change(dayChange[name]))
  const figureOf = (name: ClosingMeasure) => ({
    label: catalog.metrics.choices[name],
    value: latest[name] === null ? catalog.nothing : catalog.number(latest[name]),
    note: now === undefined ? inDay(name) : <Lines texts={counterTexts(now.counters[name], catalog)} />,
  })
  const votes = texts.votes(
    latest.likes === null ? catalog.nothing : catalog.number(latest.likes),
    latest.dislikes === null ? catalog.nothing : catalog.number(latest.dislikes),
  )
  return (
    <dl class="figures">
      <Figure
        label={catalog.stats.fields.ccu}
        value={catalog.number(latest.ccu)}
        note={now && <UsualNote now={now} catalog={catalog} timeZone={timeZone} />}
      />
      {WITHOUT_VOTES.map((name) => (
        <Figure key={name} {...figureOf(name)} />
      ))}
      <Figure
        label={catalog.stats.fields.likeRatio}
        value={likeRatio === null ? catalog.nothing : catalog.fixedPercent(likeRatio)}
        note={votes}
      />
    </dl>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly note: ComponentChildren
}

const Figure = ({ label, value, note }: FigureProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <strong>{value}</strong>
      {note === undefined ? undefined : <small>{note}</small>}
    </dd>
  </div>
)

function Lines({ texts: [first, ...rest] }: { readonly texts: readonly string[] }) {
  if (first === undefined) return null
  return (
    <>
      {first}
      {rest.map((text) => (
        <span class="muted" key={text}>
          <br />
          {text}
        </span>
      ))}
    </>
  )
}

interface UsualNoteProps {
  readonly now: PlayersNow
  readonly catalog: MessageCatalog
  readonly timeZone: string
}

function UsualNote({ now, catalog, timeZone }: UsualNoteProps) {
  const changes = changesText(now, catalog)
  return (
    <>
      {usualText(now, catalog, (at) => catalog.dateTime(at, timeZone))}
      {changes === '' ? undefined : (
        <>
          <br />
          {changes}
        </>
      )}
    </>
  )
}

/** How well the usual held in the last week, and how the platform as a whole is doing. */
export function UsualDetails({ described: { now }, catalog, timeZone }: Props) {
  if (!now) return null
  const market = marketText(now.market, catalog, (at) => catalog.dateTime(at, timeZone))
  const texts = [accuracyText(now, catalog), market].filter((text) => text !== '')
  return texts.length === 0 ? null : <p class="chart-text">{texts.map((text) => `${text}.`).join(' ')}</p>
}
