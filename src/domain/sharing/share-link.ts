// Unlisted links: everybody who has the address of one sees one game of an account, until it is revoked (WEB-42).

/** More would be a list that nobody reads. */
export const MAX_SHARE_LINKS = 20

export interface ShareLinkDraft {
  readonly gameId: number
  /** 256 random bits as base64url. It is stored as it is, because the list of links shows the addresses again. */
  readonly secret: string
  /** The query of what was on the screen; empty or beginning with a question mark. */
  readonly query: string
  readonly createdAt: number
  /** The name of the person who made it; null for somebody who signed in with a link. */
  readonly createdBy: string | null
}

export interface ShareLink extends ShareLinkDraft {
  readonly id: number
}

export interface ShareLinkStore {
  /** Undefined, and nothing is written, where the game already has `maxLinks`. */
  create(draft: ShareLinkDraft, maxLinks: number): Promise<ShareLink | undefined>
  /** The links of the game, newest first. */
  ofGame(gameId: number): Promise<ShareLink[]>
  /** Undefined where the link was revoked or its game removed. */
  bySecret(secret: string): Promise<ShareLink | undefined>
  /** Returns false if the game has no such link. */
  remove(gameId: number, id: number): Promise<boolean>
}
