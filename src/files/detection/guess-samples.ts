// Reads samples from a file of another tracker: finds out what its columns and times are, and says so (DATA-24).
import { rejection } from '../../domain/error.js'
import { MEASURE_NAMES, type Measure } from '../../domain/measures.js'
import type { Sample } from '../../domain/sample.js'
import { badLine, type ImportRow, ImportRows } from '../../domain/sample-file.js'
import { isId } from '../../domain/universe.js'
import { type ColumnMeaning, recognizeColumns } from './columns.js'
import { readTime, type TimeFormat } from './read-time.js'
import { type FieldRecord, type RecordFile, readRecords, type Separator } from './records.js'
import { GameColumns, MinuteContradictions } from './several-games.js'

export interface GuessOptions {
  /** Whose samples the file contains, if it does not say so itself. */
  readonly universeId?: number | undefined
  /** The IANA zone of times without an offset. */
  readonly timeZone: string
}

/** What was understood of a file; complete once all rows were read. */
export interface GuessReport {
  separator: Separator
  columns: { column: string; meaning: ColumnMeaning }[]
  ignored: string[]
  timeFormat: TimeFormat | null
  /** Of times without an offset; null if they have one, or are seconds or milliseconds since 1970. */
  timeZone: string | null
  rows: number
  /** Rows without a number of players, which are no samples. */
  withoutPlayers: number
  /** Fields of known columns that are empty or stand for no value. */
  missingValues: number
  /** What the file names where it is not the universe that was asked for, which counts. */
  otherUniverse: { named: string; used: number } | null
}

export const emptyGuess = (): GuessReport => ({
  separator: ',',
  columns: [],
  ignored: [],
  timeFormat: null,
  timeZone: null,
  rows: 0,
  withoutPlayers: 0,
  missingValues: 0,
  otherUniverse: null,
})

/** Fills `report` while it reads. Throws on the first row that it does not understand, with its line. */
export async function* guessSamples(
  pieces: AsyncIterable<Uint8Array>,
  options: GuessOptions,
  report: GuessReport,
): AsyncGenerator<ImportRows> {
  let reader: RowReader | undefined
  let file: RecordFile | undefined
  for await (const batch of readRecords(pieces)) {
    file = batch
    const rows = new ImportRows()
    for (const record of batch.records) {
      reader ??= new RowReader(batch, record.fields, options, report)
      const row = reader.read(record)
      if (row !== undefined) rows.add(row)
    }
    yield rows
  }
  // The columns of a file without lines are looked at, too.
  if (file !== undefined) reader ??= new RowReader(file, [], options, report)
  reader?.checkEnd()
}

