// A linked server on the page about Discord: since when it is linked, which rights the bot lacks there, and its settings.
import type { Account } from '../../../../domain/account.js'
import type { GuildSettings } from '../../../../domain/guild.js'
import type { LinkedServer } from '../../../../services/discord/list-servers.js'
import { type Confirmation, ConfirmButton } from '../../components/confirm.js'
import { TimedText } from '../../components/inline.js'
import type { RequestContext } from '../../page.js'
import { ServerSettings } from './server-settings.js'

export const addressOf = ({ id }: Account): string => `/accounts/${id}/discord`

interface ServerProps {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone' | 'rejection'>
  readonly account: Account
  readonly one: LinkedServer
  readonly isConnected: boolean
  readonly isOwner: boolean
  /** The channels in which something is posted. */
  readonly used: ReadonlySet<string>
  /** Undefined for those who may not change them. */
  readonly settings: GuildSettings | undefined
}

export function Server({ context, account, one, isConnected, isOwner, used, settings }: ServerProps) {
  const { catalog, timeZone } = context
  const texts = catalog.web.discord
  const { guildId, server, linkedAt } = one
  const name = server?.name ?? texts.unknown(guildId)
  return (
    <div class="panel stack">
      <div class="row apart">
        <div>
          <h3>{name}</h3>
          <p class="muted">
            <TimedText text={(when) => texts.linkedSince(when(linkedAt))} {...{ catalog, timeZone }} />
          </p>
        </div>
        {isOwner ? (
          <ConfirmButton
            id={`unlink-${guildId}`}
            label={texts.unlink}
            about={texts.unlinkLabel(name)}
            isSmall
            href={`${addressOf(account)}/${guildId}/unlink`}
            {...unlinkOf(name, guildId, account, catalog)}
          />
        ) : undefined}
      </div>
      {server === undefined ? (
        isConnected ? (
          <p class="message danger">{texts.gone}</p>
        ) : undefined
      ) : (
        <Rights {...{ catalog, server, used }} />
      )}
      {server === undefined || settings === undefined ? undefined : (
        <ServerSettings {...{ context, server, settings }} to={`${addressOf(account)}/${guildId}/settings`} />
      )}
    </div>
  )
}

interface RightsProps extends Pick<RequestContext, 'catalog'> {
  readonly server: NonNullable<LinkedServer['server']>
  readonly used: ReadonlySet<string>
}

function Rights({ catalog, server, used }: RightsProps) {
  const texts = catalog.web.discord
  const inUse = server.channels.filter(({ id }) => used.has(id))
  const lacking = inUse.filter(({ missing }) => missing.length > 0)
  if (inUse.length === 0) return <p>{texts.noChannels}</p>
  if (lacking.length === 0) return <p>{texts.rightsGood}</p>
  return (
    <div class="message danger">
      <ul>
        {lacking.map(({ id, name, missing }) => (
          <li key={id}>{texts.lacks(name, missing.map((right) => catalog.channels.permissions[right]).join(', '))}</li>
        ))}
      </ul>
      <p>{texts.lacksText}</p>
    </div>
  )
}

export function unlinkOf(
  name: string,
  guildId: string,
  account: Account,
  { web }: RequestContext['catalog'],
): Confirmation {
  const { unlinkTitle, unlinkText: text, unlinkButton: yes, keep: no } = web.discord
  return { title: unlinkTitle(name), text, yes, no, action: `${addressOf(account)}/${guildId}/unlink` }
}
