// The page on which an account is connected with Discord servers: which are linked, which rights the bot lacks there, and
// linking another one by name.

import { z } from 'zod'
import type { Account } from '../../../../domain/account.js'
import { type Membership, mayAct } from '../../../../domain/auth/session.js'
import type { GuildSettings } from '../../../../domain/guild.js'
import type { DiscordServerName } from '../../../../domain/ports/discord-directory.js'
import { commandOf } from '../../../../messages/catalog.js'
import type { LinkedServer } from '../../../../services/discord/list-servers.js'
import { PageHeading } from '../../components/breadcrumbs.js'
import { confirmView } from '../../components/confirm.js'
import { action, page } from '../../define.js'
import type { RequestContext, WebRoute } from '../../page.js'
import { accountEntry } from '../members/named-member.js'
import { CALLBACK_PATH } from '../sign-in.js'
import { Invitation } from './invitation.js'
import { addressOf, Server, unlinkOf } from './server.js'
import { changeSettings, settingsForm } from './server-settings.js'

const PATH = '/accounts/:account/discord'
const MAX_VISITS_PER_MINUTE = 60
const guildParams = z.object({
  guild: z
    .string()
    .regex(/^\d{5,20}$/)
    .catch('0'),
})

const servers = page({
  path: PATH,
  access: 'viewer',
  limit: MAX_VISITS_PER_MINUTE,
  query: z.object({ server: guildParams.shape.guild.optional() }),
  handle: async (context) => {
    const { services, catalog, member, visitor, query } = context
    const texts = catalog.web.discord
    const { isConnected, servers } = await services.servers.list(member.account)
    const isOwner = mayAct(member.role, 'owner')
    const settings = await settingsOf(context, servers)
    const used = await services.servers.usedChannels(member.account)
    const clientId = context.settings.clientId() ?? (await services.botToken.botId())
    const candidates = isOwner ? await services.servers.candidates(visitor.session.discordUserId) : []
    return {
      title: texts.title,
      breadcrumbs: [accountEntry(catalog, member)],
      body: (
        <>
          <PageHeading title={texts.title} lead={texts.lead} />
          {isConnected ? undefined : <p class="message">{texts.notConnected}</p>}
          <section aria-labelledby="linked">
            <h2 id="linked">{texts.servers}</h2>
            {servers.length === 0 ? <p class="muted">{texts.none}</p> : undefined}
            {servers.map((one) => (
              <Server
                key={one.guildId}
                {...{ context, one, isConnected, isOwner, used }}
                account={member.account}
                settings={settings.get(one.guildId)}
              />
            ))}
          </section>
          {isOwner ? (
            <AddServer
              {...{ context, candidates, clientId }}
              account={member.account}
              installed={servers.some(({ guildId }) => guildId === query.server) ? undefined : query.server}
            />
          ) : (
            <p class="muted">{texts.onlyOwners}</p>
          )}
        </>
      ),
    }
  },
})

/** Only managers may change them; of each server that the bot sees. */
async function settingsOf(
  { services, member }: Pick<RequestContext, 'services'> & { readonly member: Membership },
  servers: readonly LinkedServer[],
): Promise<ReadonlyMap<string, GuildSettings>> {
  const ids = mayAct(member.role, 'manager') ? servers.map(({ guildId }) => guildId) : []
  return new Map(await Promise.all(ids.map(async (id) => [id, await services.guildKeeping.settings(id)] as const)))
}

interface AddServerProps {
  readonly context: Pick<RequestContext, 'catalog' | 'settings' | 'services' | 'visitor'>
  readonly account: Account
  /** The client id of the Discord application; undefined where no bot was ever connected. */
  readonly clientId: string | undefined
  readonly candidates: readonly DiscordServerName[]
  /** The server to which the person has just added the bot, as the address says. */
  readonly installed: string | undefined
}

