// The series of a game as a file. A member's counts for the account (contract §3); strangers have places of their own.
import { z } from 'zod'
import { isoOfDay } from '../../../domain/clock.js'
import type { DateRange } from '../../../domain/rules/date-range.js'
import { exportFileName } from '../../../files/file-name.js'
import { FILE_FORMATS, type FileFormatName } from '../../../files/formats.js'
import { ExportSlots } from '../../../operations/reading/export-slots.js'
import { sendStream, sendStreamHead } from '../../send-stream.js'
import type { Asked, Sent } from '../page.js'
import type { Subject } from './subject.js'

export const FORMATS = Object.keys(FILE_FORMATS) as FileFormatName[]
export const formatQuery = z.enum(FORMATS, { error: `must be one of ${FORMATS.join(', ')}` }).default('csv')

/** By universe: whoever downloads much of one public game takes nothing from its owner, nor from other games. */
const strangers = new ExportSlots()

export async function downloadAnswer(
  { operations }: Asked,
  { reader }: Subject,
  range: DateRange,
  format: FileFormatName,
): Promise<Sent> {
  const exported = await operations.exportShown(reader, range)
  const { mediaType, ending, encode } = FILE_FORMATS[format]
  const fileName = exportFileName(reader.game.name, isoOfDay(range.start), isoOfDay(range.end), ending)
  const stream = { contentType: mediaType, fileName, chunks: encode(exported) }
  return {
    send: async (response, isHead) => {
      if (isHead) {
        sendStreamHead(stream, response)
        response.end()
        return
      }
      const [slots, subject] = reader.isOwn
        ? [operations.exportSlots, reader.account.id]
        : [strangers, reader.game.universeId]
      await slots.during(subject, () => sendStream(stream, response))
    },
  }
}
