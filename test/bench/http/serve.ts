// The whole service on one of the two stores, everything on, on a loopback port.
import { createIconEncoder } from '../../../src/charts/icons/start-encoder.js'
import { readConfig } from '../../../src/config.js'
import { createActivity } from '../../../src/domain/ports/activity.js'
import { createClockCheck } from '../../../src/domain/time/clock-check.js'
import { createApp } from '../../../src/http/app.js'
import { startHttp } from '../../../src/http/start-http.js'
import { openLog } from '../../../src/log.js'
import { nothingYet } from '../../../src/messages/notifications/render.js'
import { openIconSource } from '../../../src/platform/icons/open-icon-source.js'
import { openLookups } from '../../../src/platform/lookups/open-lookups.js'
import { openPlatform } from '../../../src/platform/open-platform.js'
import { openPopularity } from '../../../src/popularity/open-popularity.js'
import { createServices } from '../../../src/services/services.js'
import { openUpkeep } from '../../../src/store/open-store.js'
import { BenchClock, STORES, type StoreName } from '../series/stores.js'
import { settings } from './settings.js'

/** Nothing is asked of any platform: the address leads nowhere. */
const NOWHERE = 'http://127.0.0.1:9/{service}'

/** `logging`: without it nothing is written. */
export async function serve(kind: StoreName, file: string, logging?: string) {
  const clock = new BenchClock()
  const { plans: usual } = readConfig({})
  // Behind the limit there is nothing to measure; it is counted all the same.
  const plans = { ...usual, enterprise: { ...usual.enterprise, requestsPerMinute: 1_000_000_000 } }
  const log = openLog(logging === undefined ? 'silent' : 'info')
  const store = await STORES[kind](file, clock)
  const clockCheck = createClockCheck(clock)
  const platformClock = { clock, compare: clockCheck.compare }
  const platform = openPlatform(NOWHERE, platformClock)
  const lookups = openLookups(NOWHERE, undefined, platformClock)
  const popularity = openPopularity(undefined, { clock, log, readCharts: platform.readCharts })
  const parts = { poller: () => ({ state: 'off' }), bot: () => ({ state: 'off' }), arePreparingAnswers: () => false }
  const services = createServices({
    store,
    platform,
    lookups,
    popularity,
    iconSource: openIconSource(NOWHERE, platformClock),
    encodeIcon: createIconEncoder(),
    identity: undefined,
    operators: [],
    environmentToken: undefined,
    checkToken: async () => ({ outcome: 'rejected' }),
    backupPlan: undefined,
    signUp: 'closed',
    market: 'off',
    clock,
    clockCheck,
    plans,
    parts,
    activity: createActivity(),
    log,
    upkeep: openUpkeep(`file:${file}`, { clock }),
    discord: { directory: () => undefined },
    outlet: { sender: () => undefined, render: undefined, nothingYet },
  })
  await store.series.warmUp()
  const own = { ...settings, hasAccessLog: logging !== 'no access log' }
  const app = createApp(services, own, log)
  const { port } = await startHttp(app, '127.0.0.1', 0)
  return { store, services, clock, port, app, settings: own }
}
