// The picture of a page of a ranking: the same places, names and values as the text, with icons and the line of a day.
import { AttachmentBuilder } from 'discord.js'
import type { BoardRow } from '../../../charts/board/board-input.js'
import type { Account } from '../../../domain/account.js'
import type { Minute } from '../../../domain/clock.js'
import { HeadcountError } from '../../../domain/error.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { RankedGame } from '../../../services/reading/ranking/rank-games.js'
import type { RankingRow } from '../../../services/reading/ranking/ranking-rows.js'
import type { Context } from '../../command.js'
import { plainName } from '../../show-name.js'
import { type RankChoice, rankChangeText, valueText } from './ranking-lines.js'

export const RANKING_FILE = 'ranking.png'

const MAX_NAME_LENGTH = 80

export interface RankingBoard {
  readonly account: Account
  readonly by: RankChoice
  readonly rows: readonly RankedGame[]
  readonly at: Minute | undefined
  readonly title: string
  readonly subtitle: string
  /** The description for those who do not see the picture. */
  readonly alt: string
}

type BoardContext = Pick<Context, 'services' | 'catalog' | 'pictures'>

/** Undefined while too many pictures are being drawn: the text says the same. */
export async function rankingBoard(board: RankingBoard, context: BoardContext): Promise<AttachmentBuilder | undefined> {
  const { pictures } = context
  const rows = await rowsOf(board, context)
  const { title, subtitle, alt } = board
  const input = { kind: 'board', title, subtitle, rows: rows.map(({ row }) => row), theme: 'dark' } as const
  const names = rows.map(({ row, iconName }) => ({ ...row, icon: iconName }))
  const key = JSON.stringify(['ranking', title, subtitle, names])
  try {
    const { png } = await pictures.of(key, async () => ({ input, alt, text: '' }))
    return new AttachmentBuilder(png, { name: RANKING_FILE, description: alt })
  } catch (error) {
    if (error instanceof HeadcountError && error.code === 'UNAVAILABLE') return undefined
    throw error
  }
}

async function rowsOf({ account, by, rows: rankedRows, at }: RankingBoard, { services, catalog }: BoardContext) {
  const only = new Set(rankedRows.map(({ game }) => game.id))
  const query = { by: by === 'visits' ? 'visits' : 'ccu', find: '', sort: 'rank', reversed: false, page: 1 } as const
  const { rows } = await services.showRanking.ofAccount(account, { ...query, size: only.size, only, at })
  const past = new Map(rows.map((row) => [row.game.id, row]))
  const icons = await services.icons.names()
  return Promise.all(
    rankedRows.map(async (ranked) => ({
      iconName: icons.get(ranked.game.universeId),
      row: {
        ...boardRow(ranked, by, past.get(ranked.game.id), catalog),
        icon: await services.icons.ofUniverse(ranked.game.universeId, 'small'),
      },
    })),
  )
}

function boardRow(
  ranked: RankedGame,
  by: RankChoice,
  past: RankingRow | undefined,
  catalog: MessageCatalog,
): Omit<BoardRow, 'icon'> {
  const { rank, previousRank } = ranked
  const isSame = rank === null || previousRank === null || previousRank === rank
  const tone = isSame ? 'same' : previousRank > rank ? 'up' : 'down'
  return {
    rank: rank === null ? catalog.nothing : catalog.number(rank),
    move: { text: rankChangeText(ranked, catalog), tone },
    name: plainName(ranked.game.name, MAX_NAME_LENGTH),
    value: valueText(ranked, by, catalog) ?? catalog.nothing,
    note: noteOf(ranked, by, past, catalog),
    line: past?.line ?? [],
  }
}

/** What changed in 24 hours; beside the growth, the players. */
function noteOf({ latest }: RankedGame, by: RankChoice, past: RankingRow | undefined, catalog: MessageCatalog): string {
  if (by === 'growth') return latest === undefined ? '' : catalog.rank.value.players(catalog.number(latest.ccu))
  const change = past?.dayChange ?? null
  if (by === 'like_ratio' || change === null) return ''
  return by === 'visits' ? catalog.change(change) : catalog.percentChange(change)
}
