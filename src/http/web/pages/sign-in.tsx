// Signs in with Discord: the redirect to Discord and the return from it. The services decide what a first sign-in does (WEB-1).
import { z } from 'zod'
import type { Services } from '../../../services/services.js'
import { Contact } from '../components/inline.js'
import { action, page } from '../define.js'
import type { RequestContext, View } from '../page.js'
import { localPath } from '../requests/cross-site.js'
import { homeAddress } from './home/address.js'
import { OPERATOR_PATHS } from './operator/sections.js'

export const CALLBACK_PATH = '/sign-in/discord/return'
const MAX_ATTEMPTS_PER_MINUTE = 30

export const signIn = page({
  path: '/sign-in',
  access: 'public',
  query: z.object({ return: z.string().optional() }),
  handle: ({ services, catalog, settings, query }) => {
    const texts = catalog.web.signIn
    const isSetUp = services.discordSignIn.isSetUp
    return {
      title: texts.title,
      width: 'narrow',
      body: (
        <>
          <h1>{texts.title}</h1>
          {isSetUp ? <DiscordSignIn {...{ catalog, settings }} to={localPath(query.return)} /> : undefined}
          <section class="panel">
            <h2>{texts.withoutDiscord}</h2>
            <p>{texts.linkText}</p>
            {settings.operatorContact === undefined ? undefined : (
              <p>
                {catalog.web.frame.contact} <Contact contact={settings.operatorContact} />
              </p>
            )}
          </section>
        </>
      ),
    }
  },
})

function DiscordSignIn({
  catalog,
  settings,
  to,
}: Pick<RequestContext, 'catalog' | 'settings'> & { readonly to: string }) {
  const texts = catalog.web.signIn
  return (
    <section class="panel">
      <form method="post" action="/sign-in/discord">
        <input type="hidden" name="return" value={to} />
        <button class="primary" type="submit">
          {texts.withDiscord}
        </button>
      </form>
      <p>
        {texts.discordText} {settings.signUp === 'open' ? texts.signUpOpen : texts.signUpClosed}
      </p>
    </section>
  )
}

export const goToDiscord = action({
  path: '/sign-in/discord',
  access: 'public',
  limit: MAX_ATTEMPTS_PER_MINUTE,
  form: z.object({ return: z.string().optional() }),
  handle: async ({ services, browser, settings, form }) => {
    const { url, ...attempt } = await services.discordSignIn.begin(settings.origin + CALLBACK_PATH)
    browser.keepAttempt({ ...attempt, to: localPath(form.return) })
    return { to: url }
  },
})

const answerQuery = z.object({
  state: z.string().optional(),
  code: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  /** The server to which the person added the bot. */
  guild_id: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional()
    .catch(undefined),
})

/** Only Discord's own parameters are kept: any others in the URL would fail as if Discord had sent them. */
function returnedAddress(
  origin: string,
  { code, error, guild_id: _, ...rest }: z.output<typeof answerQuery>,
): URL | undefined {
  if (!code && !error) return undefined
  const url = new URL(origin + CALLBACK_PATH)
  for (const [name, value] of Object.entries(error ? { ...rest, error } : { ...rest, code }))
    if (value !== undefined) url.searchParams.set(name, value)
  return url
}

/** The page to which Discord redirects the browser. Only the browser that began the attempt has its cookie. */
export const signInCallback = page({
  path: CALLBACK_PATH,
  access: 'public',
  limit: MAX_ATTEMPTS_PER_MINUTE,
  query: answerQuery,
  handle: async ({ services, browser, catalog, settings, query }) => {
    const texts = catalog.web.signIn
    const attempt = browser.isHead ? undefined : browser.takeAttempt()
    const returned = returnedAddress(settings.origin, query)
    if (!attempt || !returned || query.state !== attempt.state) return overView({ catalog })
    // Somebody who added the bot to no server after all goes on where the way began.
    if (attempt.isInstall && query.error) return { to: localPath(attempt.to) }
    const { person, maySignIn } = await services.discordSignIn.finish(returned, attempt)
    if (!maySignIn) return strangerView({ catalog, settings }, person)
    const { secret } = await services.sessions.start({
      subject: { discordUserId: person.id, grant: null },
      name: person.name,
      browser: browser.name(catalog),
      replaces: browser.session,
    })
    browser.keepSession(secret)
    const to = localPath(attempt.to)
    if (attempt.isInstall) return { to: query.guild_id === undefined ? to : `${to}?server=${query.guild_id}` }
    return { to: to === '/' ? await firstHome(services, secret) : to, toast: texts.done }
  },
})

/** Where signing in leads if no page asked for it: the home of the person's first account, or the operator's pages. */
async function firstHome({ sessions }: Services, secret: string): Promise<string> {
  const person = await sessions.find(secret)
  const [first] = person?.memberships ?? []
  if (first !== undefined) return homeAddress(first.account)
  return person?.isOperator === true ? OPERATOR_PATHS.overview : '/'
}

const overView = ({ catalog }: Pick<RequestContext, 'catalog'>): View => ({
  title: catalog.web.signIn.expiredTitle,
  width: 'narrow',
  status: 400,
  body: (
    <>
      <h1>{catalog.web.signIn.expiredTitle}</h1>
      <p>{catalog.web.signIn.expired}</p>
      <p>
        <a class="button primary" href="/sign-in">
          {catalog.web.signIn.title}
        </a>
      </p>
    </>
  ),
})

function strangerView(
  { catalog, settings }: Pick<RequestContext, 'catalog' | 'settings'>,
  person: { id: string; name: string },
): View {
  const texts = catalog.web.signIn
  return {
    title: texts.stranger,
    width: 'narrow',
    status: 403,
    body: (
      <>
        <h1>{texts.stranger}</h1>
        <p>{texts.strangerText(person.name)}</p>
        <p>
          {texts.strangerNext} <code>{person.id}</code>
        </p>
        {settings.operatorContact === undefined ? undefined : (
          <p>
            {catalog.web.frame.contact} <Contact contact={settings.operatorContact} />
          </p>
        )}
      </>
    ),
  }
}
