// Every page and action of the web, one per line. A fixed path precedes a path with a parameter that would also match it.
import type { WebRoute } from './page.js'
import { account, renameAccount } from './pages/account/overview.js'
import { makeSetupCode } from './pages/account/servers.js'
import { alertRoutes } from './pages/alerts/routes.js'
import { auditPages } from './pages/audit/audit.js'
import { discordRoutes } from './pages/discord/servers.js'
import { front } from './pages/front.js'
import { gamePages } from './pages/game.js'
import { gamesRoutes } from './pages/games/routes.js'
import { home } from './pages/home/home.js'
import { askToRevokeKey, oneKey, revokeKey, rotateKey } from './pages/keys/key.js'
import { createKey, keys } from './pages/keys/list.js'
import { endLinkSession, linkSessions } from './pages/link-sessions.js'
import { marketPages } from './pages/market.js'
import { askToRemoveMember, changeRole, removeMember } from './pages/members/changes.js'
import { makeLink } from './pages/members/links.js'
import { addMember, memberPicture, members } from './pages/members/list.js'
import { operatorAccounts } from './pages/operator/accounts.js'
import { failedNotifications, retryNotification } from './pages/operator/deliveries.js'
import { operation } from './pages/operator/overview.js'
import { ownRankingFile, ownRankings, rankingFile, rankings } from './pages/rankings/rankings.js'
import { reference } from './pages/reference.js'
import { endSession, sessions, signOut, signOutEverywhere } from './pages/sessions.js'
import { setupRoutes } from './pages/setup/routes.js'
import { goToDiscord, signIn, signInCallback } from './pages/sign-in.js'
import { linkSignIn, useLink } from './pages/sign-in-link.js'
import { status } from './pages/status.js'
import { styleguidePicture, styleguideSeries } from './pages/styleguide/charts.js'
import { styleguide } from './pages/styleguide/page.js'
import { setTheme } from './pages/theme.js'
import { setZone, timeZones } from './pages/time-zone.js'
import { wallLinkRoutes } from './pages/wall/links.js'
import { sharedWall, wall } from './pages/wall/wall.js'
import { card } from './sharing/cards.js'
import { embed } from './sharing/embed.js'
import { makeShareLink, revokeShareLink } from './sharing/share-links.js'

export const ROUTES: readonly WebRoute[] = [
  front,
  home,
  rankings,
  rankingFile,
  ownRankings,
  ownRankingFile,
  ...marketPages,
  ...gamePages,
  ...gamesRoutes,
  ...alertRoutes,
  wall,
  sharedWall,
  ...wallLinkRoutes,
  makeShareLink,
  revokeShareLink,
  embed,
  card,
  keys,
  createKey,
  oneKey,
  rotateKey,
  askToRevokeKey,
  revokeKey,
  account,
  renameAccount,
  makeSetupCode,
  ...auditPages,
  ...discordRoutes,
  members,
  addMember,
  memberPicture,
  makeLink,
  changeRole,
  askToRemoveMember,
  removeMember,
  reference,
  signIn,
  goToDiscord,
  signInCallback,
  linkSignIn,
  useLink,
  ...setupRoutes,
  operation,
  operatorAccounts,
  failedNotifications,
  retryNotification,
  signOut,
  sessions,
  endSession,
  signOutEverywhere,
  setTheme,
  timeZones,
  setZone,
  status,
  styleguide,
  styleguideSeries,
  styleguidePicture,
  linkSessions,
  endLinkSession,
]
