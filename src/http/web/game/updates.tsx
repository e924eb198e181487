// The updates of a game in the range of its chart, each with its effect: an hour, a day or a week after it, as far as that is known.
import { msOf } from '../../../domain/clock.js'
import { unclearReason } from '../../../domain/insights/effect/effect-facts.js'
import type { ReportCardFacts } from '../../../domain/notifications/facts.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { ReportedStage, ReportedUpdate } from '../../../services/reading/updates/update-reports.js'
import { Moment, TimedText } from '../components/inline.js'
import { Scroll } from '../components/scroll.js'
import type { RequestContext } from '../page.js'

/** Reading an effect for the first time takes seven weeks of samples. */
export const MAX_SHOWN_UPDATES = 8

interface Props extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  /** Newest first. */
  readonly updates: readonly ReportedUpdate[]
}

export function Updates({ updates, ...zone }: Props) {
  const texts = zone.catalog.web.game.updates
  if (updates.length === 0) return null
  return (
    <section aria-labelledby="updates">
      <h2 id="updates">{texts.title}</h2>
      <Scroll label={texts.title}>
        <table class="updates stacked">
          <thead>
            <tr>
              <th scope="col">{texts.columns.update}</th>
              <th scope="col">{texts.columns.outcome}</th>
              <th scope="col" class="number">
                {texts.columns.effect}
              </th>
              <th scope="col">{texts.columns.range}</th>
              <th scope="col">{texts.columns.after}</th>
            </tr>
          </thead>
          <tbody>
            {updates.map(({ event, stages }) => (
              <UpdateRow key={event.id} at={msOf(event.start)} stage={stages.at(-1)} {...zone} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <small class="muted">{texts.method}</small>
    </section>
  )
}

interface RowProps extends Pick<Props, 'catalog' | 'timeZone'> {
  readonly at: number
  /** The longest one that is known. */
  readonly stage: ReportedStage | undefined
}

function UpdateRow({ at, stage, ...zone }: RowProps) {
  const { catalog } = zone
  const texts = catalog.web.game.updates
  const { columns } = texts
  const card = stage?.card
  const effect = card?.outcome === 'cannot_tell' ? null : card?.effect
  return (
    <tr>
      <th scope="row">
        <Moment at={at} {...zone} />
      </th>
      <td class="whole">
        {card ? (
          <Outcome card={card} catalog={catalog} />
        ) : (
          stage && <TimedText text={(when) => texts.pending(when(msOf(stage.dueAt)))} {...zone} />
        )}
      </td>
      <td class="number" data-label={columns.effect}>
        {effect ? catalog.percentChange(effect.change) : catalog.nothing}
      </td>
      <td data-label={columns.range}>
        {effect ? texts.range(catalog.percentChange(effect.low), catalog.percentChange(effect.high)) : catalog.nothing}
      </td>
      <td data-label={columns.after}>{card ? texts.stages[card.stage] : catalog.nothing}</td>
    </tr>
  )
}

const MARKS = { more: 'rise', fewer: 'fall', no_clear_change: 'muted', cannot_tell: 'muted' } as const

function Outcome({ card, catalog }: { readonly card: ReportCardFacts; readonly catalog: MessageCatalog }) {
  const { outcome, reason, effect } = card
  const texts = catalog.web.game.updates
  const { because, notAllowed } = catalog.notifications.reportCard
  const unclear = outcome === 'no_clear_change' && effect !== null ? texts.unclear[unclearReason(effect)] : undefined
  return (
    <>
      <strong class={MARKS[outcome]}>{unclear === undefined ? texts.outcomes[outcome] : unclear.label}</strong>
      {outcome === 'cannot_tell' ? `: ${reason === null ? notAllowed : because[reason]}` : undefined}
      {unclear && `: ${unclear.why}`}
      {card.beganBefore ? ` ${texts.beganBefore}` : undefined}
    </>
  )
}
