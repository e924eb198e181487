// Where the notices of a game go, kind by kind, and whether they are wanted.
import type { NoticeKind } from './facts.js'

/** The kinds that are switched on and off by themselves; a recovery goes where its alert went. */
export const ROUTED_KINDS = ['milestone', 'record', 'alert', 'report_card', 'digest', 'status'] as const
export type RoutedKind = (typeof ROUTED_KINDS)[number]

/** By which switch a notice goes. */
export function routedAs(kind: NoticeKind): RoutedKind | 'owner' {
  return kind === 'recovery' || kind === 'platform_drop' ? 'alert' : kind
}

/** When a digest is due: daily, or weekly on the weekday (1 is Monday). */
export interface DigestPlan {
  readonly every: 'day' | 'week'
  readonly weekday: number
  /** Minutes of the local day, 0 … 1439. */
  readonly at: number
  /** IANA name. */
  readonly timeZone: string
}

export interface Route {
  readonly gameId: number
  readonly kind: RoutedKind
  /** A channel or thread of its own; null: the game's. */
  readonly channelId: string | null
  readonly enabled: boolean
  readonly digest: DigestPlan | null
}

/** contract §9: milestones (records are of them) are on for a game with a channel, every other kind until somebody adds it. */
export const isOnByDefault = (kind: RoutedKind): boolean => kind === 'milestone' || kind === 'record'

/** Where the kind's notices of a game go; undefined where nobody wants them, or nobody said where. */
export function channelOf(
  kind: RoutedKind,
  game: { readonly channelId: string | null },
  route: Pick<Route, 'channelId' | 'enabled'> | undefined,
): string | undefined {
  const enabled = route?.enabled ?? isOnByDefault(kind)
  return enabled ? (route?.channelId ?? game.channelId ?? undefined) : undefined
}
