// Starts the web pages of a test's app, a Discord double to sign in with, and visitors whose browsers run no scripts.
import { request } from 'undici'
import { vi } from 'vitest'
import { type Bot, startBot } from '../../../src/bot/start-bot.js'
import type { Role } from '../../../src/domain/account.js'
import type { DiscordDouble } from '../../support/discord/double.js'
import { startDiscordDouble } from '../../support/discord/double.js'
import type { GuildSetup } from '../../support/discord/types.js'
import { noteSecret } from '../../support/secrets/collect.js'
import { sharedPainter } from '../../support/start-app.js'
import { startHttpApp, type TestHttp, type TestHttpOptions } from '../../support/start-http.js'

export interface TestWeb extends TestHttp {
  readonly discord: DiscordDouble
  /** A new visitor with cookies of their own. */
  visitor(): Visitor
  /** A visitor who is signed in as a member of the account. */
  member(role: Role, accountId?: number): Promise<Visitor>
}

export interface TestWebOptions extends TestHttpOptions {
  readonly signUp?: 'closed' | 'open'
  /** If false, the client id and secret of Discord are not set. */
  readonly withDiscord?: boolean
  /** The servers of a bot that is started too; without any, no bot runs. */
  readonly guilds?: GuildSetup[]
}

export interface TestWebResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The Set-Cookie headers. */
  readonly cookies: readonly string[]
  readonly location: string
}

let people = 0

export async function startWeb(options: TestWebOptions = {}): Promise<TestWeb> {
  const { signUp = 'closed', withDiscord = true, guilds } = options
  const discord = await startDiscordDouble(guilds ? { guilds } : {})
  noteSecret(discord.token)
  noteSecret(discord.clientSecret)
  const keys = { DISCORD_CLIENT_ID: discord.applicationId, DISCORD_CLIENT_SECRET: discord.clientSecret }
  const environment = { DISCORD_API_URL: discord.apiUrl, SIGNUP: signUp, ...(withDiscord ? keys : {}) }
  const http = await startHttpApp({
    ...options,
    environment: { ...environment, ...options.environment },
    settings: {
      signUp,
      discordOrigin: new URL(discord.apiUrl).origin,
      ...(guilds && { discordClientId: () => discord.applicationId }),
      ...options.settings,
    },
  })
  const bot = guilds && (await connectBot(http, discord))
  const visitor = () => new Visitor(http.url)
  return {
    ...http,
    discord,
    visitor,
    member: async (role, accountId = http.account.id) => {
      const user = { id: `${90_000_000 + ++people}`, username: `person${people}` }
      const account = await http.services.accounts.require(`${accountId}`)
      await http.services.members.add(account, user.id, role)
      discord.oauth.person = user
      const person = visitor()
      await person.signIn()
      return person
    },
    stop: async () => {
      await bot?.stop()
      await http.stop()
      await discord.close()
    },
  }
}

async function connectBot(http: TestHttp, { token, apiUrl }: DiscordDouble): Promise<Bot> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const bot = startBot({ token, apiUrl, painter: sharedPainter, services: http.services, log })
  await vi.waitFor(() => {
    if (bot.state().state !== 'ready') throw new Error('The bot is not ready.')
  }, 60_000)
  http.connectBot({ directory: bot.directory, sender: () => bot.sender, painter: sharedPainter })
  return bot
}

export class Visitor {
  readonly jar = new Map<string, string>()

  constructor(private readonly url: string) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<TestWebResponse> {
    return this.ask(method, path, { accept: 'text/html', ...headers })
  }

  /** Sends a form as the page would. */
  post(path: string, form: Readonly<Record<string, string>> = {}, headers?: Readonly<Record<string, string>>) {
    const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
    const own = headers ?? { 'sec-fetch-site': 'same-origin', origin: this.url }
    return this.ask('POST', path, { ...type, ...own }, new URLSearchParams(form).toString())
  }

  /** Signs in through Discord; returns the page to which this leads. */
  async signIn(to = '/'): Promise<TestWebResponse> {
    return this.get(await this.wayBack(to))
  }

  /**
   * Presses the button to sign in and accepts on Discord's page; returns the path and query to which Discord sends the
   * browser.
   */
  async wayBack(to = '/'): Promise<string> {
    const { location } = await this.post('/sign-in/discord', { return: to })
    const consent = await request(location)
    await consent.body.dump()
    const back = new URL(`${consent.headers.location}`)
    return back.pathname + back.search
  }

  private async ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<TestWebResponse> {
    for (const [, code = ''] of `${path}&${body}`.matchAll(/code=([\w.-]+)/g)) noteSecret(code)
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const given = { ...headers, ...(cookie === '' ? {} : { cookie }) }
    const answer = await request(this.url + path, { method: method as 'GET', headers: given, body: body ?? null })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    for (const line of cookies) this.keep(line)
    const text = await answer.body.text()
    const location = `${answer.headers.location ?? ''}`
    return { status: answer.statusCode, headers: answer.headers, text, cookies, location }
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/^(?:__Host-)?headcount$/.test(name)) noteSecret(value)
    if (value === '' || /Expires=Thu, 01 Jan 1970/.test(line)) this.jar.delete(name)
    else this.jar.set(name, value)
  }
}
