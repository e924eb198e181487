// The texts of the web pages: those around every page and of the error pages are here, those of one page in its file.

import type { ErrorCode } from '../../domain/error.js'
import type { PlanName } from '../../domain/plan.js'
import { message, text } from '../format/texts.js'
import { notifications } from './notify.js'
import { account, members } from './web/account.js'
import { alerts } from './web/alerts.js'
import { audit } from './web/audit.js'
import { discord } from './web/discord.js'
import { faults } from './web/faults.js'
import { front } from './web/front.js'
import { game } from './web/game.js'
import { games, marks } from './web/games.js'
import { home } from './web/home.js'
import { keys } from './web/keys.js'
import { market } from './web/market.js'
import { operator } from './web/operator.js'
import { rankings } from './web/rankings.js'
import { setup } from './web/setup.js'
import { sharing } from './web/sharing.js'
import { signIn } from './web/sign-in.js'
import { status } from './web/status.js'
import { wall } from './web/wall.js'

const frame = {
  product: text,
  skip: text,
  navigation: text,
  menu: text,
  breadcrumbs: text,
  close: text,
  account: text,
  signIn: text,
  live: { live: text, polling: text, offline: text },
  away: { text, retry: text },
  signOut: text,
  signedInAs: message('name'),
  signedInByLink: text,
  timesIn: text,
  zone: text,
  ownZone: text,
  zoneText: text,
  zoneButton: text,
  ownZoneOption: text,
  theme: text,
  themes: { auto: text, light: text, dark: text },
  reference: text,
  trademarks: text,
  contact: text,
  plans: { free: text, premium: text, enterprise: text } satisfies Record<PlanName, unknown>,
  roles: { owner: text, manager: text, viewer: text },
}

const rejections = {
  title: {
    INVALID_PARAMETERS: text,
    INVALID_API_KEY: text,
    SUBSCRIPTION_REQUIRED: text,
    INSUFFICIENT_PERMISSIONS: text,
    NOT_FOUND: text,
    METHOD_NOT_ALLOWED: text,
    REQUEST_TIMEOUT: text,
    REQUEST_TOO_LARGE: text,
    RATE_LIMIT_EXCEEDED: text,
    INTERNAL_ERROR: text,
    UPSTREAM_ERROR: text,
    NOT_CONFIGURED: text,
    UNAVAILABLE: text,
  } satisfies Record<ErrorCode, unknown>,
  nothingHere: text,
  wrongMethod: text,
  home: text,
  back: text,
}

export const web = {
  frame,
  rejections,
  faults,
  front,
  home,
  setup,
  status,
  wall,
  operator,
  signIn,
  rankings,
  market,
  marks,
  game,
  sharing,
  games,
  alerts,
  audit,
  discord,
  keys,
  account,
  members,
  notifications,
}
