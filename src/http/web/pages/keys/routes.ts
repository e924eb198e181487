// The routes with which an account manages its API keys.
import type { WebRoute } from '../../page.js'
import { askToRevokeKey, oneKey, revokeKey, rotateKey } from './key.js'
import { createKey, keys } from './list.js'

export const keysRoutes: readonly WebRoute[] = [keys, createKey, oneKey, rotateKey, askToRevokeKey, revokeKey]
