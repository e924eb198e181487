// Sends a whole ranking as a file (WEB-34).
import { isoOfMs, msOf } from '../../../../domain/clock.js'
import { rankingFile } from '../../../../files/ranking-file.js'
import type { RankingPage } from '../../../../services/reading/ranking/show-ranking.js'
import { PUBLIC_EXPORT_TIMEOUT_MS, sendStream, sendStreamHead } from '../../../send-stream.js'
import type { FileResponse } from '../../page.js'

/** More games than any plan or page has. */
const MAX_ROWS = 20_000

export async function rankingFileAnswer(
  name: string,
  format: 'csv' | 'xlsx',
  read: (size: number) => Promise<RankingPage>,
): Promise<FileResponse> {
  const { rows, asOf } = await read(MAX_ROWS)
  const table = rows.map((row) => ({
    rank: row.rank,
    previousRank: row.previousRank,
    name: row.name,
    universeId: row.game.universeId,
    players: row.players,
    dayChange: row.dayChange,
    peak: row.peak,
    weekChange: row.weekChange,
    visits: row.visits,
    favorites: row.favorites,
    likeRatio: row.likeRatio,
    popularityRank: row.popularityRank,
    measuredAt: row.latest === undefined ? null : isoOfMs(msOf(row.latest.minute)),
  }))
  const stream = rankingFile({ name, asOf, rows: table }, format)
  return {
    send: async (response, isHead) => {
      if (!isHead) return sendStream(stream, response, PUBLIC_EXPORT_TIMEOUT_MS)
      sendStreamHead(stream, response)
      response.end()
    },
  }
}
