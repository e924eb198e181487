// Downloads the series of a game as a file. A member's download uses an export slot of the account (WEB-7), any other one a slot of its
// address.
import { z } from 'zod'
import { isoOfDay } from '../../../domain/clock.js'
import type { LocalDateRange } from '../../../domain/time/local-days.js'
import { exportFileName } from '../../../files/file-name.js'
import { FILE_FORMATS, type FileFormatName } from '../../../files/formats.js'
import { countedAddress } from '../../address.js'
import { ACCOUNT_EXPORT_TIMEOUT_MS, PUBLIC_EXPORT_TIMEOUT_MS, sendStream, sendStreamHead } from '../../send-stream.js'
import type { FileResponse, RequestContext } from '../page.js'
import type { GameSubject } from './subject.js'

export const FORMATS = Object.keys(FILE_FORMATS) as FileFormatName[]
export const formatQuery = z.enum(FORMATS, { error: `must be one of ${FORMATS.join(', ')}` }).default('csv')

export async function downloadAnswer(
  { services }: RequestContext,
  { reader }: GameSubject,
  range: LocalDateRange,
  format: FileFormatName,
): Promise<FileResponse> {
  const exported = await services.exportShown(reader, range)
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
      if (reader.isOwn) {
        const send = () => sendStream(stream, response, ACCOUNT_EXPORT_TIMEOUT_MS)
        await services.exportSlots.during(reader.account.id, send)
        return
      }
      const send = () => sendStream(stream, response, PUBLIC_EXPORT_TIMEOUT_MS)
      await services.publicExportSlots.during(countedAddress(response.req.ip), send)
    },
  }
}
