// Splits a file of unknown form into records: lines with separators, or the objects of a JSON document.
import { rejection } from '../../domain/error.js'

/** In characters: far longer than any record of samples. */
const MAX_RECORD_LENGTH = 100_000
const SEPARATORS = [',', ';', '\t'] as const
export type Separator = (typeof SEPARATORS)[number] | 'JSON'

/** The fields of a record in the order of the header; `line` is a line, or the number of an object of a JSON document. */
export interface FieldRecord {
  readonly line: number
  readonly fields: readonly string[]
}

export interface RecordFile {
  readonly header: readonly string[]
  readonly separator: Separator
  /** Values that a JSON document gives outside of its records. */
  readonly universeId?: string
}

export type RecordBatch = RecordFile & { readonly records: readonly FieldRecord[] }

/** Yields the records in batches; each batch also says what the file is. */
export async function* readRecords(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<RecordBatch> {
  let parser: RecordParser | undefined
  let rest = ''
  for await (const text of decoded(pieces)) {
    rest += text
    parser ??= rest.trim() === '' ? undefined : parserOf(rest)
    if (parser === undefined) continue
    const batch = parser.take(rest, false)
    rest = parser.rest
    if (rest.length > MAX_RECORD_LENGTH)
      throw rejection('INVALID_PARAMETERS', { name: 'record too long', facts: { most: MAX_RECORD_LENGTH } })
    if (batch !== undefined) yield batch
  }
  parser ??= rest.trim() === '' ? undefined : parserOf(rest)
  if (parser === undefined) throw rejection('INVALID_PARAMETERS', { name: 'empty file', facts: {} })
  const batch = parser.take(rest, true)
  if (batch !== undefined) yield batch
}

/** Programs for spreadsheets save "Unicode text" as UTF-16. */
async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let start = new Uint8Array()
  for await (const piece of pieces) {
    if (decoder !== undefined) {
      yield decoder.decode(piece, { stream: true })
      continue
    }
    const taken = 2 - start.length
    start = Uint8Array.of(...start, ...piece.subarray(0, taken))
    if (start.length < 2) continue
    decoder = new TextDecoder(encodingOf(start))
    yield decoder.decode(start, { stream: true }) + decoder.decode(piece.subarray(taken), { stream: true })
  }
  yield decoder === undefined ? new TextDecoder().decode(start) : decoder.decode()
}

/** From the byte order mark, or because every second byte of ASCII text in UTF-16 is zero. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
}

interface RecordParser {
  readonly rest: string
  take(text: string, isEnd: boolean): RecordBatch | undefined
}

const parserOf = (text: string): RecordParser => (/^\s*[[{]/.test(text) ? new JsonParser() : new LineParser())

class LineParser implements RecordParser {
  rest = ''
  private line = 0
  private file: RecordFile | undefined

  take(text: string, isEnd: boolean): RecordBatch | undefined {
    const lines = text.split('\n')
    this.rest = isEnd ? '' : (lines.pop() ?? '')
    const records: FieldRecord[] = []
    for (const raw of lines) {
      this.line++
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      if (line.trim() === '' || (this.file === undefined && SEPARATOR_LINE.test(line))) continue
      if (this.file === undefined) {
        const separator = separatorOf(line)
        this.file = { header: fieldsOf(line, separator).map((name) => name.trim()), separator }
        continue
      }
      const fields = fieldsOf(line, this.file.separator)
      if (fields.length !== this.file.header.length)
        throw rejection('INVALID_PARAMETERS', {
          name: 'wrong number of fields',
          facts: { line: this.line, fields: fields.length, columns: this.file.header.length },
        })
      records.push({ line: this.line, fields })
    }
    return this.file && { ...this.file, records }
  }
}

/** Some exports for spreadsheets begin with it. */
const SEPARATOR_LINE = /^sep=.$/i

function separatorOf(line: string): (typeof SEPARATORS)[number] {
  const header = line.replace(/\{[^{}]*\}/g, '')
  const counted = SEPARATORS.map((separator) => ({ separator, count: fieldsOf(header, separator).length }))
  const [best, second] = counted.sort((a, b) => b.count - a.count)
  if (best === undefined || best.count < 2)
    throw rejection('INVALID_PARAMETERS', { name: 'no column names', facts: {} })
  if (second?.count === best.count) throw rejection('INVALID_PARAMETERS', { name: 'ambiguous separator', facts: {} })
  return best.separator
}

function fieldsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator)
  const fields: string[] = []
  let [field, isQuoted] = ['', false]
  for (let at = 0; at < line.length; at++) {
    const character = line[at] ?? ''
    if (character === '"' && isQuoted && line[at + 1] === '"') field += line[++at] ?? ''
    else if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      fields.push(field)
      field = ''
    } else field += character
  }
  return [...fields, field]
}

/** An object without objects or lists of lists in it; braces in strings do not count. */
const FLAT_OBJECT = /\{(?:[^{}[\]"]|"(?:[^"\\]|\\.)*"|\[(?:[^{}[\]"]|"(?:[^"\\]|\\.)*")*\])*\}/
/** A list of a time and a number. */
const PAIR = /\[\s*(?:\d{9,}(?:\.\d+)?|"\d{4}[^"\\]*")\s*,\s*(?:-?\d[\d.eE+-]*|null|"[^"\\]*")\s*\]/
const JSON_RECORD = new RegExp(`${FLAT_OBJECT.source}|${PAIR.source}`, 'g')
const PAIR_HEADER = ['time', 'players']

class JsonParser implements RecordParser {
  rest = ''
  private count = 0
  private file: RecordFile | undefined
  private isOfPairs = false
  /** One object in each line, without a list around them. */
  private isOfLines: boolean | undefined
  private universeId: string | undefined

  take(text: string, isEnd: boolean): RecordBatch | undefined {
    const records: FieldRecord[] = []
    let end = 0
    for (const match of text.matchAll(JSON_RECORD)) {
      const between = text.slice(end, match.index)
      end = match.index + match[0].length
      const fields = this.fieldsOf(this.parse(match[0]), between)
      if (fields !== undefined) records.push({ line: ++this.count, fields })
    }
    this.rest = text.slice(end)
    if (isEnd) this.checkEnd()
    return this.file && { ...this.file, records }
  }

  /** Undefined if the value is no record. */
  private fieldsOf(value: Record<string, unknown> | unknown[], between: string): string[] | undefined {
    this.isOfLines ??= between.trim() === ''
    if (this.isOfLines && between.trim() !== '') throw this.malformed()
    // A second list of pairs would be another series.
    if (this.isOfPairs && !(Array.isArray(value) && /^\s*,\s*$/.test(between))) throw this.malformed()
    if (Array.isArray(value)) {
      this.isOfPairs ||= this.file === undefined
      this.file ??= this.fileOf(PAIR_HEADER)
      return this.isOfPairs ? value.map(textOf) : undefined
    }
    if (this.file === undefined && isGameDescription(value)) {
      this.universeId = String(value.universe_id)
      return undefined
    }
    this.file ??= this.fileOf(Object.keys(value))
    return this.file.header.map((name) => textOf(value[name]))
  }

  private readonly fileOf = (header: readonly string[]): RecordFile => ({
    header,
    separator: 'JSON',
    ...(this.universeId !== undefined && { universeId: this.universeId }),
  })

  private readonly malformed = () =>
    rejection('INVALID_PARAMETERS', { name: 'malformed record', facts: { record: this.count + 1 } })

  private parse(text: string): Record<string, unknown> | unknown[] {
    try {
      return JSON.parse(text) as Record<string, unknown> | unknown[]
    } catch {
      throw this.malformed()
    }
  }

  /** A document that ends early must not be accepted as complete. */
  private checkEnd(): void {
    if (this.file === undefined) throw rejection('INVALID_PARAMETERS', { name: 'no records', facts: {} })
    const counted = /"count"\s*:\s*(\d+)/.exec(this.rest)?.[1]
    const isClosed = this.isOfLines ? this.rest.trim() === '' : /^\s*\][^{]*$/.test(this.rest)
    const isWhole = isClosed && (counted === undefined || Number(counted) === this.count)
    if (!isWhole) throw rejection('INVALID_PARAMETERS', { name: 'incomplete document', facts: { record: this.count } })
  }
}

/** The description of the game in our own export. */
const isGameDescription = (value: Record<string, unknown>): boolean => 'universe_id' in value && 'name' in value

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
