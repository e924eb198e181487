// The three stores of the notices, put together.
import type { Store } from '../../../domain/ports/store.js'
import type { Changes } from '../changes.js'
import type { Connection } from '../connection.js'
import { noticeStore } from './outbox.js'
import { ruleStore } from './rules.js'
import { routeStore } from './settings.js'

export const openNotices = (connection: Connection, changes: Changes): Pick<Store, 'notices' | 'routes' | 'rules'> => ({
  notices: noticeStore(connection),
  routes: routeStore(connection, changes),
  rules: ruleStore(connection, changes),
})
