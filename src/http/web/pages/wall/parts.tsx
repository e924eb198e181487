// What a wall display says about one game: its players, how they compare, and when the numbers stopped coming.
import type { ComponentChildren } from 'preact'
import { HOUR_MS, msOf } from '../../../../domain/clock.js'
import { positionOf, shareOfUsual } from '../../../../domain/insights/players-now.js'
import { arrivalText } from '../../../../messages/arrival.js'
import type { WallGame } from '../../../../services/reading/wall/show-wall.js'
import { TimedText } from '../../components/inline.js'
import type { RequestContext } from '../../page.js'

export interface WallPartProps extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  readonly wallGame: WallGame
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What its script compares with the time, and whether it is over already. */
export const freshness = ({ wallGame: { freshUntil }, now }: Pick<WallPartProps, 'wallGame' | 'now'>) => ({
  'data-fresh-until': freshUntil ?? undefined,
  'data-stale': freshUntil === null || freshUntil <= now ? '' : undefined,
})

/** More characters than six digits have are written smaller. */
const MAX_LARGE_LENGTH = 7

export function Players({ wallGame: { latest }, catalog }: Pick<WallPartProps, 'wallGame' | 'catalog'>) {
  const text = latest === undefined ? catalog.nothing : catalog.number(latest.ccu)
  return <strong class={text.length > MAX_LARGE_LENGTH ? 'wall-number long' : 'wall-number'}>{text}</strong>
}

/** An older time of day could be of another day. */
const MAX_CLOCK_TIME_AGE_MS = 20 * HOUR_MS

/** Visible once the numbers of the game stopped coming. */
export function StaleNote({ wallGame: { latest }, now, catalog, timeZone }: WallPartProps) {
  const texts = catalog.web.wall
  const style = latest && now - msOf(latest.minute) > MAX_CLOCK_TIME_AGE_MS ? 'date-time' : 'time'
  return (
    <p class="wall-stale">
      {latest === undefined ? (
        texts.unmeasured
      ) : (
        <TimedText text={(when) => texts.stale(when(msOf(latest.minute)))} {...{ style, catalog, timeZone }} />
      )}
    </p>
  )
}

export interface WallComparison {
  readonly text: string
  readonly tone: 'rise' | 'fall' | undefined
  readonly hint: string
}

/** Colored only outside of the usual, so that what is worth a look stands out across the room. */
export function usualOf({
  wallGame: { latest, usual },
  catalog,
}: Pick<WallPartProps, 'wallGame' | 'catalog'>): WallComparison {
  const texts = catalog.web.wall
  const share = latest && usual ? shareOfUsual(latest.ccu, usual) : null
  if (latest === undefined || usual?.kind !== 'known' || share === null)
    return { text: texts.usualUnknown, tone: undefined, hint: texts.usualUnknownHint }
  const [low, high] = [catalog.number(Math.round(usual.low)), catalog.number(Math.round(usual.high))]
  const tone = { above: 'rise', within: undefined, below: 'fall' } as const
  const position = positionOf(latest.ccu, usual) ?? 'within'
  return { text: catalog.percentChange(share), tone: tone[position], hint: texts.usualBetween(low, high) }
}

/** Without a color, because a weekday differs from the one before it: only what is unusual has one. */
export function dayChangeOf({
  wallGame: { dayShare },
  catalog,
}: Pick<WallPartProps, 'wallGame' | 'catalog'>): WallComparison {
  const { dayHint, dayUnknown } = catalog.web.wall
  return dayShare === null
    ? { text: catalog.nothing, tone: undefined, hint: dayUnknown }
    : { text: catalog.percentChange(dayShare), tone: undefined, hint: dayHint }
}

export function MilestoneTime({ wallGame: { milestone }, now, catalog, timeZone }: WallPartProps): ComponentChildren {
  if (milestone === undefined) return catalog.web.wall.milestoneUnknown
  const { arrival, asOf } = milestone
  return (
    <TimedText
      text={(date) => arrivalText(arrival, { asOf, now, date }, catalog)}
      style="date"
      {...{ catalog, timeZone }}
    />
  )
}

export function milestoneText({
  wallGame: { milestone },
  catalog,
}: Pick<WallPartProps, 'wallGame' | 'catalog'>): string {
  if (milestone === undefined) return catalog.nothing
  return catalog.web.wall.milestoneOf(
    catalog.number(milestone.next),
    catalog.goal.counters[milestone.counter].toLocaleLowerCase(catalog.locale),
  )
}

export function IncidentBadge({ wallGame: { incident }, catalog }: Pick<WallPartProps, 'wallGame' | 'catalog'>) {
  return incident ? <span class="badge danger">{catalog.events.labels[incident.kind]}</span> : null
}
