// The input and output of renderers, and what all kinds share: names, and numbers with their change.
import type { Facts, ValueChange } from '../../domain/notifications/facts.js'
import type { Content, RenderRequest } from '../../domain/notifications/sender.js'
import type { MessageCatalog } from '../catalog.js'
import type { ChartRequest } from './chart.js'

export interface RenderContext<Said extends Facts = Facts> extends RenderRequest<Said> {
  /** In the language of the readers. */
  readonly catalog: MessageCatalog
}

export interface RenderedNotification extends Pick<Content, 'title' | 'fields' | 'roleId'> {
  readonly lines: readonly string[]
  readonly chart?: ChartRequest
}

/** A pure function: the same request gives the same text. */
export type Renderer<Said extends Facts> = (rendering: RenderContext<Said>) => RenderedNotification

const MAX_NAME_LENGTH = 100

export const gameName = ({ game, format }: Pick<RenderContext, 'game' | 'format'>): string =>
  format.name(game.name, MAX_NAME_LENGTH)

export type ValueFormatter = (value: number) => string

/** For example `1,000 → **1,200** (+20%)`; an unknown value is not written as zero. */
export function beforeAfter({ before, after }: ValueChange, write: ValueFormatter, catalog: MessageCatalog): string {
  if (before === null && after === null) return catalog.nothing
  const known = (value: number | null): string => (value === null ? catalog.nothing : write(value))
  const text = catalog.notifications.beforeAfter(known(before), known(after))
  const change = changeOf(before, after, catalog)
  return change === undefined ? text : catalog.notifications.withChange(text, change)
}

/** For example `1,200 (+20%)`. */
export function afterWithChange(
  { before, after }: ValueChange,
  write: ValueFormatter,
  catalog: MessageCatalog,
): string {
  if (after === null) return catalog.nothing
  const change = changeOf(before, after, catalog)
  return change === undefined ? `**${write(after)}**` : catalog.notifications.withChange(`**${write(after)}**`, change)
}

/** For example `+20%`; undefined if there is nothing to compare with. */
export function changeOf(before: number | null, after: number | null, catalog: MessageCatalog): string | undefined {
  if (before === null || after === null || before <= 0) return undefined
  return signedShare((after - before) / before, catalog)
}

/** For example `+20%`. */
export const signedShare = (share: number, catalog: MessageCatalog): string =>
  `${share > 0 ? '+' : ''}${catalog.percent(share)}`