const NO_VALUE = /^(?:|null|nan|none|n\/a|-|-1)$/i
const NUMBER = /^\d+(?:\.\d+)?$/
const DECIMAL_COMMA = /^\d+,\d+$/
/** A number with a comma that could also separate thousands. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2},\d{3}$/

class RowReader {
  private readonly columnIndexes: ReadonlyMap<ColumnMeaning, number>
  private readonly measures: readonly (readonly [Measure, number | undefined])[]
  private readonly fixedUniverse: number | undefined
  private readonly games: GameColumns | undefined
  private readonly contradictions: MinuteContradictions | undefined
  private format: TimeFormat | undefined
  private hasDecimalComma = false

  constructor(
    file: RecordFile,
    first: readonly string[],
    private readonly options: GuessOptions,
    private readonly report: GuessReport,
  ) {
    const { header, separator } = file
    this.columnIndexes = recognizeColumns(header, first)
    this.measures = MEASURE_NAMES.map((name) => [name, this.columnIndexes.get(name)])
    report.separator = separator
    report.columns = [...this.columnIndexes].map(([meaning, index]) => ({ column: header[index] ?? '', meaning }))
    report.ignored = header.filter((_, index) => ![...this.columnIndexes.values()].includes(index))
    this.fixedUniverse =
      options.universeId ?? (this.columnIndexes.has('universe') ? undefined : Number(file.universeId ?? Number.NaN))
    if (this.fixedUniverse !== undefined && !isId(this.fixedUniverse))
      throw rejection('INVALID_PARAMETERS', { name: 'file without game', facts: {} })
    if (this.fixedUniverse === undefined) return
    this.noteUniverse(file.universeId ?? '')
    this.noteUniverse(first[this.columnIndexes.get('universe') ?? -1] ?? '')
    this.games = new GameColumns(header)
    this.contradictions = new MinuteContradictions()
  }

  checkEnd(): void {
    this.contradictions?.checkEnd()
  }

  /** The history of one game can be given to another on purpose, so this is reported and is no error. */
  private noteUniverse(named: string): void {
    const used = this.fixedUniverse
    const text = named.trim()
    if (used !== undefined && text !== '' && Number(text) !== used)
      this.report.otherUniverse = { named: text.slice(0, 40), used }
  }

  /** Undefined for a row without a number of players. */
  read({ line, fields }: FieldRecord): ImportRow | undefined {
    this.report.rows++
    this.games?.check(fields, line)
    const minute = this.minuteOf(this.timeIn(fields), line)
    const values: Record<string, number | null> = { universeId: this.universeOf(fields, line), minute }
    for (const [name, index] of this.measures)
      values[name] = index === undefined ? null : this.countOf(fields[index] ?? '', name, line)
    const ccu = values.ccu ?? null
    if (ccu === null) {
      this.report.withoutPlayers++
      return undefined
    }
    this.contradictions?.add(minute, ccu, line)
    // One kind of votes alone says nothing of the ratio.
    if (values.likes === null || values.dislikes === null) values.likes = values.dislikes = null
    return { line, sample: values as Sample, revenue: null }
  }

  private timeIn(fields: readonly string[]): string {
    const [time, timeOfDay] = [this.columnIndexes.get('time') ?? -1, this.columnIndexes.get('time of day')]
    const text = fields[time] ?? ''
    return timeOfDay === undefined ? text : `${text.trim()} ${clockTime((fields[timeOfDay] ?? '').trim())}`
  }

  private minuteOf(raw: string, line: number): number {
    const text = raw.trim()
    const time = readTime(text, this.options.timeZone)
    if ('problem' in time) throw badLine(line, `the time “${text.slice(0, 40)}” ${time.problem}`)
    this.format ??= time.format
    this.report.timeFormat = this.format
    if (this.format === 'date and time') this.report.timeZone = this.options.timeZone
    if (time.format !== this.format)
      throw badLine(line, `the time “${text}” is ${time.format}, and the lines before have ${this.format}`)
    return time.minute
  }

  private universeOf(fields: readonly string[], line: number): number {
    if (this.fixedUniverse !== undefined) return this.fixedUniverse
    const text = (fields[this.columnIndexes.get('universe') ?? -1] ?? '').trim()
    const universeId = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (!isId(universeId)) throw badLine(line, `the universe id “${text.slice(0, 40)}” must be a whole number from 1`)
    return universeId
  }

  private countOf(raw: string, name: Measure, line: number): number | null {
    const text = raw.trim()
    if (NO_VALUE.test(text)) {
      this.report.missingValues++
      return null
    }
    const value = NUMBER.test(text) ? Math.round(Number(text)) : this.numberWithComma(text, name, line)
    if (!Number.isSafeInteger(value))
      throw badLine(line, `${name} must be a number from 0, for example 1250 or 1250.5, not “${text.slice(0, 40)}”`)
    return value
  }

  /** Where commas do not separate fields, they may begin a fraction; NaN if the text is no such number. */
  private numberWithComma(text: string, name: Measure, line: number): number {
    if (this.report.separator === ',' || !DECIMAL_COMMA.test(text)) return Number.NaN
    if (!this.hasDecimalComma && MAYBE_THOUSANDS.test(text))
      throw badLine(line, `${name} “${text}” may be a fraction or have thousands; write it without the comma`)
    this.hasDecimalComma = true
    return Math.round(Number(text.replace(',', '.')))
  }
}

/** `9:05` is 09:05, and `17` the hour 17:00. An empty one stays an error: midnight would be a guess. */
const clockTime = (text: string): string =>
  text === '' ? 'without a time of day' : (/^\d{1,2}$/.test(text) ? `${text}:00` : text).replace(/^\d:/, '0$&')
