// How `samples import` says what it understood of a file, and what would come of it.
import { isoOfMinute, type Minute } from '../../domain/clock.js'
import type { Span } from '../../domain/rules/span.js'
import type { GuessReport } from '../../files/detection/guess-samples.js'
import type { ImportPreview } from '../../services/management/preview-import.js'

const SEPARATORS: Readonly<Record<GuessReport['separator'], string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  JSON: 'json',
}

export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

export const guessJson = (report: GuessReport) => ({
  separator: SEPARATORS[report.separator],
  columns: Object.fromEntries(report.columns.map(({ column, meaning }) => [column, meaning])),
  ignored: report.ignored,
  time_format: report.timeFormat,
  time_zone: report.timeZone,
  rows: report.rows,
  rows_without_players: report.withoutPlayers,
  missing_values: report.missingValues,
  ...(report.otherUniverse && {
    named_universe: report.otherUniverse.named,
    imported_as_universe: report.otherUniverse.used,
  }),
})

export function guessText({
  separator,
  columns,
  ignored,
  timeFormat,
  timeZone,
  rows,
  withoutPlayers,
  missingValues,
  otherUniverse,
}: GuessReport): string {
  const read = columns.map(({ column, meaning }) => `${column} → ${meaning === 'ccu' ? 'players' : meaning}`)
  return [
    `Understood (${SEPARATORS[separator]}): ${read.join(', ')}.`,
    ...(ignored.length === 0 ? [] : [`Left out: ${ignored.join(', ')}.`]),
    `Times: ${timeFormat ?? 'none'}${timeZone === null ? '' : `, without an offset: read as ${timeZone}`}. Rows: ${rows}.`,
    ...(timeZone === 'UTC'
      ? ['If the times are not UTC, say which they are, for example --time-zone Europe/Berlin.']
      : []),
    ...(withoutPlayers === 0
      ? []
      : [`${counted(withoutPlayers, 'row has', 'rows have')} no number of players: no sample.`]),
    ...(otherUniverse === null
      ? []
      : [`The file names the universe ${otherUniverse.named}. Its samples count as those of ${otherUniverse.used}.`]),
    ...(missingValues === 0 ? [] : [`Missing values (empty, -, -1, null or NaN): ${missingValues}.`]),
  ].join('\n')
}

const spanJson = ({ from, until }: Span) => ({ from: isoOfMinute(from), until: isoOfMinute(until) })

const isoOrNull = (minute: Minute | null): string | null => (minute === null ? null : isoOfMinute(minute))

export const previewJson = (preview: ImportPreview) => ({
  samples: preview.samples,
  duplicates: preview.duplicates,
  from: isoOrNull(preview.from),
  until: isoOrNull(preview.until),
  cadence_minutes: preview.cadence,
  gaps: preview.gaps,
  longest_gaps: preview.longestGaps.map(spanJson),
  player_hours: preview.playerHours,
  unknown: preview.unknown,
  ...(preview.untracked.length > 0 && { untracked: preview.untracked }),
})

export function previewText(preview: ImportPreview): string {
  const { samples, duplicates, cadence, gaps, longestGaps, playerHours, unknown, untracked } = preview
  if (samples === 0) return 'Nothing was stored. The file has no samples.'
  const range = `${isoOrNull(preview.from) ?? 'nothing'} to ${isoOrNull(preview.until) ?? 'nothing'}`
  const longest = longestGaps.map(({ from, until }) => `${isoOfMinute(from)} to ${isoOfMinute(until)}`)
  return [
    `Nothing was stored. The file would become ${counted(samples, 'sample', 'samples')}, ${range}.`,
    ...(duplicates === 0
      ? []
      : [`${counted(duplicates, 'line has', 'lines have')} a later line for the same minute, which counts.`]),
    cadence === null ? 'Their spacing is unknown.' : `Most are ${cadence} min apart.`,
    gaps === 0 ? 'No gaps.' : `Gaps: ${gaps}. The longest: ${longest.join('; ')}.`,
    `Player hours: ${Number(playerHours.toFixed(2))}.`,
    ...(unknown.length === 0 ? [] : [`Unknown: ${unknown.join(', ')}.`]),
    ...untracked.map((universeId) => `Universe ${universeId} is not known here. Add it as a game before the import.`),
  ].join('\n')
}
