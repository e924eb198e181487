// How the platform as a whole is doing now, in a sentence and three numbers, or why that is unknown.
import { msOf } from '../../../domain/clock.js'
import type { CountedMarket, Market, MarketRange } from '../../../domain/insights/market/market.js'
import { Moment } from '../components/inline.js'
import type { RequestContext } from '../page.js'

interface Props<M = Market> {
  readonly market: M
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
}

/** A smaller relative difference counts as no change. */
const MIN_SHOWN_CHANGE = 0.005

export function MarketFigures({ market, context }: Props) {
  const { catalog, timeZone } = context
  const texts = catalog.web.market
  if (market.kind === 'known') return <KnownFigures market={market} context={context} />
  return market.reason === 'not yet' ? (
    <>
      <p>
        {texts.notYet} <Moment at={msOf(market.from)} catalog={catalog} timeZone={timeZone} />.
      </p>
      <dl class="figures">
        <PlayersNow market={market} context={context} />
        <GamesCounted market={market} context={context} />
      </dl>
    </>
  ) : (
    <p>
      {texts.unknown} {texts.reasons[market.reason]}
    </p>
  )
}

function KnownFigures({ market, context }: Props<MarketRange>) {
  const { catalog } = context
  const texts = catalog.web.market
  const { change, players, expected, low, high } = market
  const percent = catalog.percent(Math.abs(change))
  const isAsUsual = Math.abs(change) < MIN_SHOWN_CHANGE
  const number = (value: number): string => catalog.number(Math.round(value))
  const sentence = isAsUsual ? texts.asUsual : change < 0 ? texts.fewer(percent) : texts.more(percent)
  return (
    <>
      <p>
        <strong>{sentence}</strong> {!isAsUsual && players >= low && players <= high ? texts.withinBand : undefined}
      </p>
      <dl class="figures">
        <PlayersNow market={market} context={context} />
        <div>
          <dt>{texts.usual}</dt>
          <dd>
            <strong>{number(expected)}</strong>
            <small>{texts.band(number(low), number(high))}</small>
          </dd>
        </div>
        <GamesCounted market={market} context={context} />
      </dl>
    </>
  )
}

function PlayersNow({ market: { players, minute }, context: { catalog, timeZone } }: Props<CountedMarket>) {
  const texts = catalog.web.market
  return (
    <div>
      <dt>{texts.players}</dt>
      <dd>
        <strong>{catalog.number(Math.round(players))}</strong>
        <small>
          {texts.counted} <Moment at={msOf(minute)} catalog={catalog} timeZone={timeZone} />
        </small>
      </dd>
    </div>
  )
}

function GamesCounted({ market: { members, source }, context: { catalog } }: Props<CountedMarket>) {
  const texts = catalog.web.market
  return (
    <div>
      <dt>{texts.games}</dt>
      <dd>
        <strong>{catalog.number(members)}</strong>
        <small>{texts.sources[source]}</small>
      </dd>
    </div>
  )
}
