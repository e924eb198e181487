// The routes with which a game is shared, beside its pages at an unlisted link.
import type { WebRoute } from '../page.js'
import { card } from './cards.js'
import { embed } from './embed.js'
import { makeShareLink, revokeShareLink } from './share-links.js'

/** The addresses of unlisted links are pages of a game: ../pages/game.tsx. Badges have a router of their own: badges.ts. */
export const sharingRoutes: readonly WebRoute[] = [card, embed, makeShareLink, revokeShareLink]
