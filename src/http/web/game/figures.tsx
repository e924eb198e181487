// A game's current numbers, compared with the baseline and with the numbers 24 hours before.
import type { ComponentChildren } from 'preact'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../../domain/measures.js'
import { ratio } from '../../../domain/rules/summary.js'
import type { UsualBand } from '../../../domain/rules/usual.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { GameDescription } from '../../../services/reading/game/describe-game.js'

interface Props {
  readonly described: GameDescription
  readonly catalog: MessageCatalog
}

/** The votes are shown in the note of the like ratio. */
const WITHOUT_VOTES = CLOSING_MEASURES.filter((name) => name !== 'likes' && name !== 'dislikes')

/** A smaller relative difference counts as equal to the baseline. */
const AS_USUAL = 0.02

export function Figures({ described, catalog }: Props) {
  const { latest, dayChange, usual } = described
  const texts = catalog.web.game
  if (!latest) return <p>{texts.unmeasured}</p>
  const likeRatio = ratio(latest.likes, latest.dislikes)
  const figureOf = (name: ClosingMeasure) => ({
    label: catalog.metrics.choices[name],
    value: latest[name] === null ? catalog.nothing : catalog.number(latest[name]),
    note: dayChange[name] === null ? undefined : texts.inDay(catalog.change(dayChange[name])),
  })
  const votes = texts.votes(
    latest.likes === null ? catalog.nothing : catalog.number(latest.likes),
    latest.dislikes === null ? catalog.nothing : catalog.number(latest.dislikes),
  )
  return (
    <dl class="now">
      <Figure
        label={catalog.stats.fields.ccu}
        value={catalog.number(latest.ccu)}
        note={<UsualNote ccu={latest.ccu} usual={usual} catalog={catalog} />}
      />
      {WITHOUT_VOTES.map((name) => (
        <Figure key={name} {...figureOf(name)} />
      ))}
      <Figure
        label={catalog.stats.fields.likeRatio}
        value={likeRatio === null ? catalog.nothing : catalog.percent(likeRatio)}
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

interface UsualNoteProps {
  readonly ccu: number
  readonly usual: UsualBand | undefined
  readonly catalog: MessageCatalog
}

function UsualNote({ ccu, usual, catalog }: UsualNoteProps) {
  const texts = catalog.web.game.usual
  if (!usual) return <>{texts.unknown}</>
  const average = catalog.rough(usual.average)
  const share = usual.average === 0 ? 0 : ccu / usual.average - 1
  const compared =
    Math.abs(share) < AS_USUAL
      ? texts.same(average)
      : (share > 0 ? texts.above : texts.below)(catalog.percent(Math.abs(share)), average)
  const range = texts.range(catalog.rough(usual.lowest), catalog.rough(usual.highest), catalog.number(usual.weeks))
  return (
    <>
      {compared} <span class="muted">{range}</span>
    </>
  )
}
