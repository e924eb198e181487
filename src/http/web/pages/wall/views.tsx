// The two views of a wall display: one game over the whole screen, and all games as tiles.
import type { WallPage } from '../../../../services/reading/wall/show-wall.js'
import { GameIcon } from '../../components/game-icon.js'
import { DayLine } from './day-line.js'
import {
  dayChangeOf,
  freshness,
  IncidentBadge,
  MilestoneTime,
  milestoneText,
  Players,
  StaleNote,
  usualOf,
  type WallComparison,
  type WallPartProps,
} from './parts.js'

export function OneGame(props: WallPartProps & { readonly page: WallPage }) {
  const { wallGame, page, catalog } = props
  const texts = catalog.web.wall
  return (
    <article class="wall-game" {...freshness(props)}>
      <header class="wall-name">
        <GameIcon universeId={wallGame.game.universeId} name={wallGame.game.name} size="large" />
        <h2>{wallGame.game.name}</h2>
        <IncidentBadge {...props} />
      </header>
      <div class="wall-hero">
        <p class="wall-players">
          <Players {...props} /> <span>{texts.playersNow}</span>
        </p>
        <StaleNote {...props} />
      </div>
      <dl class="wall-facts">
        <Fact label={texts.usual} {...usualOf(props)} />
        <Fact label={texts.day} {...dayChangeOf(props)} />
        <div>
          <dt>{texts.milestone}</dt>
          <dd>
            <strong>{milestoneText(props)}</strong>
            <small>
              <MilestoneTime {...props} />
            </small>
          </dd>
        </div>
      </dl>
      <section class="wall-day">
        <h3>
          {texts.chart} {wallGame.band?.some(Boolean) ? <span class="wall-key">{texts.band}</span> : undefined}
        </h3>
        <DayLine {...props} hasAxes />
      </section>
      <p class="wall-turn">
        {page.next === undefined
          ? undefined
          : `${texts.turn(catalog.number(page.page), catalog.number(page.pages))} · ${texts.next(page.next.name)}`}
      </p>
    </article>
  )
}

const Fact = ({ label, text, tone, hint }: WallComparison & { readonly label: string }) => (
  <div class="of-now">
    <dt>{label}</dt>
    <dd>
      <strong class={tone}>{text}</strong>
      <small>{hint}</small>
    </dd>
  </div>
)

/** How many tiles the style sheet knows how to spread over the screen. */
const TILE_COUNTS = [1, 2, 3, 4, 6, 8, 9, 12, 16, 20, 24]

type TileProps = Omit<WallPartProps, 'wallGame'> & { readonly page: WallPage }

export function AllGames({ page, ...rest }: TileProps) {
  const count = TILE_COUNTS.find((one) => one >= page.games.length)
  return (
    <ul class={`wall-tiles tiles-${count}`}>
      {page.games.map((wallGame) => (
        <li key={wallGame.game.id}>
          <Tile {...rest} wallGame={wallGame} />
        </li>
      ))}
    </ul>
  )
}

function Tile(props: WallPartProps) {
  const { wallGame, catalog } = props
  const texts = catalog.web.wall
  const usual = usualOf(props)
  const day = dayChangeOf(props)
  return (
    <article class="wall-tile" {...freshness(props)}>
      <header class="wall-name">
        <GameIcon universeId={wallGame.game.universeId} name={wallGame.game.name} size="medium" />
        <h2>{wallGame.game.name}</h2>
        <IncidentBadge {...props} />
      </header>
      <p class="wall-players">
        <Players {...props} />
      </p>
      <p class="wall-changes">
        <span class={usual.tone}>{texts.vsUsual(usual.text)}</span>
        <span class={day.tone}>{texts.dayShort(day.text)}</span>
      </p>
      <StaleNote {...props} />
      <DayLine {...props} hasAxes={false} />
      <p class="wall-milestone">
        {wallGame.milestone === undefined ? undefined : <span>{texts.milestone}</span>}
        <strong>{milestoneText(props)}</strong>{' '}
        <span>
          <MilestoneTime {...props} />
        </span>
      </p>
    </article>
  )
}
