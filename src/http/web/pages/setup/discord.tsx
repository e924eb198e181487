// The third step: the token of the Discord bot, which is tested, stored encrypted and used at once.

import { z } from 'zod'
import { commandOf, textFor } from '../../../../messages/catalog.js'
import type { BotTokenSource } from '../../../../services/operator/bot-token.js'
import { Field } from '../../components/field.js'
import { wrongAt } from '../../components/rejection-of.js'
import { action, page } from '../../define.js'
import type { RequestContext } from '../../page.js'
import { Invitation } from '../discord/invitation.js'
import { stepAddress, stepView } from './steps.js'

const MAX_TOKEN_CHECKS_PER_MINUTE = 10
const PORTAL = 'https://discord.com/developers/applications'

export const discordStep = page({
  path: '/setup/discord',
  access: 'operator',
  handle: async (context) => {
    const { services, settings, catalog } = context
    const source = await services.botToken.source()
    const clientId = settings.clientId() ?? (await services.botToken.botId())
    const { bot } = await services.checkHealth()
    return stepView(context, {
      step: 'discord',
      title: catalog.web.setup.discordTitle,
      isDone: source !== 'none',
      body: (
        <>
          {source === 'none' ? undefined : <BotState {...{ context, source }} state={bot.state} clientId={clientId} />}
          {source === 'environment' ? undefined : <TokenForm {...{ context, source }} />}
        </>
      ),
    })
  },
})

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection' | 'settings'>
  readonly source: BotTokenSource
}

/** What is typed is never shown again, not even with an error. */
function TokenForm({ context, source }: Props) {
  const texts = context.catalog.web.setup
  return (
    <form class="panel" method="post" action="/setup/discord">
      <p>
        {texts.discordText}{' '}
        <a href={PORTAL} rel="noreferrer">
          {texts.portal}
        </a>
      </p>
      <Field
        name="token"
        type="password"
        label={texts.token}
        hint={texts.tokenHint}
        error={wrongAt(context, 'token')}
        value=""
        required
        maxLength={200}
      />
      <button class="primary" type="submit">
        {source === 'stored' ? texts.replace : texts.connect}
      </button>
    </form>
  )
}

interface BotStateProps extends Props {
  readonly state: string
  readonly clientId: string | undefined
}

function BotState({ context, source, state, clientId }: BotStateProps) {
  const { catalog } = context
  const texts = catalog.web.setup
  return (
    <section class="panel">
      <p>{source === 'environment' ? texts.fromEnvironment : texts.stored}</p>
      <p id="bot-state" data-live>
        {texts.state(textFor(texts.states, state) ?? state)}
      </p>
      {clientId === undefined ? undefined : (
        <p>
          <Invitation context={context} clientId={clientId} text={texts.invite} />
        </p>
      )}
      <p>{texts.inviteText(commandOf('setup', catalog))}</p>
      {source === 'stored' ? (
        <form method="post" action="/setup/discord/remove">
          <button class="quiet" type="submit">
            {texts.remove}
          </button>
        </form>
      ) : undefined}
    </section>
  )
}

export const connectDiscord = action({
  path: '/setup/discord',
  access: 'operator',
  limit: MAX_TOKEN_CHECKS_PER_MINUTE,
  form: z.object({ token: z.string().max(1_000).default('') }),
  formPage: discordStep,
  handle: async ({ services, catalog, form }) => {
    const name = await services.botToken.change(form.token)
    return { to: stepAddress('discord'), toast: catalog.web.setup.connected(name) }
  },
})

export const disconnectDiscord = action({
  path: '/setup/discord/remove',
  access: 'operator',
  handle: async ({ services, catalog }) => {
    await services.botToken.remove()
    return { to: stepAddress('discord'), toast: catalog.web.setup.removed }
  },
})
