// The games that everybody may see, as the front page shows them.
import type { Words } from '../../../words/words.js'
import type { Asked } from '../page.js'

export interface LiveRanking {
  readonly games: readonly { readonly id: number; readonly name: string }[]
}

export const gatherLiveRanking = async ({ operations }: Pick<Asked, 'operations'>): Promise<LiveRanking> => ({
  games: await operations.games.published(),
})

export function LiveRankingList({ ranking, words }: { readonly ranking: LiveRanking; readonly words: Words }) {
  if (ranking.games.length === 0) return <p>{words.web.front.noneYet}</p>
  return (
    <ol>
      {ranking.games.map(({ id, name }) => (
        <li key={id}>
          <a href={`/games/${id}`}>{name}</a>
        </li>
      ))}
    </ol>
  )
}
