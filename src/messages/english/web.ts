// The texts of the web pages: those around every page and of the error pages are here, those of one page in its file.

import type { ErrorCode } from '../../domain/error.js'
import type { PlanName } from '../../domain/plan.js'
import { notifications } from './notify.js'
import { account, members } from './web/account.js'
import { front } from './web/front.js'
import { game } from './web/game.js'
import { games } from './web/games.js'
import { keys } from './web/keys.js'
import { market } from './web/market.js'
import { rankings } from './web/rankings.js'
import { reference } from './web/reference.js'
import { signIn } from './web/sign-in.js'

const frame = {
  product: 'Headcount',
  skip: 'Skip to the content',
  navigation: 'Main',
  account: 'Account',
  accounts: 'Your accounts',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signedInAs: (name: string) => `Signed in as ${name}`,
  signedInByLink: 'Signed in with a link',
  times: (zone: string) => `Times in ${zone}`,
  theme: 'Colors',
  themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  setTheme: 'Set',
  reference: 'API',
  state: 'State of this service',
  trademarks: 'Roblox and Discord are trademarks of their owners; Headcount belongs to neither.',
  contact: 'Reach the operator:',
  plans: { free: 'Free', premium: 'Premium', enterprise: 'Enterprise' } satisfies Record<PlanName, string>,
  roles: { owner: 'Owner', manager: 'Manager', viewer: 'Viewer' },
}

const rejections = {
  title: {
    INVALID_PARAMETERS: 'That did not work',
    INVALID_API_KEY: 'Please sign in',
    SUBSCRIPTION_REQUIRED: 'Not in this plan',
    INSUFFICIENT_PERMISSIONS: 'Not allowed',
    NOT_FOUND: 'Not found',
    METHOD_NOT_ALLOWED: 'Not that way',
    RATE_LIMIT_EXCEEDED: 'Too many requests',
    INTERNAL_ERROR: 'Something went wrong',
    UPSTREAM_ERROR: 'No answer',
    NOT_CONFIGURED: 'Not set up',
    UNAVAILABLE: 'Not available right now',
  } satisfies Record<ErrorCode, string>,
  nothingHere: 'There is nothing at this address, or it is not yours to see.',
  home: 'Go to the front page',
}

export const web = {
  frame,
  rejections,
  front,
  signIn,
  rankings,
  market,
  game,
  games,
  keys,
  account,
  members,
  notifications,
  reference,
}
