// Lists the Discord servers that can see the account, and creates the code that links another one.

import type { Account } from '../../../../domain/account.js'
import type { GuildLink } from '../../../../domain/guild.js'
import { commandOf, type MessageCatalog } from '../../../../messages/catalog.js'
import { Copyable } from '../../components/copyable.js'
import { Moment, TimedText } from '../../components/inline.js'
import { action } from '../../define.js'
import { accountEntry } from '../members/named-member.js'

interface Props {
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly servers: readonly GuildLink[]
  readonly isOwner: boolean
  readonly account: Account
}

const MAX_CODES_PER_MINUTE = 10

export function Servers({ catalog, timeZone, servers, isOwner, account }: Props) {
  const texts = catalog.web.account
  return (
    <section class="panel" aria-labelledby="servers">
      <h2 id="servers">{texts.servers}</h2>
      <p>{texts.serversText}</p>
      {servers.length === 0 ? (
        <p>{texts.noServers}</p>
      ) : (
        <ul>
          {servers.map(({ guildId, linkedAt }) => (
            <li key={guildId}>
              <code>{guildId}</code>, {texts.linkedSince} <Moment at={linkedAt} {...{ catalog, timeZone }} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <a class="button" href={`/accounts/${account.id}/discord`}>
          {catalog.web.discord.manage}
        </a>
      </p>
      <p>{texts.codeText(commandOf('setup', catalog))}</p>
      {isOwner ? (
        <form method="post" action={`/accounts/${account.id}/setup-code`}>
          <button type="submit">{texts.codeButton}</button>
        </form>
      ) : (
        <p class="muted">{texts.codeOnlyOwner}</p>
      )}
    </section>
  )
}

/** The code is shown only once, in the response to the form, because anybody who has it can link a server. */
export const makeSetupCode = action({
  path: '/accounts/:account/setup-code',
  access: 'owner',
  limit: MAX_CODES_PER_MINUTE,
  handle: async ({ services, member, catalog, timeZone }) => {
    const texts = catalog.web.account
    const { code, expiresAt } = await services.guilds.createCode(member.account)
    const command = commandOf('setup', catalog)
    const title = texts.codeTitle(command)
    return {
      title,
      breadcrumbs: [accountEntry(catalog, member)],
      scripts: ['copy'],
      body: (
        <>
          <h1>{title}</h1>
          <p>
            <TimedText text={(when) => texts.codeType(when(expiresAt))} {...{ catalog, timeZone }} />
          </p>
          <Copyable
            id="code"
            label={texts.codeLine(command)}
            text={`${command} ${catalog.commandNames.code}:${code}`}
            catalog={catalog}
          />
          <p>
            <a class="button" href={`/accounts/${member.account.id}`}>
              {texts.toAccount}
            </a>
          </p>
        </>
      ),
    }
  },
})
