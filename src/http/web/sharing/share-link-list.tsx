// The list of a game's unlisted links, in its settings (WEB-42).
import type { Game } from '../../../domain/game.js'
import type { ShareLink } from '../../../domain/sharing/share-link.js'
import type { RequestContext } from '../page.js'
import { LinkList } from './link-list.js'
import { unlistedAddress } from './unlisted.js'

interface ShareLinkListProps {
  readonly context: Pick<RequestContext, 'catalog' | 'settings' | 'timeZone'>
  readonly game: Game
  readonly links: readonly ShareLink[]
}

export function ShareLinkList({ context, game, links }: ShareLinkListProps) {
  const texts = context.catalog.web.sharing
  return (
    <section class="panel" id="links">
      <h2>{texts.links}</h2>
      <p>{texts.linksText}</p>
      {links.length === 0 ? <p class="muted">{texts.noLinks}</p> : undefined}
      <LinkList
        context={context}
        links={links}
        addressOf={unlistedAddress}
        base={`/accounts/${game.accountId}/games/${game.id}/links`}
      />
    </section>
  )
}
