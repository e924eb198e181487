// What is chosen for a whole server: the channel for what concerns all of it, and its quiet hours.
import { z } from 'zod'
import type { Account } from '../../../../domain/account.js'
import { rejection } from '../../../../domain/error.js'
import type { GuildSettings } from '../../../../domain/guild.js'
import type { DiscordServer } from '../../../../domain/ports/discord-directory.js'
import { clockText, dailyHours } from '../../../../domain/time/time-of-day.js'
import type { RequestContext } from '../../page.js'

const MAX_TIME_FIELD_LENGTH = 10
const MAX_ZONE_FIELD_LENGTH = 100

export const settingsForm = z.object({
  news: z
    .string()
    .regex(/^(?:\d{5,20})?$/)
    .default(''),
  quiet_from: z.string().max(MAX_TIME_FIELD_LENGTH).default(''),
  quiet_until: z.string().max(MAX_TIME_FIELD_LENGTH).default(''),
  zone: z.string().max(MAX_ZONE_FIELD_LENGTH).default(''),
  urgent: z.literal('on').optional(),
})

interface Props {
  readonly catalog: RequestContext['catalog']
  readonly server: DiscordServer
  readonly settings: GuildSettings
  /** Where the form is sent. */
  readonly to: string
}

/** A page may have several of these forms, so each id names its server. */
export function ServerSettings({ catalog, server, settings, to }: Props) {
  const texts = catalog.web.discord.settings
  const { newsChannelId, quietHours, timeZone, letsUrgent } = settings
  const isKnown = newsChannelId === null || server.channels.some(({ id }) => id === newsChannelId)
  const idOf = (name: string): string => `${name}-${server.id}`
  const timeField = (name: 'quiet_from' | 'quiet_until', label: string, minute: number | undefined) => (
    <div class="field">
      <label for={idOf(name)}>{label}</label>
      <input
        id={idOf(name)}
        name={name}
        value={minute === undefined ? '' : clockText(minute)}
        maxLength={MAX_TIME_FIELD_LENGTH}
        placeholder={name === 'quiet_from' ? '22:00' : '07:00'}
        autocomplete="off"
      />
    </div>
  )
  return (
    <details>
      <summary>{texts.title}</summary>
      <form class="stack" method="post" action={to}>
        <div class="field">
          <label for={idOf('news')}>{texts.news}</label>
          <select id={idOf('news')} name="news" aria-describedby={idOf('news-hint')}>
            <option value="" selected={newsChannelId === null}>
              {texts.firstChannel}
            </option>
            {isKnown ? undefined : (
              <option value={newsChannelId} selected>
                {catalog.web.alerts.unknownChannel(newsChannelId)}
              </option>
            )}
            {server.channels.map(({ id, name }) => (
              <option key={id} value={id} selected={id === newsChannelId}>
                #{name}
              </option>
            ))}
          </select>
          <small id={idOf('news-hint')}>{texts.newsHint}</small>
        </div>
        {timeField('quiet_from', texts.quietFrom, quietHours?.from)}
        {timeField('quiet_until', texts.quietUntil, quietHours?.until)}
        <div class="field">
          <label for={idOf('zone')}>{texts.zone}</label>
          <input
            id={idOf('zone')}
            name="zone"
            value={timeZone ?? 'UTC'}
            maxLength={MAX_ZONE_FIELD_LENGTH}
            autocomplete="off"
          />
          <small>{texts.quietHint}</small>
        </div>
        <div class="field">
          <label>
            <input type="checkbox" name="urgent" checked={letsUrgent === true} />
            {texts.urgent}
          </label>
        </div>
        <button class="primary" type="submit">
          {texts.save}
        </button>
      </form>
    </details>
  )
}

type ChangeContext = Pick<RequestContext, 'services' | 'catalog'> & {
  readonly member: { readonly account: Account }
  readonly form: z.infer<typeof settingsForm>
}

/** The channel must be one of this server, in which the bot may post; an unchanged one may have been lost meanwhile. */
export async function changeSettings(
  { services, catalog, member, form }: ChangeContext,
  guildId: string,
): Promise<void> {
  const links = await services.guilds.list(member.account)
  if (!links.some((link) => link.guildId === guildId))
    throw rejection('INVALID_PARAMETERS', { name: 'server not linked', facts: {} })
  const before = await services.guildKeeping.settings(guildId)
  const newsChannelId = form.news === '' ? null : form.news
  if (newsChannelId !== null && newsChannelId !== before.newsChannelId) {
    const channel = await services.servers.require(member.account, newsChannelId)
    if (channel.guildId !== guildId) throw rejection('INVALID_PARAMETERS', { name: 'unknown channel', facts: {} })
    if (channel.missing.length > 0) {
      const rights = channel.missing.map((right) => catalog.channels.permissions[right])
      throw rejection('INVALID_PARAMETERS', { name: 'rights missing', facts: { channel: channel.name, rights } })
    }
  }
  const [from, until, zone] = [form.quiet_from, form.quiet_until, form.zone].map((text) => text.trim() || null)
  const quietHours = dailyHours(from ?? null, until ?? null)
  const letsUrgent = form.urgent === 'on'
  await services.guildKeeping.change(guildId, { newsChannelId, quietHours, timeZone: zone ?? null, letsUrgent })
}
