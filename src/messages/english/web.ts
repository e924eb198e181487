// The texts of the web pages: those around every page and of the error pages are here, those of one page in its file.

import type { ErrorCode } from '../../domain/error.js'
import type { PlanName } from '../../domain/plan.js'
import { notifications } from './notify.js'
import { account, members } from './web/account.js'
import { alerts } from './web/alerts.js'
import { audit } from './web/audit.js'
import { discord } from './web/discord.js'
import { front } from './web/front.js'
import { game } from './web/game.js'
import { games, marks } from './web/games.js'
import { home } from './web/home.js'
import { keys } from './web/keys.js'
import { market } from './web/market.js'
import { operator } from './web/operator.js'
import { rankings } from './web/rankings.js'
import { reference } from './web/reference.js'
import { setup } from './web/setup.js'
import { sharing } from './web/sharing.js'
import { signIn } from './web/sign-in.js'
import { status } from './web/status.js'
import { wall } from './web/wall.js'

const frame = {
  product: 'Headcount',
  skip: 'Skip to content',
  navigation: 'Main',
  menu: 'Menu',
  breadcrumbs: 'Breadcrumbs',
  close: 'Close',
  account: 'Account',
  signIn: 'Sign in',
  live: { live: 'Live', polling: 'Updated every minute', offline: 'Not updating' },
  signOut: 'Sign out',
  signedInAs: (name: string) => `Signed in as ${name}`,
  signedInByLink: 'Signed in with a link',
  timesIn: 'Times in',
  zone: 'Time zone',
  ownZone: 'Local',
  zoneText: 'All pages show times in this zone. Local follows your browser; where scripts are off, it is UTC.',
  zoneButton: 'Use this time zone',
  ownZoneOption: 'Local: the zone of this browser',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  reference: 'API',
  trademarks: 'Not affiliated with Roblox or Discord, which are trademarks of their owners.',
  contact: 'Contact:',
  plans: { free: 'Free', premium: 'Premium', enterprise: 'Enterprise' } satisfies Record<PlanName, string>,
  roles: { owner: 'Owner', manager: 'Manager', viewer: 'Viewer' },
}

const rejections = {
  title: {
    INVALID_PARAMETERS: 'This request is not valid',
    INVALID_API_KEY: 'Please sign in',
    SUBSCRIPTION_REQUIRED: 'Not included in this plan',
    INSUFFICIENT_PERMISSIONS: 'You may not do this',
    NOT_FOUND: 'Page not found',
    METHOD_NOT_ALLOWED: 'Method not allowed',
    RATE_LIMIT_EXCEEDED: 'Too many requests',
    INTERNAL_ERROR: 'Something went wrong',
    UPSTREAM_ERROR: 'Roblox did not answer',
    NOT_CONFIGURED: 'Not set up',
    UNAVAILABLE: 'Temporarily unavailable',
  } satisfies Record<ErrorCode, string>,
  nothingHere: 'There is nothing at this address, or you do not have access to it.',
  home: 'Go to the home page',
  back: 'Back to the page',
}

export const web = {
  frame,
  rejections,
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
  reference,
}
