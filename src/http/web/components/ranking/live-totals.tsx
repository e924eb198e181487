// The totals of the public games, and how the platform as a whole is doing, above the live ranking.
import type { Market } from '../../../../domain/insights/market/market.js'
import type { RequestContext } from '../../page.js'
import type { LiveRanking } from './live-ranking.js'
import { Change } from './ranking-table.js'

interface Props extends Pick<RequestContext, 'catalog'> {
  readonly ranking: Pick<LiveRanking, 'total' | 'all'>
  readonly market: Market
}

export function LiveTotals({ ranking: { total, all }, market, catalog }: Props) {
  const texts = catalog.web.front
  const number = (value: number | null): string => (value === null ? catalog.nothing : catalog.number(value))
  return (
    <dl class="figures totals">
      <div>
        <dt>{texts.players}</dt>
        <dd>
          <strong>{number(total.players)}</strong>
          <small>
            <Change value={total.dayChange} by="ccu" catalog={catalog} /> {texts.inADay}
          </small>
        </dd>
      </div>
      <div>
        <dt>{texts.games}</dt>
        <dd>
          <strong>{number(all)}</strong>
          <small>{texts.public}</small>
        </dd>
      </div>
      <div>
        <dt>{texts.visits}</dt>
        <dd>
          <strong>{total.visits === null ? catalog.nothing : catalog.short(total.visits)}</strong>
          <small>{texts.sinceBegin}</small>
        </dd>
      </div>
      {market.kind === 'known' ? (
        <div>
          <dt>
            <a href="/now">{catalog.web.market.nav}</a>
          </dt>
          <dd>
            <strong>{catalog.percentChange(market.change)}</strong>
            <small>{texts.againstUsual}</small>
          </dd>
        </div>
      ) : undefined}
    </dl>
  )
}
