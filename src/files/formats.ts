// The registry of file formats for exported samples. A further format is a file of its own and one entry here.
import type { SampleExport } from '../domain/sample-file.js'
import type { PieceReceipt } from './pieces.js'
import { samplesCsv } from './samples/samples-csv.js'
import { samplesJson } from './samples/samples-json.js'
import { samplesXlsx } from './samples/samples-xlsx.js'

export interface FileFormat {
  /** A name for people. */
  readonly label: string
  readonly mediaType: string
  /** The extension of the file name, without the dot. */
  readonly ending: string
  /** Streams the file. A failure of the source is thrown in mid-stream; ending the iteration early closes the source. */
  encode(exported: SampleExport): AsyncIterable<Uint8Array, void, PieceReceipt>
}

export const FILE_FORMATS = {
  csv: {
    label: 'CSV',
    mediaType: 'text/csv; charset=utf-8',
    ending: 'csv',
    encode: (exported) => samplesCsv(exported),
  },
  xlsx: {
    label: 'Excel',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ending: 'xlsx',
    encode: (exported) => samplesXlsx(exported),
  },
  json: {
    label: 'JSON',
    mediaType: 'application/json; charset=utf-8',
    ending: 'json',
    encode: (exported) => samplesJson(exported),
  },
} as const satisfies Record<string, FileFormat>

export type FileFormatName = keyof typeof FILE_FORMATS

/** API-23, API-26: the formats of the API; exports by hand offer all formats. */
export const API_FORMATS = ['json', 'csv'] as const satisfies readonly FileFormatName[]
