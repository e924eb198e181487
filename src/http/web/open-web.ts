// Creates the web pages from the options of the HTTP server.

import { join } from 'node:path'
import type { Router } from 'express'
import type { PngPainter } from '../../charts/render-png.js'
import { noteReads } from '../../domain/ports/activity.js'
import type { Log } from '../../domain/ports/events.js'
import { projectRoot } from '../../project-root.js'
import type { Services } from '../../services/services.js'
import { Assets } from '../assets.js'
import type { RateLimits } from '../rate-limit.js'
import { Cookies } from './cookies.js'
import { WebChartCache } from './game/pictures.js'
import type { Reference } from './reference/read-reference.js'
import { webRouter } from './router.js'

export interface WebConfig {
  readonly operatorContact: string | undefined
  /** The origin of PUBLIC_URL. */
  readonly givenOrigin: string | undefined
  /** http://HOST:PORT, for links without PUBLIC_URL; if undefined, the address at which a request arrives. */
  readonly ownOrigin?: string | undefined
  readonly signUp: 'closed' | 'open'
  /** The client id, once it is known: the bot reports it after it has logged in. */
  discordClientId(): string | undefined
  /** Whether pages for developers are served, such as the style guide; off by default. */
  readonly isDevelopment?: boolean
  readonly painter: Pick<PngPainter, 'paint'>
  /** The origin to which signing in redirects. */
  readonly discordOrigin: string
}

export interface WebDeps {
  readonly services: Services
  readonly limits: RateLimits
  readonly settings: WebConfig
  /** What /docs shows; the first call makes it. */
  reference(): Promise<Reference>
  readonly log: Log
}

export function openWeb({ services, limits, settings, reference, log }: WebDeps): Router {
  const { operatorContact, signUp, givenOrigin, ownOrigin, discordOrigin, isDevelopment = false } = settings
  const clientId = () => settings.discordClientId()
  const options = {
    services,
    limits,
    givenOrigin,
    ownOrigin,
    settings: {
      operatorContact,
      clientId,
      discordOrigin,
      signUp,
      isDevelopment,
      reference,
    },
    assets: new Assets(join(projectRoot, 'dist', 'web')),
    pictures: new WebChartCache(settings.painter, noteReads(services.activity, 'pictures')),
    cookies: new Cookies(givenOrigin?.startsWith('https:') ?? false),
    formTargets: services.discordSignIn.isSetUp ? [discordOrigin] : [],
  }
  return webRouter(options, log)
}
