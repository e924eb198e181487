// The behavior that every storage engine must have. The test file of an engine calls this.
import { describe } from 'vitest'
import { describeAccounts } from './contract/accounts.js'
import { describeEventLog } from './contract/event-log.js'
import { describeEventWrites } from './contract/event-writes.js'
import { describeEvents } from './contract/events.js'
import { describeGames } from './contract/games.js'
import { describeGuildSettings } from './contract/guild-settings.js'
import { describeGuilds } from './contract/guilds.js'
import { describeIcons } from './contract/icons.js'
import { describeKeys } from './contract/keys.js'
import { describeLive } from './contract/live.js'
import { describeMarks } from './contract/marks.js'
import { describeDue } from './contract/notifications/due.js'
import { describeNotifications } from './contract/notifications/outbox.js'
import { describePersonAlerts } from './contract/notifications/person-alerts.js'
import { describeScheduledPosts } from './contract/notifications/scheduled-posts.js'
import { describeNotificationSettings } from './contract/notifications/settings.js'
import { describePrivateServerUses } from './contract/private-server-uses.js'
import { describeRevenue } from './contract/revenue.js'
import { describeSecrets } from './contract/secrets.js'
import { describeBlocks } from './contract/series/blocks.js'
import { describeCadences } from './contract/series/cadences.js'
import { describeGapHistories } from './contract/series/gap-histories.js'
import { describeGaps } from './contract/series/gaps.js'
import { describeHourlyNumbers } from './contract/series/hourly-numbers.js'
import { describeMarket, describeMarketMovedBack } from './contract/series/market.js'
import { describeSamples } from './contract/series/samples.js'
import { describeSchedules } from './contract/series/schedules.js'
import { describeTickedRecords } from './contract/series/ticked-records.js'
import { describeSessions } from './contract/sessions.js'
import { describeShareLinks } from './contract/share-links.js'
import type { Records, SeriesRecords, StoreOpener } from './contract/support.js'
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
    describeNotifications(open)
    describeDue(open)
    describeScheduledPosts(open)
    describePersonAlerts(open)
    describeSecrets(open)
    describeEventLog(open)
    describeEventWrites(open)
    describeMarket(open)
  })

export const seriesContract = (name: string, open: StoreOpener<SeriesRecords>) =>
  describe(`${name} keeps the contract of the series`, () => {
    describeTickedRecords(open)
    describeHourlyNumbers(open)
    describeSamples(open)
    describeGaps(open)
    describeGapHistories(open)
    describeBlocks(open)
    describeCadences(open)
    describeSchedules(open)
  })

export const storeContract = (name: string, open: StoreOpener) => {
  recordContract(name, open)
  seriesContract(name, open)
  describe(`${name} keeps the store contract`, () => {
    describeMarketMovedBack(open)
  })
}
