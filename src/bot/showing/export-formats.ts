// The kinds of file that /export hands out. A further one is a line here and its name in the words.
import { setImmediate as breathe } from 'node:timers/promises'
import type { SampleExport } from '../../domain/sample-export.js'
import { samplesCsv } from '../../files/samples-csv.js'
import { samplesJson } from '../../files/samples-json.js'

export type Encode = (exported: SampleExport) => AsyncIterable<string | Uint8Array>

export const EXPORT_FORMATS = {
  csv: samplesCsv,
  json: samplesJson,
} as const satisfies Record<string, Encode>

export type ExportFormat = keyof typeof EXPORT_FORMATS

export const isExportFormat = (name: string): name is ExportFormat => Object.hasOwn(EXPORT_FORMATS, name)

/** The whole file, or nothing where it would be larger than `limit` bytes: it is then given up half-way. */
export async function gather(pieces: AsyncIterable<string | Uint8Array>, limit: number): Promise<Buffer | undefined> {
  const kept: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > limit) return undefined
    kept.push(bytes)
    // Reading and encoding never wait by themselves: without a pause, nobody else is answered meanwhile.
    await breathe()
  }
  return Buffer.concat(kept, size)
}
