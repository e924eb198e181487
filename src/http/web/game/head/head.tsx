// The head of a game's page: icon, name, who made it, where it is on the platform, its last update and its rank.
import type { ComponentChildren } from 'preact'
import { msOf } from '../../../../domain/clock.js'
import { creatorAddress, gameAddress } from '../../../../messages/platform-addresses.js'
import type { GameDescription } from '../../../../services/reading/game/describe-game.js'
import type { Headline } from '../../../../services/reading/game/headline.js'
import { GameIcon } from '../../components/game-icon.js'
import { Moment } from '../../components/inline.js'
import type { RequestContext } from '../../page.js'
import type { GameSubject } from '../subject.js'

interface Props {
  readonly context: RequestContext
  readonly subject: GameSubject
  readonly described: Pick<GameDescription, 'latest' | 'knownSince'>
  readonly headline: Headline
}

export function GameHead({ context: { catalog, timeZone }, subject, described, headline }: Props) {
  const texts = catalog.web.game
  const { reader, settings } = subject
  const { game, isOwn } = reader
  const { latest, knownSince } = described
  const { platform, rank } = headline
  const moment = (time: number) => <Moment at={time} catalog={catalog} timeZone={timeZone} />
  return (
    <div class="game-head" id="heading-now" data-live>
      <GameIcon universeId={game.universeId} name={game.name} size="large" />
      <hgroup>
        <h1>{game.name}</h1>
        <p class="facts">
          {platform?.creator && (
            <span>
              {texts.by}{' '}
              <a href={creatorAddress(platform.creator)} rel="noreferrer">
                {platform.creator.name}
              </a>
            </span>
          )}
          {platform && (
            <a href={gameAddress(platform.rootPlaceId)} rel="noreferrer">
              {texts.onPlatform}
            </a>
          )}
          {rank && <a href={subject.rankings}>{texts.rank(catalog.number(rank.rank), catalog.number(rank.of))}</a>}
          {platform?.updatedAt && (
            <Fact>
              {texts.updated} {moment(platform.updatedAt)}
            </Fact>
          )}
          {latest && (
            <Fact isMinor>
              {texts.asOf} {moment(msOf(latest.minute))}
            </Fact>
          )}
          {knownSince !== undefined && (
            <Fact isMinor>
              {texts.knownSince} {moment(msOf(knownSince))}
            </Fact>
          )}
          {game.isActive ? undefined : <Fact>{texts.paused}</Fact>}
          {isOwn && game.isPublic ? <a href={`/games/${game.universeId}`}>{texts.publicPage}</a> : undefined}
          {isOwn && !game.isPublic ? <Fact isMinor>{texts.isPrivate}</Fact> : undefined}
          {settings === undefined ? undefined : (
            <a class="narrow-only" href={settings}>
              {texts.settings}
            </a>
          )}
        </p>
      </hgroup>
      {settings === undefined ? undefined : (
        <a class="button" href={settings}>
          {texts.settings}
        </a>
      )}
    </div>
  )
}

interface FactProps {
  /** Phones leave it out. */
  readonly isMinor?: boolean
  readonly children: ComponentChildren
}

const Fact = ({ isMinor = false, children }: FactProps) => <span class={isMinor ? 'minor' : undefined}>{children}</span>
