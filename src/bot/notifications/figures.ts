// Numbers as notifications write them: before and after, with the change in per cent.
import type { BeforeAfter } from '../../domain/notifications/facts.js'
import type { Words } from '../../words/words.js'

export type Write = (value: number) => string

/** `1,000 → **1,200** (+20%)`; what is not known is not zero. */
export function beforeAfter({ before, after }: BeforeAfter, write: Write, words: Words): string {
  if (before === null && after === null) return words.nothing
  const known = (value: number | null): string => (value === null ? words.nothing : write(value))
  const text = words.notifications.beforeAfter(known(before), known(after))
  const change = changeOf(before, after, words)
  return change === undefined ? text : words.notifications.withChange(text, change)
}

/** `1,200 (+20%)` */
export function afterWithChange({ before, after }: BeforeAfter, write: Write, words: Words): string {
  if (after === null) return words.nothing
  const change = changeOf(before, after, words)
  return change === undefined ? `**${write(after)}**` : words.notifications.withChange(`**${write(after)}**`, change)
}

/** `+20%`; nothing where there is nothing to hold it against. */
export function changeOf(before: number | null, after: number | null, words: Words): string | undefined {
  if (before === null || after === null || before <= 0) return undefined
  const share = (after - before) / before
  const sign = share > 0 ? '+' : ''
  return `${sign}${words.percent(share)}`
}
