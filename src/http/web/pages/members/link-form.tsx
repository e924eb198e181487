// The form that creates a login link without Discord, with a link to the sessions of such links.
import type { RequestContext } from '../../page.js'
import { RoleChoice } from './role-choice.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog'>
  readonly address: string
  /** The URL of the list of these sessions. */
  readonly sessions: string
}

export function LinkForm({ context: { catalog }, address, sessions }: Props) {
  const { members: texts, signIn } = catalog.web
  return (
    <section class="panel" aria-labelledby="links">
      <h2 id="links">{texts.links}</h2>
      <p>{texts.linksText}</p>
      <form class="beside" method="post" action={`${address}/links`}>
        <div class="field">
          <label for="link-role">{texts.linkRole}</label>
          <RoleChoice catalog={catalog} id="link-role" chosen="viewer" />
        </div>
        <button type="submit">{texts.linkButton}</button>
      </form>
      <p>
        <a href={sessions}>{signIn.byLink}</a>
      </p>
    </section>
  )
}
