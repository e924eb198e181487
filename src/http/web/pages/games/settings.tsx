// The settings of one game: its channel, whether it is public, and its removal.
import { z } from 'zod'
import type { Game } from '../../../../domain/game.js'
import { Field } from '../../components/field.js'
import { typedAt, wrongAt } from '../../components/rejection-of.js'
import { action, page } from '../../define.js'
import type { RequestContext } from '../../page.js'
import { channelOf } from './channel-field.js'
import { Switch } from './game-row.js'
import { gameAddress, gameParams, gamesAddress, ownGame } from './own-game.js'

const PATH = '/accounts/:account/games/:game/settings'

export const gameSettings = page({
  path: PATH,
  access: 'manager',
  params: gameParams,
  handle: async (context) => {
    const { catalog, timeZone, member } = context
    const texts = catalog.web.games
    const game = await ownGame(context)
    return {
      title: game.name,
      body: (
        <>
          <p>
            <a href={gamesAddress(member)}>{texts.back}</a>
          </p>
          <h1>{game.name}</h1>
          <p class="muted">
            {texts.universe(`${game.universeId}`)}. {texts.since(catalog.dateTime(game.createdAt, timeZone))}{' '}
            <a href={gameAddress(game)}>{texts.numbers}</a>
          </p>
          <div class="row">
            <span>{game.isActive ? texts.isTracked : texts.isPaused}</span>
            <Switch game={game} catalog={catalog} />
          </div>
          <SettingsForm context={context} game={game} />
          <p>
            <a href={`${gameAddress(game)}/remove`}>{texts.remove}</a>
          </p>
        </>
      ),
    }
  },
})

export const changeGame = action({
  path: PATH,
  access: 'manager',
  params: gameParams,
  form: z.object({ channel: z.string().max(300).default(''), public: z.literal('on').optional() }),
  again: gameSettings,
  handle: async (context) => {
    const { services, catalog, form } = context
    const texts = catalog.web.games
    const game = await ownGame(context)
    const channelId = await channelOf(context, form.channel)
    const isPublic = form.public === 'on'
    const changed = await services.games.change(game, { isPublic, ...(channelId === null ? { channelId } : {}) })
    const said = [texts.saved(game.name)]
    if (channelId !== null && channelId !== game.channelId) {
      const { takenFrom } = await services.linkChannel(changed, { channelId, guildId: undefined })
      if (takenFrom.length > 0) said.push(texts.takenFrom(takenFrom.map(({ name }) => name).join(', ')))
      said.push(texts.unverified)
    }
    return { to: `${gameAddress(game)}/settings`, said: said.join(' ') }
  },
})

function SettingsForm({
  context,
  game,
}: {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  readonly game: Game
}) {
  const texts = context.catalog.web.games
  const isPublic = context.rejection ? context.rejection.given.public === 'on' : game.isPublic
  return (
    <form class="panel" method="post" action={`${gameAddress(game)}/settings`}>
      <Field
        name="channel"
        label={texts.channelField}
        hint={texts.channelHint}
        error={wrongAt(context, 'channel')}
        value={typedAt(context, 'channel', game.channelId ?? '')}
        maxLength={300}
      />
      <div class="field">
        <label>
          <input type="checkbox" name="public" checked={isPublic} aria-describedby="public-hint" />
          {texts.publicField}
        </label>
        <small id="public-hint">{texts.publicHint}</small>
      </div>
      <button type="submit">{texts.save}</button>
    </form>
  )
}
