// A row of the list of games: the game's state and its actions.
import type { Game } from '../../../../domain/game.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { HiddenFields } from '../../components/field.js'
import { GameIcon } from '../../components/game-icon.js'
import { gameAddress } from './own-game.js'

interface Props {
  readonly game: Game
  readonly catalog: MessageCatalog
  readonly mayChange: boolean
}

export function GameRow({ game, catalog, mayChange }: Props) {
  const texts = catalog.web.games
  const address = gameAddress(game)
  return (
    <li>
      <GameIcon universeId={game.universeId} name={game.name} size="medium" />
      <div>
        <a href={address}>{game.name}</a>
        <p class="muted">
          <span class={game.isActive ? 'badge success' : 'badge'}>{game.isActive ? texts.tracked : texts.paused}</span>{' '}
          <span class="further">
            {game.isPublic ? texts.public : texts.private} ·{' '}
            {game.channelId === null ? texts.noChannel : texts.channel(game.channelId)}
          </span>
        </p>
      </div>
      {mayChange ? (
        <div class="row">
          <Switch game={game} catalog={catalog} />
          <a class="button small" href={`${address}/settings`} aria-label={texts.settingsLabel(game.name)}>
            {texts.settings}
          </a>
        </div>
      ) : undefined}
    </li>
  )
}

interface SwitchProps extends Omit<Props, 'mayChange'> {
  /** The page on which the reader stays. */
  readonly place?: 'list' | 'settings'
}

/** Pauses an active game and resumes a paused one. */
export function Switch({ game, catalog, place = 'list' }: SwitchProps) {
  const { pause, pauseLabel, resume, resumeLabel } = catalog.web.games
  return (
    <form class="inline" method="post" action={`${gameAddress(game)}/${game.isActive ? 'pause' : 'resume'}`}>
      {place === 'list' ? undefined : <HiddenFields fields={[['return', place]]} />}
      <button class="small" type="submit" aria-label={game.isActive ? pauseLabel(game.name) : resumeLabel(game.name)}>
        {game.isActive ? pause : resume}
      </button>
    </form>
  )
}
