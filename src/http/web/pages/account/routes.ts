// An account, and the code that links a server to it.
import type { Route } from '../../page.js'
import { account } from './overview.js'
import { makeSetupCode } from './servers.js'

export const accountRoutes: readonly Route[] = [account, makeSetupCode]
