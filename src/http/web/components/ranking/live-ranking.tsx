// The top of the public ranking, for the front page.
import type { RankingPage } from '../../../../services/reading/ranking/show-ranking.js'
import type { RequestContext } from '../../page.js'
import { Empty } from '../empty.js'
import { RankingTable } from './ranking-table.js'

export type LiveRanking = RankingPage

const QUERY = { by: 'ccu', find: '', sort: 'rank', reversed: false, page: 1, columns: undefined } as const
const MAX_ROWS = 10

export const gatherLiveRanking = ({ services }: Pick<RequestContext, 'services'>): Promise<LiveRanking> =>
  services.showRanking.ofEveryone({ ...QUERY, size: MAX_ROWS })

/** Whether one of the games was ever measured. Those that were not follow the others. */
export const hasNumbers = ({ rows }: Pick<LiveRanking, 'rows'>): boolean =>
  rows.some(({ latest }) => latest !== undefined)

interface Props extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  readonly ranking: LiveRanking
}

export function LiveRankingList({ ranking: { rows, popularity, all }, catalog, timeZone }: Props) {
  if (rows.length === 0) return <Empty text={catalog.web.front.noneYet} />
  if (!hasNumbers({ rows })) {
    const { noNumbers, noNumbersText } = catalog.web.rankings
    return <Empty title={noNumbers} text={noNumbersText(catalog.web.home.games(all))} />
  }
  return (
    <>
      <RankingTable
        {...{ rows, catalog, timeZone, query: QUERY }}
        hasPopularity={popularity !== null}
        addressOf={({ universeId }) => `/games/${universeId}`}
        sorted={undefined}
      />
      <a class="button" href="/rankings">
        {catalog.web.rankings.whole(catalog.number(all))}
      </a>
    </>
  )
}
