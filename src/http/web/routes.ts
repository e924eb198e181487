// Every page and action of the web, one per line. A fixed path precedes a path with a parameter that would also match it.
import type { WebRoute } from './page.js'
import { accountRoutes } from './pages/account/routes.js'
import { front } from './pages/front.js'
import { gamePages } from './pages/game.js'
import { gamesRoutes } from './pages/games/routes.js'
import { keysRoutes } from './pages/keys/routes.js'
import { endLinkSession, linkSessions } from './pages/link-sessions.js'
import { marketPages } from './pages/market.js'
import { membersRoutes } from './pages/members/routes.js'
import { ownRankings, rankings } from './pages/rankings.js'
import { reference } from './pages/reference.js'
import { endSession, sessions, signOut, signOutEverywhere } from './pages/sessions.js'
import { comeBack, goToDiscord, signIn } from './pages/sign-in.js'
import { linkSignIn, useLink } from './pages/sign-in-link.js'
import { setTheme } from './pages/theme.js'

export const ROUTES: readonly WebRoute[] = [
  front,
  rankings,
  ownRankings,
  ...marketPages,
  ...gamePages,
  ...gamesRoutes,
  ...keysRoutes,
  ...accountRoutes,
  ...membersRoutes,
  reference,
  signIn,
  goToDiscord,
  comeBack,
  linkSignIn,
  useLink,
  signOut,
  sessions,
  endSession,
  signOutEverywhere,
  setTheme,
  linkSessions,
  endLinkSession,
]