function AddServer({ context, account, clientId, candidates, installed }: AddServerProps) {
  const { catalog } = context
  const texts = catalog.web.discord
  const chosen = candidates.find(({ id }) => id === installed)
  return (
    <section class="panel" aria-labelledby="add">
      <h2 id="add">{texts.add}</h2>
      {installed === undefined ? undefined : chosen === undefined ? (
        <p class="message">{texts.installedUnknown}</p>
      ) : (
        <form class="message" method="post" action={`${addressOf(account)}/${chosen.id}/link`}>
          <p>{texts.installed(chosen.name)}</p>
          <button class="primary" type="submit">
            {texts.linkLabel(chosen.name)}
          </button>
        </form>
      )}
      <p>{clientId === undefined ? catalog.web.front.botUnknown : texts.inviteText}</p>
      {clientId === undefined ? undefined : <Install {...{ context, account, clientId }} />}
      <p>{candidates.length === 0 ? texts.noneToChoose : texts.choose}</p>
      {candidates.length === 0 ? undefined : (
        <ul class="games">
          {candidates.map(({ id, name }) => (
            <li key={id}>
              <div>{name}</div>
              <form class="inline" method="post" action={`${addressOf(account)}/${id}/link`}>
                <button class="small" type="submit" aria-label={texts.linkLabel(name)}>
                  {texts.link}
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <p class="muted">
        {texts.byCode(commandOf('setup', catalog))}{' '}
        <a href={`/accounts/${account.id}#servers`}>{catalog.web.account.codeButton}</a>
      </p>
    </section>
  )
}

/** Where signing in with Discord is set up, Discord leads back here and names the server. */
function Install({ context, account, clientId }: Pick<AddServerProps, 'context' | 'account'> & { clientId: string }) {
  const { catalog, services, visitor } = context
  const text = catalog.web.discord.invite
  const leadsBack = services.discordSignIn.isSetUp && typeof visitor?.session.discordUserId === 'string'
  if (!leadsBack)
    return (
      <p>
        <Invitation {...{ context, clientId, text }} />
      </p>
    )
  return (
    <form method="post" action={`${addressOf(account)}/install`}>
      <button type="submit">{text}</button>
    </form>
  )
}

const nameOf = async (
  { services, catalog }: Pick<RequestContext, 'services' | 'catalog'>,
  account: Account,
  guildId: string,
): Promise<string> => {
  const { servers } = await services.servers.list(account)
  return servers.find((one) => one.guildId === guildId)?.server?.name ?? catalog.web.discord.unknown(guildId)
}

const installBot = action({
  path: `${PATH}/install`,
  access: 'owner',
  limit: MAX_VISITS_PER_MINUTE,
  formPage: servers,
  handle: async ({ services, browser, settings, member }) => {
    const { url, ...attempt } = await services.discordSignIn.beginInstall(settings.origin + CALLBACK_PATH)
    browser.keepAttempt({ ...attempt, to: addressOf(member.account), isInstall: true })
    return { to: url }
  },
})

const linkServer = action({
  path: `${PATH}/:guild/link`,
  access: 'owner',
  limit: MAX_VISITS_PER_MINUTE,
  params: guildParams,
  formPage: servers,
  handle: async (context) => {
    const { services, catalog, member, params, visitor } = context
    // What the person may do on Discord is asked again, because it may have changed since the page was opened.
    const candidates = await services.servers.candidates(visitor.session.discordUserId)
    await services.servers.requireCandidate(candidates, params.guild)
    await services.guilds.link(member.account, params.guild)
    const name = await nameOf(context, member.account, params.guild)
    return { to: addressOf(member.account), toast: catalog.web.discord.linked(name) }
  },
})

const changeServer = action({
  path: `${PATH}/:guild/settings`,
  access: 'manager',
  params: guildParams,
  form: settingsForm,
  formPage: servers,
  handle: async (context) => {
    const { catalog, member, params } = context
    await changeSettings(context, params.guild)
    const name = await nameOf(context, member.account, params.guild)
    return { to: addressOf(member.account), toast: catalog.web.discord.settings.saved(name) }
  },
})

const askToUnlink = page({
  path: `${PATH}/:guild/unlink`,
  access: 'owner',
  params: guildParams,
  handle: async (context) => {
    const { catalog, member, params } = context
    const name = await nameOf(context, member.account, params.guild)
    const back = addressOf(member.account)
    const breadcrumbs = [accountEntry(catalog, member), { href: back, label: catalog.web.discord.title }]
    return confirmView({ ...unlinkOf(name, params.guild, member.account, catalog), back, breadcrumbs })
  },
})

const unlinkServer = action({
  path: `${PATH}/:guild/unlink`,
  access: 'owner',
  params: guildParams,
  formPage: servers,
  handle: async (context) => {
    const { services, catalog, member, params } = context
    const name = await nameOf(context, member.account, params.guild)
    await services.guilds.unlink(member.account, params.guild)
    return { to: addressOf(member.account), toast: catalog.web.discord.unlinked(name) }
  },
})

export const discordRoutes: readonly WebRoute[] = [
  servers,
  installBot,
  linkServer,
  changeServer,
  askToUnlink,
  unlinkServer,
]
