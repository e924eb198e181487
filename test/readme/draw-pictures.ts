// Draws the pictures of the README in one run of the service on the demo's database, so that their numbers agree: rank.png,
// the answer to /rank as Discord shows it; game.png, the page of the first game of that answer; chart.png, its /chart.
// Run it with `node --import tsx test/readme/draw-pictures.ts` after a build.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { APIEmbed } from 'discord.js'
import { chromium } from 'playwright-core'
import { compose } from '../../src/compose.js'
import { type Config, readConfig } from '../../src/config.js'
import { GAMES, storyUntil, worldStoryOf } from '../../src/demo/story.js'
import { StoryClock } from '../../src/demo/story-clock.js'
import { writeStory } from '../../src/demo/write-story.js'
import { MINUTE_MS, minuteOf, systemClock } from '../../src/domain/clock.js'
import { openLog } from '../../src/log.js'
import { startService } from '../../src/service.js'
import { startSimulator } from '../../src/simulator/simulator.js'
import { chromiumPath } from '../support/cli/programs.js'
import { startDiscordDouble } from '../support/discord/double.js'
import type { OptionValues } from '../support/discord/people/command-options.js'
import type { DoubleMessage } from '../support/discord/types.js'

const GUILD = '1000000000000000009'
const CHANNEL = '1000000000000000010'
/** The tick of a minute is stored by then, in milliseconds. */
const TICK_TIMEOUT_MS = 6_000
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
)
const EMOJI = (await readFile(FONT)).toString('base64')
const STYLE = `
  @font-face { font-family: emoji; src: url(data:font/ttf;base64,${EMOJI}) }
  html { background: #323338 }
  body { margin: 0; padding: 16px 16px 20px; width: 628px; color: #dfe0e2; font: 16px/22px "gg sans", "Noto Sans", "DejaVu Sans", emoji, sans-serif }
  .used { color: #a5a6ac; font-size: 14px } .used b { color: #5fb4ff; font-weight: 500 }
  .author { margin: 4px 0; color: #fff; font-weight: 600 }
  .author span { background: #5865f2; border-radius: 4px; padding: 1px 5px; font-size: 11px; vertical-align: 1px }
  .embed { background: #2a2b30; border-left: 4px solid #1e1f22; border-radius: 4px; padding: 12px 16px; max-width: 580px }
  .embed h1 { margin: 0 0 8px; color: #fff; font-size: 16px } .embed small { display: block; margin-top: 10px; color: #a5a6ac }
  code { background: #1e1f22; border-radius: 4px; padding: 1px 4px; font-size: 14px } time { background: #3d3e45; border-radius: 3px; padding: 0 2px }
  button { margin: 8px 8px 0 0; padding: 7px 16px; border: 0; border-radius: 8px; background: #46474e; color: #fff; font: inherit; font-size: 14px }
  button:disabled { opacity: .5 }`

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The markdown that /rank uses: bold, code and times. */
const rendered = (markdown: string): string =>
  escaped(markdown)
    .replace(/&#60;t:\d+:R&#62;/g, '<time>a minute ago</time>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\\(\W)/g, '$1')
    .replaceAll('\n', '<br>')

const pageOf = ({ title = '', description = '', footer }: APIEmbed): string => `<!doctype html><meta charset="utf-8">
<style>${STYLE}</style><div class="used">mira used <b>/rank</b></div><div class="author">Headcount <span>APP</span></div>
<div class="embed"><h1>${escaped(title)}</h1>${rendered(description)}<small>${escaped(footer?.text ?? '')}</small></div>
<button disabled>Previous</button><button>Next</button>`

interface Pictures {
  /** The answer to /rank. */
  readonly rank: APIEmbed
  /** The answer to /chart: a PNG. */
  readonly chart: Buffer
  /** The first game of /rank, of which the page and the chart are. */
  readonly name: string
  readonly origin: string
}

/** The service with its bot and its pages, on the past that the demo has. */
async function withDemo(folder: string, draw: (pictures: Pictures) => Promise<void>): Promise<void> {
  const story = storyUntil(minuteOf(systemClock.now()))
  const clock = new StoryClock(story.from)
  const world = { seed: 7, games: GAMES, newest: story.newest, story: worldStoryOf(story) }
  const simulator = await startSimulator({ port: 0, ...world, clock, rateLimits: 'off' })
  const guild = { id: GUILD, name: 'Demo studio', ownerId: '1', channels: [{ id: CHANNEL, name: 'stats' }] }
  const double = await startDiscordDouble({ guilds: [guild] })
  const database = { DATABASE_URL: `file:${join(folder, 'headcount.db')}`, PLATFORM_URL: simulator.url, PORT: '0' }
  await writePast(readConfig(database))
  const config = readConfig({ ...database, DISCORD_TOKEN: double.token, DISCORD_API_URL: double.apiUrl })
  const service = await startService(config, openLog('warn'))
  try {
    await service.services.sampleTick({ stop: new AbortController().signal })
    while (double.commands.length === 0) await setTimeout(100)
    await drawWithinOneMinute()
  } finally {
    await service.stop()
    await Promise.all([double.close(), simulator.close()])
  }

  async function writePast(past: Config): Promise<void> {
    const { services, store, close } = await compose(past, clock)
    const { account } = await writeStory({ services, store, simulator, clock, progress: () => undefined }, story)
    await services.guilds.link(account, GUILD)
    await close()
    clock.end()
  }

  /** The next sample would change the numbers between two pictures. */
  async function drawWithinOneMinute(): Promise<void> {
    await setTimeout(MINUTE_MS - (systemClock.now() % MINUTE_MS) + TICK_TIMEOUT_MS)
    const rank = (await answerTo({ command: 'rank' })).embeds[0]
    const name = /\*\*(.+?)\*\*/.exec(rank?.description ?? '')?.[1]
    if (!rank || !name) throw new Error('/rank answered without a game.')
    const options = { game: name, range: '7d' }
    const chart = (await answerTo({ command: 'chart', options })).attachments[0]
    if (!chart) throw new Error('/chart answered without a picture.')
    await draw({ rank, chart: chart.bytes, name, origin: service.url })
  }

  async function answerTo(command: { command: string; options?: OptionValues }): Promise<DoubleMessage> {
    const { message } = await double.slash({ ...command, guildId: GUILD, channelId: CHANNEL }).done(30_000)
    return message
  }
}

/** Takes the screenshots and writes all three files. */
async function drawPictures({ rank, chart, name, origin }: Pictures): Promise<void> {
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 1000 } })
    await page.goto(`${origin}/rankings`)
    const path = await page.getByRole('link', { name, exact: true }).first().getAttribute('href')
    await page.goto(`${origin}${path}?range=30d`)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(import.meta.dirname, 'game.png') })
    // A page of its own, because the security policy of the service would reject the inline style.
    const message = await browser.newPage({ viewport: { width: 660, height: 200 } })
    await message.setContent(pageOf(rank))
    await message.screenshot({ path: join(import.meta.dirname, 'rank.png'), fullPage: true })
    await writeFile(join(import.meta.dirname, 'chart.png'), chart)
  } finally {
    await browser.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'headcount-readme-'))
try {
  await withDemo(folder, drawPictures)
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit()
