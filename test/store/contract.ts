// The behavior that every storage engine must have. The test file of an engine calls this.
import { describe } from 'vitest'
import { describeAccounts } from './contract/accounts.js'
import { describeEvents } from './contract/events.js'
import { describeGames } from './contract/games.js'
import { describeGuildSettings } from './contract/guild-settings.js'
import { describeGuilds } from './contract/guilds.js'
import { describeIcons } from './contract/icons.js'
import { describeKeys } from './contract/keys.js'
import { describeLive } from './contract/live.js'
import { describeMarks } from './contract/marks.js'
import { describeNotificationSettings } from './contract/notification-settings.js'
import { describeNotifications } from './contract/notifications.js'
import { describePrivateServerUses } from './contract/private-server-uses.js'
import { describeRevenue } from './contract/revenue.js'
import { describeBlocks } from './contract/series/blocks.js'
import { describeGapHistories } from './contract/series/gap-histories.js'
import { describeGaps } from './contract/series/gaps.js'
import { describeMarket } from './contract/series/market.js'
import { describeSamples } from './contract/series/samples.js'
import { describeSchedules } from './contract/series/schedules.js'
import { describeTickedRecords } from './contract/series/ticked-records.js'
import { describeSessions } from './contract/sessions.js'
import { describeShareLinks } from './contract/share-links.js'
import type { Records, StoreOpener } from './contract/support.js'
import { describeWallLinks } from './contract/wall-links.js'

/** Everything but the samples and what comes of them. */
export const recordContract = (name: string, open: StoreOpener<Records>) =>
  describe(`${name} keeps the contract of records`, () => {
    describeAccounts(open)
    describeGames(open)
    describeKeys(open)
    describeGuilds(open)
    describeGuildSettings(open)
    describeLive(open)
    describeSessions(open)
    describeShareLinks(open)
    describeWallLinks(open)
    describePrivateServerUses(open)
    describeEvents(open)
    describeMarks(open)
    describeIcons(open)
    describeRevenue(open)
    describeNotificationSettings(open)
  })

export const storeContract = (name: string, open: StoreOpener) => {
  recordContract(name, open)
  describe(`${name} keeps the store contract`, () => {
    describeNotifications(open)
    describeMarket(open)
    describeTickedRecords(open)
    describeSamples(open)
    describeGaps(open)
    describeGapHistories(open)
    describeBlocks(open)
    describeSchedules(open)
  })
}
