// The first step: with the code that the start printed, a person names the operator's account and is signed in. Later the
// same address lists the steps for the operator.
import { z } from 'zod'
import { PageHeading } from '../../components/breadcrumbs.js'
import { FormField } from '../../components/field.js'
import { typedAt } from '../../components/rejection-of.js'
import { action, page } from '../../define.js'
import type { RequestContext, View } from '../../page.js'
import { STEPS, setupAccount, stepAddress } from './steps.js'

/** Of one address; the code has 256 bits. */
const MAX_CODE_CHECKS_PER_MINUTE = 20
const MAX_OPERATOR_CODE_LENGTH = 100

const codeField = z.string().max(MAX_OPERATOR_CODE_LENGTH).catch('').default('')

export const setup = page({
  path: '/setup',
  access: 'public',
  limit: MAX_CODE_CHECKS_PER_MINUTE,
  query: z.object({ code: codeField }),
  handle: async ({ query, ...context }) => {
    const code = query.code === '' ? typedAt(context, 'code') : query.code
    if (await context.services.firstRun.accepts(code)) return nameView(context, code)
    if (context.visitor?.isOperator) return overview(context)
    return closedView(context, code)
  },
})

function nameView(context: RequestContext, code: string): View {
  const texts = context.catalog.web.setup
  return {
    title: texts.welcome,
    body: (
      <>
        <PageHeading title={texts.welcome} lead={`${texts.step('1', `${STEPS.length}`)}. ${texts.lead}`} />
        <form class="panel" method="post" action="/setup">
          <p>{texts.welcomeText}</p>
          <input type="hidden" name="code" value={code} />
          <FormField context={context} name="name" label={texts.name} hint={texts.nameHint} required maxLength={100} />
          <button class="primary" type="submit">
            {texts.begin}
          </button>
        </form>
      </>
    ),
  }
}

/** A link that is no longer valid, or no link at all. */
function closedView({ catalog }: RequestContext, code: string): View {
  const texts = catalog.web.setup
  const [title, text] = code === '' ? [texts.closed, texts.closedText] : [texts.gone, texts.goneText]
  return {
    title,
    status: 404,
    body: (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <a class="button" href="/">
            {catalog.web.rejections.home}
          </a>
        </p>
      </>
    ),
  }
}

/** The steps, those that are done among them; each leads to its form. */
async function overview({ catalog, services, visitor }: RequestContext): Promise<View> {
  const texts = catalog.web.setup
  const account = visitor && setupAccount(visitor).account
  const done = {
    game: account !== undefined && (await services.findGame.ofAccount(account)).length > 0,
    discord: (await services.botToken.source()) !== 'none',
    key: account !== undefined && (await services.keys.list(account)).length > 0,
  }
  return {
    title: texts.title,
    body: (
      <>
        <h1>{texts.title}</h1>
        <ul class="games">
          {(['game', 'discord', 'key'] as const).map((step) => (
            <li key={step}>
              <div>
                <a href={stepAddress(step)}>{texts.steps[step]}</a>
              </div>
              <span class={done[step] ? 'badge success' : 'badge'}>{done[step] ? texts.done : texts.open}</span>
            </li>
          ))}
        </ul>
      </>
    ),
  }
}

export const nameOperator = action({
  path: '/setup',
  access: 'public',
  limit: MAX_CODE_CHECKS_PER_MINUTE,
  form: z.object({ code: codeField, name: z.string().max(200).default('') }),
  formPage: setup,
  handle: async ({ services, browser, catalog, form }) => {
    const account = await services.firstRun.claim(form.code, form.name)
    const { secret } = await services.sessions.start({
      subject: { discordUserId: null, grant: { accountId: account.id, role: 'owner' } },
      name: null,
      browser: browser.name(catalog),
      replaces: browser.session,
      isOperator: true,
    })
    browser.keepSession(secret)
    return { to: stepAddress('game'), toast: catalog.web.setup.named(account.name) }
  },
})
