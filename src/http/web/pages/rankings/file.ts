// Sends a whole ranking as a file, with the columns that the reader chose, or all (WEB-34).
import { isoOfMs, msOf } from '../../../../domain/clock.js'
import { type RankingFileField, rankingFile } from '../../../../files/ranking-file.js'
import type { RankingPage } from '../../../../services/reading/ranking/show-ranking.js'
import { PUBLIC_EXPORT_TIMEOUT_MS, sendStream, sendStreamHead } from '../../../send-stream.js'
import type { RankingColumn } from '../../components/ranking/ranking-columns.js'
import type { FileResponse } from '../../page.js'
import type { RankingChoice } from './choice.js'

/** More games than any plan or page has. */
const MAX_ROWS = 20_000

/** What the file has for each column of the page. A line of the last day is no number. */
const FIELDS = {
  players: 'players',
  day: 'dayChange',
  line: undefined,
  peak: 'peak',
  week: 'weekChange',
  visits: 'visits',
  favorites: 'favorites',
  likes: 'likeRatio',
  popularity: 'popularityRank',
} as const satisfies Record<RankingColumn, RankingFileField | undefined>

interface FileChoice extends Pick<RankingChoice, 'at' | 'by' | 'columns'> {
  readonly format: 'csv' | 'xlsx'
}

export async function rankingFileAnswer(
  name: string,
  { at, by, format, columns }: FileChoice,
  read: (size: number) => Promise<RankingPage>,
): Promise<FileResponse> {
  const { rows, asOf: newest } = await read(MAX_ROWS)
  const isMeasured = rows.some(({ latest }) => latest)
  const table = (isMeasured ? rows : []).map((row) => ({
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
  const asOf = at === undefined ? newest : msOf(at)
  const fields = columns?.map((column) => FIELDS[column])
  const stream = rankingFile({ by, name, asOf, rows: table, fields }, format)
  return {
    send: async (response, isHead) => {
      if (!isHead) return sendStream(stream, response, PUBLIC_EXPORT_TIMEOUT_MS)
      sendStreamHead(stream, response)
      response.end()
    },
  }
}
