// Where an account manages its keys.
import type { Route } from '../../page.js'
import { askToRevokeKey, oneKey, revokeKey, rotateKey } from './key.js'
import { createKey, keys } from './list.js'

export const keysRoutes: readonly Route[] = [keys, createKey, oneKey, rotateKey, askToRevokeKey, revokeKey]
