// The settings of one game: its channel, whether it is public, and its removal.
import { z } from 'zod'
import type { Game } from '../../../../domain/game.js'
import { ConfirmButton } from '../../components/confirm.js'
import { FormField } from '../../components/field.js'
import { GameIcon } from '../../components/game-icon.js'
import { TimedText } from '../../components/inline.js'
import { action, page } from '../../define.js'
import type { RequestContext } from '../../page.js'
import { checkEveryField } from '../../requests/every-fault.js'
import { ShareLinkList } from '../../sharing/share-link-list.js'
import { removalOf } from './changes.js'
import { channelOf } from './channel-field.js'
import { Switch } from './game-row.js'
import { findAccountGame, gameAddress, gameEntry, gameParams, gamesEntry } from './own-game.js'

/** In characters; ten tags, with room for blanks. */
const MAX_TAGS_TEXT = 500
const PATH = '/accounts/:account/games/:game/settings'

export const gameSettings = page({
  path: PATH,
  access: 'manager',
  params: gameParams,
  handle: async (context) => {
    const { catalog, timeZone, member } = context
    const texts = catalog.web.games
    const game = await findAccountGame(context)
    const tags = await context.services.marks.tags(member.account)
    const links = await context.services.shareLinks.ofGame(game)
    return {
      title: texts.settingsLabel(game.name),
      scripts: ['copy'],
      breadcrumbs: [gamesEntry(catalog, member), gameEntry(game)],
      body: (
        <>
          <div class="with-icon">
            <GameIcon universeId={game.universeId} name={game.name} size="medium" />
            <hgroup>
              <h1>{texts.settingsTitle}</h1>
              <p>
                {game.name} · {texts.universe(`${game.universeId}`)} ·{' '}
                <TimedText text={(when) => texts.since(when(game.createdAt))} {...{ catalog, timeZone }} />
              </p>
            </hgroup>
          </div>
          <section class="panel">
            <h2>{texts.status}</h2>
            <div class="row apart">
              <span>{game.isActive ? texts.isTracked : texts.isPaused}</span>
              <Switch game={game} catalog={catalog} place="settings" />
            </div>
          </section>
          <SettingsForm context={context} game={game} tags={tags.get(game.id) ?? []} />
          <ShareLinkList context={context} game={game} links={links} />
          <section class="panel">
            <h2>{texts.danger}</h2>
            <p>{texts.removeText}</p>
            <ConfirmButton
              id="remove"
              label={texts.remove}
              href={`${gameAddress(game)}/remove`}
              {...removalOf(game, catalog)}
            />
          </section>
        </>
      ),
    }
  },
})

export const changeGame = action({
  path: PATH,
  access: 'manager',
  params: gameParams,
  form: z.object({
    channel: z.string().max(300).default(''),
    public: z.literal('on').optional(),
    tags: z.string().max(MAX_TAGS_TEXT).optional(),
  }),
  formPage: gameSettings,
  handle: async (context) => {
    const { services, catalog, form } = context
    const texts = catalog.web.games
    const game = await findAccountGame(context)
    const typed = { channel: form.channel, tags: form.tags ?? '' }
    const channelId = await checkEveryField(typed, { channel: '', tags: '' }, async ({ channel, tags }) => {
      services.marks.checkTags(tags)
      return channelOf(context, channel)
    })
    if (form.tags !== undefined) await services.marks.setTags(game, form.tags)
    const isPublic = form.public === 'on'
    const changed = await services.games.change(game, { isPublic, ...(channelId === null ? { channelId } : {}) })
    const toast = [texts.saved(game.name)]
    if (channelId !== null && channelId !== game.channelId) {
      const { takenFrom } = await services.linkChannel(changed, { channelId, guildId: undefined })
      if (takenFrom.length > 0) toast.push(texts.takenFrom(takenFrom.map(({ name }) => name).join(', ')))
      toast.push(texts.unverified)
    }
    return { to: `${gameAddress(game)}/settings`, toast: toast.join(' ') }
  },
})

function SettingsForm({
  context,
  game,
  tags,
}: {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  readonly game: Game
  readonly tags: readonly string[]
}) {
  const { games: texts, marks } = context.catalog.web
  const isPublic = context.rejection ? context.rejection.values.public === 'on' : game.isPublic
  return (
    <form class="panel" method="post" action={`${gameAddress(game)}/settings`}>
      <FormField
        context={context}
        name="channel"
        label={texts.channelField}
        hint={texts.channelHint}
        initial={game.channelId ?? ''}
        maxLength={300}
      />
      <FormField
        context={context}
        name="tags"
        label={marks.tagsField}
        hint={marks.tagsHint}
        initial={tags.join(', ')}
        maxLength={MAX_TAGS_TEXT}
      />
      <div class="field">
        <label>
          <input type="checkbox" name="public" checked={isPublic} aria-describedby="public-hint" />
          {texts.publicField}
        </label>
        <small id="public-hint">{texts.publicHint}</small>
      </div>
      <button class="primary" type="submit">
        {texts.save}
      </button>
    </form>
  )
}
