// An account, and the code that links a server to it.
import type { WebRoute } from '../../page.js'
import { account } from './overview.js'
import { makeSetupCode } from './servers.js'

export const accountRoutes: readonly WebRoute[] = [account, makeSetupCode]
