// How shares and relative changes are written, for every message, page and picture: what was measured has one decimal, so
// that +2.0% stands beside +33.7%. Exceptions, each for a reason of its own: the ticks of an axis have the digits of its
// step, the like ratio has two wherever it is written, because it moves by hundredths, and the name of a channel has none.
import { PERCENT } from '../../domain/rounding.js'

export interface ShareFormats {
  /** Formats a measured share between 0 and 1: `93.0%`. */
  percent(share: number): string
  /** Formats a measured share so that a small part is never written as 0% and nearly all never as 100%: `<0.1%`. */
  part(share: number): string
  /** Formats a measured change with a sign: `+12.0%`. */
  percentChange(share: number): string
  /** A like ratio between 0 and 1: `88.15%`. */
  likeRatio(share: number): string
  /** By how many points a like ratio is above another one, as both are written: `+1.20`. */
  pointChange(share: number, other: number): string
  /** Formats a share that a person entered, with the digits that this person entered: `30%`, `12.5%`. */
  enteredPercent(share: number): string
}

/** The smallest share that `part` writes as a number. */
const MIN_PART = 0.001
const RATIO_DIGITS = 2
/** In its last written digit. */
const writtenRatio = (share: number): number => Math.round(share * PERCENT * 10 ** RATIO_DIGITS)

export function shareFormats(locale: string): ShareFormats {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const twoDecimals = { minimumFractionDigits: RATIO_DIGITS, maximumFractionDigits: RATIO_DIGITS } as const
  const percents = new Intl.NumberFormat(locale, { style: 'percent', ...oneDecimal })
  const changes = new Intl.NumberFormat(locale, { style: 'percent', ...oneDecimal, signDisplay: 'exceptZero' })
  const ratios = new Intl.NumberFormat(locale, { style: 'percent', ...twoDecimals })
  const points = new Intl.NumberFormat(locale, { ...twoDecimals, signDisplay: 'exceptZero' })
  const entered = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return {
    percent: (share) => percents.format(share),
    part: (share) => {
      if (share > 0 && share < MIN_PART) return `<${percents.format(MIN_PART)}`
      if (share > 1 - MIN_PART && share < 1) return `>${percents.format(1 - MIN_PART)}`
      return percents.format(Math.max(0, Math.min(share, 1)))
    },
    percentChange: (share) => changes.format(share),
    likeRatio: (share) => ratios.format(share),
    pointChange: (share, other) => points.format((writtenRatio(share) - writtenRatio(other)) / 10 ** RATIO_DIGITS),
    enteredPercent: (share) => entered.format(share),
  }
}
