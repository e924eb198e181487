// A game's numbers now, against what is usual and what they were a day ago.
import type { ComponentChildren } from 'preact'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../../domain/measures.js'
import { ratio } from '../../../domain/rules/summary.js'
import type { UsualBand } from '../../../domain/rules/usual.js'
import type { GameDescription } from '../../../operations/reading/game/describe-game.js'
import type { MessageCatalog } from '../../../words/words.js'

interface Props {
  readonly described: GameDescription
  readonly words: MessageCatalog
}

/** The votes are the note of the like ratio. */
const WITHOUT_VOTES = CLOSING_MEASURES.filter((name) => name !== 'likes' && name !== 'dislikes')

/** Nearer than that is as usual. */
const AS_USUAL = 0.02

export function Figures({ described, words }: Props) {
  const { latest, dayChange, usual } = described
  const texts = words.web.game
  if (!latest) return <p>{texts.unmeasured}</p>
  const likeRatio = ratio(latest.likes, latest.dislikes)
  const figureOf = (name: ClosingMeasure) => ({
    label: words.metrics.choices[name],
    value: latest[name] === null ? words.nothing : words.number(latest[name]),
    note: dayChange[name] === null ? undefined : texts.inDay(words.change(dayChange[name])),
  })
  const votes = texts.votes(
    latest.likes === null ? words.nothing : words.number(latest.likes),
    latest.dislikes === null ? words.nothing : words.number(latest.dislikes),
  )
  return (
    <dl class="now">
      <Figure
        label={words.stats.fields.ccu}
        value={words.number(latest.ccu)}
        note={<UsualNote ccu={latest.ccu} usual={usual} words={words} />}
      />
      {WITHOUT_VOTES.map((name) => (
        <Figure key={name} {...figureOf(name)} />
      ))}
      <Figure
        label={words.stats.fields.likeRatio}
        value={likeRatio === null ? words.nothing : words.percent(likeRatio)}
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
  readonly words: MessageCatalog
}

function UsualNote({ ccu, usual, words }: UsualNoteProps) {
  const texts = words.web.game.usual
  if (!usual) return <>{texts.unknown}</>
  const average = words.rough(usual.average)
  const share = usual.average === 0 ? 0 : ccu / usual.average - 1
  const compared =
    Math.abs(share) < AS_USUAL
      ? texts.same(average)
      : (share > 0 ? texts.above : texts.below)(words.percent(Math.abs(share)), average)
  const range = texts.range(words.rough(usual.lowest), words.rough(usual.highest), words.number(usual.weeks))
  return (
    <>
      {compared} <span class="muted">{range}</span>
    </>
  )
}
