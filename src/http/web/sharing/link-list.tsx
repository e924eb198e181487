// A list of unlisted links that can be copied and revoked: those of a game, and those of a wall display.
import { Copyable } from '../components/copyable.js'
import { TimedText } from '../components/inline.js'
import type { RequestContext } from '../page.js'

interface UnlistedLink {
  readonly id: number
  readonly secret: string
  readonly query: string
  readonly createdAt: number
  readonly createdBy: string | null
}

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'settings' | 'timeZone'>
  /** Newest first; the oldest one has number 1. */
  readonly links: readonly UnlistedLink[]
  readonly addressOf: (secret: string) => string
  /** The address below which each link has its form, `/ID/revoke`. */
  readonly base: string
}

export function LinkList({ context: { catalog, settings, timeZone }, links, addressOf, base }: Props) {
  const texts = catalog.web.sharing
  return (
    <>
      {links.map(({ id, secret, query, createdAt, createdBy }, index) => {
        const number = catalog.number(links.length - index)
        return (
          <div class="stack" key={id}>
            <Copyable
              id={`link-${id}`}
              label={texts.linkNumber(number)}
              text={settings.origin + addressOf(secret) + query}
              catalog={catalog}
            />
            <div class="row apart">
              <span class="muted">
                <TimedText text={(when) => texts.made(when(createdAt), createdBy)} {...{ catalog, timeZone }} />
              </span>
              <form class="inline" method="post" action={`${base}/${id}/revoke`}>
                <button class="small destructive" type="submit" aria-label={texts.revokeLabel(number)}>
                  {texts.revoke}
                </button>
              </form>
            </div>
          </div>
        )
      })}
    </>
  )
}
