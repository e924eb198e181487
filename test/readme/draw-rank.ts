// Draws rank.png: the answer to /rank of a bot on the demo's database, as Discord shows it.
// Run it with `node --import tsx test/readme/draw-rank.ts` after a build.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIEmbed } from 'discord.js'
import { chromium } from 'playwright-core'
import { startBot } from '../../src/bot/start-bot.js'
import { openPngPainter } from '../../src/charts/render-png.js'
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { GAMES, storyUntil, worldStoryOf } from '../../src/demo/story.js'
import { StoryClock } from '../../src/demo/story-clock.js'
import { writeStory } from '../../src/demo/write-story.js'
import { minuteOf, systemClock } from '../../src/domain/clock.js'
import { startSimulator } from '../../src/simulator/simulator.js'
import { chromiumPath } from '../support/chromium.js'
import { startDiscordDouble } from '../support/discord/index.js'

const GUILD = '1000000000000000009'
const CHANNEL = '1000000000000000010'
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

async function rankOfDemo(folder: string): Promise<APIEmbed> {
  const story = storyUntil(minuteOf(systemClock.now()))
  const clock = new StoryClock(story.from)
  const world = { seed: 7, games: GAMES, newest: story.newest, story: worldStoryOf(story) }
  const simulator = await startSimulator({ port: 0, ...world, clock, rateLimits: 'off' })
  const config = readConfig({ DATABASE_URL: `file:${join(folder, 'headcount.db')}`, PLATFORM_URL: simulator.url })
  const { services, store, close } = await compose(config, clock)
  const { account } = await writeStory({ services, store, simulator, clock, progress: () => undefined }, story)
  await services.guilds.link(account, GUILD)
  clock.end()
  await services.sampleTick({ stop: new AbortController().signal })
  const guild = { id: GUILD, name: 'Demo studio', ownerId: '1', channels: [{ id: CHANNEL, name: 'stats' }] }
  const double = await startDiscordDouble({ guilds: [guild] })
  const log = { info: () => undefined, warn: console.warn, error: console.error }
  const painter = openPngPainter()
  const bot = startBot({ token: double.token, apiUrl: double.apiUrl, services, log, painter })
  try {
    while (bot.state().state !== 'ready' || double.commands.length === 0) await new Promise((go) => setTimeout(go, 100))
    const { message } = await double.slash({ command: 'rank', guildId: GUILD, channelId: CHANNEL }).done(30_000)
    const [embed] = message.embeds
    if (!embed) throw new Error(`/rank answered without an embed: ${message.content}`)
    return embed
  } finally {
    await bot.stop()
    await Promise.all([painter.close(), double.close(), close(), simulator.close()])
  }
}

const folder = await mkdtemp(join(tmpdir(), 'headcount-readme-'))
try {
  const embed = await rankOfDemo(folder)
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ viewport: { width: 660, height: 200 } })
  await page.setContent(pageOf(embed))
  await page.screenshot({ path: join(import.meta.dirname, 'rank.png'), fullPage: true })
  await browser.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit()
