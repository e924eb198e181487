// What is chosen for a whole server: the channel for what concerns all of it, and its quiet hours.
import { z } from 'zod'
import type { Account } from '../../../../domain/account.js'
import { rejection } from '../../../../domain/error.js'
import type { GuildSettings } from '../../../../domain/guild.js'
import type { DiscordServer } from '../../../../domain/ports/discord-directory.js'
import { clockText, dailyHours } from '../../../../domain/time/time-of-day.js'
import { errorAttributes, FieldError } from '../../components/field-error.js'
import { type FormContext, typedAt } from '../../components/rejection-of.js'
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
  readonly context: FormContext
  readonly server: DiscordServer
  readonly settings: GuildSettings
  /** Where the form is sent. */
  readonly to: string
}

/** A page may have several of these forms, so each id names its server. */
export function ServerSettings({ context, server, settings, to }: Props) {
  const texts = context.catalog.web.discord.settings
  const { quietHours, timeZone, letsUrgent } = settings
  const form: ServerForm = {
    context: { ...context, rejection: context.rejection?.path === to ? context.rejection : undefined },
    idOf: (name) => `${name}-${server.id}`,
  }
  const { rejection } = form.context
  const isUrgent = rejection ? rejection.values.urgent === 'on' : letsUrgent === true
  const written = (minute: number | undefined) => (minute === undefined ? '' : clockText(minute))
  return (
    <details open={rejection !== undefined}>
      <summary>{texts.title}</summary>
      <form class="stack" method="post" action={to}>
        <NewsChannel {...{ form, server }} chosen={settings.newsChannelId ?? ''} />
        <ServerField
          {...{ form }}
          name="quiet_from"
          label={texts.quietFrom}
          initial={written(quietHours?.from)}
          maxLength={MAX_TIME_FIELD_LENGTH}
          placeholder="22:00"
        />
        <ServerField
          {...{ form }}
          name="quiet_until"
          label={texts.quietUntil}
          initial={written(quietHours?.until)}
          maxLength={MAX_TIME_FIELD_LENGTH}
          placeholder="07:00"
        />
        <ServerField
          {...{ form }}
          name="zone"
          label={texts.zone}
          hint={texts.quietHint}
          initial={timeZone ?? 'UTC'}
          maxLength={MAX_ZONE_FIELD_LENGTH}
        />
        <div class="field">
          <label>
            <input type="checkbox" name="urgent" checked={isUrgent} />
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

interface ServerForm {
  /** The rejection is that of this form, if it was rejected. */
  readonly context: FormContext
  readonly idOf: (name: string) => string
}

interface ServerFieldProps {
  readonly form: ServerForm
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly initial: string
  readonly maxLength: number
  readonly placeholder?: string
}

function ServerField({ form: { context, idOf }, name, label, hint, initial, ...input }: ServerFieldProps) {
  return (
    <div class="field">
      <label for={idOf(name)}>{label}</label>
      <input
        {...input}
        id={idOf(name)}
        name={name}
        value={typedAt(context, name, initial)}
        autocomplete="off"
        {...errorAttributes(context, name)}
      />
      <FieldError context={context} name={name} />
      {hint === undefined ? undefined : <small>{hint}</small>}
    </div>
  )
}

interface NewsChannelProps {
  readonly form: ServerForm
  readonly server: DiscordServer
  readonly chosen: string
}

function NewsChannel({ form: { context, idOf }, server, chosen }: NewsChannelProps) {
  const { alerts, discord } = context.catalog.web
  const texts = discord.settings
  const typed = typedAt(context, 'news', chosen)
  const isKnown = typed === '' || server.channels.some(({ id }) => id === typed)
  return (
    <div class="field">
      <label for={idOf('news')}>{texts.news}</label>
      <select
        id={idOf('news')}
        name="news"
        {...{ 'aria-describedby': idOf('news-hint'), ...errorAttributes(context, 'news') }}
      >
        <option value="" selected={typed === ''}>
          {texts.firstChannel}
        </option>
        {isKnown ? undefined : (
          <option value={typed} selected>
            {alerts.unknownChannel(typed)}
          </option>
        )}
        {server.channels.map(({ id, name }) => (
          <option key={id} value={id} selected={id === typed}>
            #{name}
          </option>
        ))}
      </select>
      <FieldError context={context} name="news" />
      <small id={idOf('news-hint')}>{texts.newsHint}</small>
    </div>
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
