// The browser that sent the request: its cookies and its name.
import type { Request, Response } from 'express'
import { z } from 'zod'
import { SESSION_LIFETIME_MS } from '../../../domain/auth/session.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { COOKIES, type Cookies, readCookie, TIME_ZONE_COOKIE } from '../cookies.js'
import { isTimeZone, type PageTheme, type PageZone, themeOf } from './preferences.js'
import { visitsAt, visitTimesSchema } from './visit-times.js'

/** In milliseconds; long enough to type a password and a code at Discord. */
const SIGN_IN_ATTEMPT_LIFETIME_MS = 10 * 60_000
const YEAR_MS = 365 * 24 * 60 * 60_000
const MAX_ADDRESS_LENGTH = 1_000

const attemptSchema = z.object({
  state: z.string().max(200),
  verifier: z.string().max(200),
  to: z.string().max(MAX_ADDRESS_LENGTH),
  /** Whether the attempt also adds the bot to a server. */
  isInstall: z.boolean().optional(),
})

export type AttemptCookie = z.output<typeof attemptSchema>

const BROWSERS = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrom(e|ium)\/|CriOS/],
  ['Safari', /Safari\//],
] as const
const SYSTEMS = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
] as const

export class Browser {
  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly cookies: Cookies,
  ) {}

  /** A HEAD request runs the handler of GET, and must have no side effects. */
  get isHead(): boolean {
    return this.request.method === 'HEAD'
  }

  get theme(): PageTheme {
    return themeOf(this.cookies.read(this.request, COOKIES.theme))
  }

  /** The zone that the reader chose, otherwise that of the browser as its script last wrote it, otherwise UTC. */
  get zone(): PageZone {
    const chosen = this.cookies.read(this.request, COOKIES.zone)
    if (chosen !== undefined && isTimeZone(chosen)) return { name: chosen, source: 'chosen' }
    const browserZone = readCookie(this.request, TIME_ZONE_COOKIE)
    if (browserZone !== undefined && isTimeZone(browserZone)) return { name: browserZone, source: 'browser' }
    return { name: 'UTC', source: 'unknown' }
  }

  get session(): string | undefined {
    return this.cookies.read(this.request, COOKIES.session)
  }

  keepSession(secret: string): void {
    this.cookies.write(this.response, COOKIES.session, secret, SESSION_LIFETIME_MS)
  }

  forgetSession(): void {
    this.cookies.clear(this.response, COOKIES.session)
    this.cookies.clear(this.response, COOKIES.visits)
  }

  keepZone(name: string): void {
    this.cookies.write(this.response, COOKIES.zone, name, YEAR_MS)
  }

  /** From now on, times are shown in the zone of the browser. */
  forgetZone(): void {
    this.cookies.clear(this.response, COOKIES.zone)
  }

  keepTheme(theme: PageTheme): void {
    this.cookies.write(this.response, COOKIES.theme, theme, YEAR_MS)
  }

  /** Notes a visit of the home. Returns when the visit before this one ended, ms; undefined if none is known. */
  noteVisit(now: number): number | undefined {
    const text = this.cookies.read(this.request, COOKIES.visits)
    const times = text === undefined ? undefined : visitTimesSchema.safeParse(parsed(text)).data
    const next = visitsAt(times, now)
    if (!this.isHead) this.cookies.write(this.response, COOKIES.visits, JSON.stringify(next), YEAR_MS)
    return next.previous ?? undefined
  }

  /** The names of the columns that this browser shows in rankings, as they were kept. */
  get columns(): readonly string[] {
    return this.cookies.read(this.request, COOKIES.columns)?.split('.') ?? []
  }

  /** None: the usual ones. */
  keepColumns(names: readonly string[]): void {
    if (this.isHead || names.join() === this.columns.join()) return
    if (names.length === 0) this.cookies.clear(this.response, COOKIES.columns)
    else this.cookies.write(this.response, COOKIES.columns, names.join('.'), YEAR_MS)
  }

  keepAttempt(attempt: AttemptCookie): void {
    const stored = attempt.to.length > MAX_ADDRESS_LENGTH ? { ...attempt, to: '/' } : attempt
    this.cookies.write(this.response, COOKIES.attempt, JSON.stringify(stored), SIGN_IN_ATTEMPT_LIFETIME_MS)
  }

  /** Returns the sign-in attempt and deletes its cookie, so that it can be used only once. */
  takeAttempt(): AttemptCookie | undefined {
    const text = this.cookies.read(this.request, COOKIES.attempt)
    if (text === undefined) return undefined
    this.cookies.clear(this.response, COOKIES.attempt)
    return attemptSchema.safeParse(parsed(text)).data
  }

  /** A name for the list of sessions, for example `Firefox on Linux`. */
  name(catalog: MessageCatalog): string {
    const agent = this.request.get('user-agent') ?? ''
    const { browserOn, unknownBrowser } = catalog.web.signIn
    const browser = BROWSERS.find(([, pattern]) => pattern.test(agent))?.[0]
    const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0]
    if (browser === undefined) return unknownBrowser
    return system === undefined ? browser : browserOn(browser, system)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
