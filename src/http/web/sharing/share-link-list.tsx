// The list of a game's unlisted links, in its settings (WEB-42).
import type { Game } from '../../../domain/game.js'
import type { ShareLink } from '../../../domain/sharing/share-link.js'
import { Copyable } from '../components/copyable.js'
import { TimedText } from '../components/inline.js'
import type { RequestContext } from '../page.js'
import { unlistedAddress } from './unlisted.js'

interface ShareLinkListProps {
  readonly context: Pick<RequestContext, 'catalog' | 'settings' | 'timeZone'>
  readonly game: Game
  readonly links: readonly ShareLink[]
}

export function ShareLinkList({ context: { catalog, settings, timeZone }, game, links }: ShareLinkListProps) {
  const texts = catalog.web.sharing
  return (
    <section class="panel" id="links">
      <h2>{texts.links}</h2>
      <p>{texts.linksText}</p>
      {links.length === 0 ? <p class="muted">{texts.noLinks}</p> : undefined}
      {links.map(({ id, secret, query, createdAt, createdBy }, index) => {
        const number = catalog.number(links.length - index)
        return (
          <div class="stack" key={id}>
            <Copyable
              id={`link-${id}`}
              label={texts.linkNumber(number)}
              text={settings.origin + unlistedAddress(secret) + query}
              catalog={catalog}
            />
            <div class="row apart">
              <span class="muted">
                <TimedText text={(when) => texts.made(when(createdAt), createdBy)} {...{ catalog, timeZone }} />
              </span>
              <form
                class="inline"
                method="post"
                action={`/accounts/${game.accountId}/games/${game.id}/links/${id}/revoke`}
              >
                <button class="small destructive" type="submit" aria-label={texts.revokeLabel(number)}>
                  {texts.revoke}
                </button>
              </form>
            </div>
          </div>
        )
      })}
    </section>
  )
}
