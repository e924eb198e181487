// The unlisted links of an account's wall display: makes, lists and revokes them (WEB-57).
import { z } from 'zod'
import type { WallLink } from '../../../../domain/sharing/wall-link.js'
import { WALL_VIEWS } from '../../../../services/reading/wall/show-wall.js'
import { FormField } from '../../components/field.js'
import { action, page } from '../../define.js'
import type { RequestContext, WebRoute } from '../../page.js'
import { THEMES } from '../../requests/preferences.js'
import { LinkList } from '../../sharing/link-list.js'
import { accountEntry } from '../members/named-member.js'
import { wallAddressQuery, wallForm } from './choice.js'
import { wallAddress, wallLinkAddress } from './wall.js'

const PATH = '/accounts/:account/wall/links'

const wallLinks = page({
  path: PATH,
  access: 'manager',
  handle: async ({ member, ...context }) => {
    const { catalog, services } = context
    const { account } = member
    const texts = catalog.web.wall.links
    const base = `${wallAddress(account)}/links`
    const links = await services.wallLinks.ofAccount(account)
    return {
      title: texts.title,
      scripts: ['copy'],
      breadcrumbs: [accountEntry(catalog, member)],
      body: (
        <>
          <div class="row apart">
            <hgroup>
              <h1>{texts.title}</h1>
              <p>{texts.lead}</p>
            </hgroup>
            <a class="button" href={wallAddress(account)}>
              {texts.toWall}
            </a>
          </div>
          <CreateForm context={context} base={base} />
          <WallLinks context={context} base={base} links={links} />
        </>
      ),
    }
  },
})

interface Props {
  readonly context: RequestContext
  readonly base: string
}

function CreateForm({ context, base }: Props) {
  const { catalog } = context
  const { frame, wall: texts } = catalog.web
  return (
    <form class="panel" method="post" action={base}>
      <div class="field">
        <label for="view">{texts.view}</label>
        <select id="view" name="view">
          {WALL_VIEWS.map((view) => (
            <option key={view} value={view}>
              {texts.views[view]}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="theme">{texts.links.theme}</label>
        <select id="theme" name="theme">
          {THEMES.map((theme) => (
            <option key={theme} value={theme}>
              {frame.themes[theme]}
            </option>
          ))}
        </select>
      </div>
      <FormField
        context={context}
        name="zone"
        label={texts.links.zone}
        hint={texts.links.zoneHint}
        maxLength={60}
        placeholder="Europe/Berlin"
      />
      <button class="primary" type="submit">
        {texts.links.create}
      </button>
    </form>
  )
}

function WallLinks({ context, base, links }: Props & { readonly links: readonly WallLink[] }) {
  const texts = context.catalog.web.wall
  return (
    <section class="panel" aria-labelledby="links">
      <h2 id="links">{texts.links.list}</h2>
      {links.length === 0 ? <p class="muted">{texts.links.none}</p> : undefined}
      <LinkList {...{ context, links, base }} addressOf={wallLinkAddress} />
    </section>
  )
}

const makeWallLink = action({
  path: PATH,
  access: 'manager',
  form: wallForm,
  formPage: wallLinks,
  handle: async ({ services, member, catalog, visitor, form }) => {
    const { zone, ...rest } = form
    const query = wallAddressQuery({ ...rest, zone: zone === '' ? undefined : zone })
    await services.wallLinks.create(member.account, { query, createdBy: visitor.session.name })
    return { to: `${wallAddress(member.account)}/links`, toast: catalog.web.wall.links.created }
  },
})

const revokeWallLink = action({
  path: `${PATH}/:link/revoke`,
  access: 'manager',
  params: z.object({ link: z.coerce.number().int().positive().catch(0) }),
  handle: async ({ services, member, catalog, params }) => {
    await services.wallLinks.revoke(member.account, params.link)
    return { to: `${wallAddress(member.account)}/links`, toast: catalog.web.wall.links.revoked }
  },
})

export const wallLinkRoutes: readonly WebRoute[] = [wallLinks, makeWallLink, revokeWallLink]
