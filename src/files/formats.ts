// THE list of file formats that samples are exported in. A further format is a file of its own and one entry here.
import type { SampleExport } from '../domain/sample-export.js'
import { samplesCsv } from './samples-csv.js'
import { samplesJson } from './samples-json.js'
import { samplesXlsx } from './samples-xlsx.js'

export interface FileFormat {
  /** For people. */
  readonly label: string
  readonly mediaType: string
  /** Of the file's name, without the dot. */
  readonly ending: string
  /** The file as it is made. A failure of the source is thrown in mid-stream; leaving early closes the source. */
  encode(exported: SampleExport): AsyncIterable<Uint8Array>
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

/** API-23, API-26: those of the API; whoever exports by hand is offered all of them. */
export const API_FORMATS = ['json', 'csv'] as const satisfies readonly FileFormatName[]
