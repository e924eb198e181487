// The routes of an account's overview and of the code that links a Discord server.
import type { WebRoute } from '../../page.js'
import { account } from './overview.js'
import { makeSetupCode } from './servers.js'

export const accountRoutes: readonly WebRoute[] = [account, makeSetupCode]
