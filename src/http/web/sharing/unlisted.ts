// The game of an unlisted link, for everybody who has its address (WEB-42).

import type { GameSubject } from '../game/subject.js'
import type { RequestContext } from '../page.js'

export const UNLISTED_PATH = '/shared'

export const unlistedAddress = (secret: string): string => `${UNLISTED_PATH}/${secret}`

/** Games to compare with are those that everybody may see. */
export async function unlistedSubject(
  { services, catalog }: Pick<RequestContext, 'services' | 'catalog'>,
  secret: string,
): Promise<GameSubject> {
  const shared = await services.shareLinks.open(secret)
  return {
    reader: { ...shared, isOwn: false },
    base: unlistedAddress(secret),
    list: { href: '/', label: catalog.web.frame.product },
    rankings: '/rankings',
    settings: undefined,
    others: async () =>
      (await services.publicGames.all())
        .filter(({ game }) => game.universeId !== shared.game.universeId)
        .map((one) => ({ ...one, isOwn: false })),
  }
}
