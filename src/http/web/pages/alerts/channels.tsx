// Channels by name: as a field, and in sentences. Where the bot is not connected, a channel is typed, as a link or an ID.
import type { Membership } from '../../../../domain/auth/session.js'
import { rejection } from '../../../../domain/error.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { ServerList } from '../../../../services/discord/list-servers.js'
import type { RequestContext } from '../../page.js'
import { channelOf } from '../games/channel-field.js'
import { RuleField, Select } from './fields.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  readonly list: ServerList
  readonly chosen: string
}

/** Empty: the game's own channel. */
export function ChannelField({ context, list: { isConnected, servers }, chosen }: Props) {
  const texts = context.catalog.web.alerts
  if (!isConnected)
    return (
      <RuleField
        context={context}
        values={{ channel: chosen }}
        name="channel"
        label={texts.channel}
        hint={texts.channelTyped}
      />
    )
  const groups = servers.flatMap(({ server }) =>
    server === undefined
      ? []
      : [
          {
            label: server.name,
            options: server.channels.map(({ id, name, missing }) => {
              const rights = missing.map((right) => context.catalog.channels.permissions[right]).join(', ')
              return [id, missing.length === 0 ? `#${name}` : texts.channelLacks(name, rights)] as const
            }),
          },
        ],
  )
  const isKnown = chosen === '' || groups.some(({ options }) => options.some(([id]) => id === chosen))
  return (
    <Select
      context={context}
      name="channel"
      label={texts.channel}
      hint={texts.channelHint}
      chosen={chosen}
      options={[['', texts.gameChannel], ...(isKnown ? [] : [[chosen, texts.unknownChannel(chosen)] as const])]}
      groups={groups}
    />
  )
}

/** The name of a channel for people; its number where the bot does not see it. */
export function channelNamer({ servers }: ServerList, { web }: MessageCatalog): (channelId: string) => string {
  const names = new Map<string, string>()
  for (const { server } of servers)
    for (const { id, name } of server?.channels ?? []) names.set(id, web.alerts.channelName(name, server?.name ?? ''))
  return (channelId) => names.get(channelId) ?? web.alerts.unknownChannel(channelId)
}

/** All roles of the linked servers. */
export const roleOptions = ({ servers }: ServerList, { web }: MessageCatalog): (readonly [string, string])[] =>
  servers.flatMap(({ server }) => (server?.roles ?? []).map(({ id, name }) => [id, web.alerts.roleName(name)] as const))

/**
 * The channel that a form named; undefined where it left the choice to the game. A channel that the bot sees must be in a
 * linked server, and the bot must be able to post there.
 */
export async function chosenChannel(
  context: Pick<RequestContext, 'services' | 'catalog'> & { readonly member: Membership },
  typed: string,
): Promise<string | undefined> {
  const { services, member, catalog } = context
  if (typed.trim() === '') return undefined
  const { isConnected } = await services.servers.list(member.account)
  const channelId = (await channelOf(context, typed)) ?? undefined
  if (!isConnected || channelId === undefined) return channelId
  const channel = await services.servers.require(member.account, channelId)
  if (channel.missing.length > 0) {
    const rights = channel.missing.map((right) => catalog.channels.permissions[right])
    throw rejection('INVALID_PARAMETERS', { name: 'rights missing', facts: { channel: channel.name, rights } })
  }
  await services.guildKeeping.noteChannel(channelId, channel.guildId)
  return channelId
}
