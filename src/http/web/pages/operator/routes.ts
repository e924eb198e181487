// The pages and actions of the operator.
import type { WebRoute } from '../../page.js'
import { operatorAccounts } from './accounts.js'
import { failedNotifications, retryNotification } from './notifications.js'
import { operation } from './overview.js'

export const operatorRoutes: readonly WebRoute[] = [operation, operatorAccounts, failedNotifications, retryNotification]
