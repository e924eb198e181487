// The entry point of npm run demo: the service against the built-in simulator, on a temporary database with 30 days of
// history, in which something happened.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from './compose.js'
import { GAMES, HISTORY_DAYS, storyUntil, worldStoryOf } from './demo/story.js'
import { StoryClock } from './demo/story-clock.js'
import { findStoryEvents } from './demo/story-events.js'
import { welcome } from './demo/welcome.js'
import { writeStory } from './demo/write-story.js'
import { minuteOf, systemClock } from './domain/clock.js'
import { configOrExit, run } from './run.js'
import { REALISTIC, startSimulator } from './simulator/simulator.js'

const BAR_LENGTH = 30
/** The past is written without the platform's irregular answers, so that it always is the same story. */
const { isVaried, ...irregular } = REALISTIC

const folder = mkdtempSync(join(tmpdir(), 'headcount-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
// Until the service runs and listens to signals itself, a signal ends the demo at once.
const end = (): never => process.exit(130)
process.on('SIGINT', end).on('SIGTERM', end)

const story = storyUntil(minuteOf(systemClock.now()))
const clock = new StoryClock(story.from)
const simulator = await startSimulator({
  port: 0,
  seed: 7,
  games: GAMES,
  newest: story.newest,
  isVaried,
  story: worldStoryOf(story),
  clock,
  rateLimits: 'off',
})
const config = configOrExit({
  forced: { DATABASE_URL: `file:${join(folder, 'headcount.db')}`, PLATFORM_URL: simulator.url, DISCORD_TOKEN: '' },
  defaults: { LOG_LEVEL: 'warn', NODE_ENV: 'development' },
})

const demo = await writePast()
process.off('SIGINT', end).off('SIGTERM', end)
Object.assign(simulator.settings, { ...irregular, rateLimits: 'real' })

await run(config, async ({ services, url }) => {
  await services.sampleTick({ stop: new AbortController().signal })
  const { secret: login } = await services.loginLinks.create(demo.account, 'owner')
  const found = await findStoryEvents(services, demo)
  process.stdout.write(welcome({ url, demo, login, story, database: config.DATABASE_URL, found }))
})

/** The past is written with a clock of its own, before the service opens the database with the real one. */
async function writePast() {
  const { services, store, close } = await compose(config, clock)
  process.stderr.write(`Writing ${HISTORY_DAYS} days of history, which takes about half a minute …\n`)
  try {
    return await writeStory({ services, store, simulator, clock, progress: showProgress }, story)
  } finally {
    await close()
    clock.end()
    if (process.stderr.isTTY) process.stderr.write('\n')
  }
}

function showProgress(part: number): void {
  // A log or a file would get a line for each percent.
  if (!process.stderr.isTTY) return
  const bar = '#'.repeat(Math.round(part * BAR_LENGTH)).padEnd(BAR_LENGTH, '.')
  process.stderr.write(`\r[${bar}] ${Math.round(part * 100)} %`)
}
