// The fixture of the bot's tests: the real app and the real discord.js on the Discord double, with a server linked to an account.

import { inspect } from 'node:util'
import { type APIMessageTopLevelComponent, ComponentType } from 'discord.js'
import { expect, vi } from 'vitest'
import { type Bot, startBot } from '../../src/bot/start-bot.js'
import { openPngPainter, type PngPainter } from '../../src/charts/render-png.js'
import type { CompositionRoot } from '../../src/compose.js'
import type { Account } from '../../src/domain/account.js'
import type { Game } from '../../src/domain/game.js'
import type { Log } from '../../src/domain/ports/events.js'
import type { Worker } from '../../src/poller/repeat.js'
import { startDelivery } from '../../src/poller/start-beside-ticks.js'
import type { Services } from '../../src/services/services.js'
import {
  type DiscordDouble,
  type DoubleMessage,
  type DoubleOptions,
  startDiscordDouble,
} from '../support/discord/double.js'
import { noteLogLines, noteSecret } from '../support/secrets/collect.js'
import { sharedPainter, startApp, type TestApp } from '../support/start-app.js'
import { afterEachTest } from '../support/test-run.js'
import { PassCounts } from './passes.js'

export const GUILD = '200000000000000001'
export const STRANGE_GUILD = '200000000000000002'
export const CHANNEL = '200000000000000010'
export const THREAD = '200000000000000011'
export const VOICE = '200000000000000012'
export const MORE = ['200000000000000013', '200000000000000014', '200000000000000015']
const PUBLIC_THREAD = 11
const GUILD_VOICE = 2

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly details: object
  readonly message: string
}

export interface GameSetup {
  readonly name: string
  readonly ccu?: number
  readonly visits?: number
  /** The name of the group that made it. */
  readonly creator?: string
}

interface BotLaunchOptions {
  services?: Services
  /** The app whose notifications are delivered; by default that of the fixture. */
  composed?: Pick<CompositionRoot, 'createDelivery' | 'connectBot'>
  token?: string
  operatorContact?: string
  fontFolder?: string
  publicUrl?: string
}

export interface BotFixture {
  readonly app: TestApp
  readonly double: DiscordDouble
  readonly account: Account
  readonly lines: LogLine[]
  readonly passes: PassCounts
  readonly bot: () => Bot
  /** Starts or restarts the bot and waits until it is ready. */
  restart(services?: Services, composed?: Pick<CompositionRoot, 'createDelivery' | 'connectBot'>): Promise<Bot>
  /** Starts the bot without waiting. */
  launch(options?: BotLaunchOptions): Bot
  track(wish: GameSetup, channelId?: string): Promise<Game>
  /** The rules of Discord that this test breaks on purpose. */
  expectedViolations: string[]
}

const opened: { scene: BotFixture; close: () => Promise<void> }[] = []

afterEachTest(async () => {
  for (const { scene, close } of opened.splice(0)) {
    await close()
    const { double } = scene
    expect(double.violations.map(({ rule }) => rule)).toEqual(scene.expectedViolations)
    expect(double.schemaErrors).toEqual([])
    expect(double.unknownCalls).toEqual([])
  }
})

export interface BotFixtureOptions extends DoubleOptions {
  readonly linked?: boolean
  /** Whether the time windows of the Discord double use the app's clock. */
  readonly oneClock?: boolean
  /** Settings of the app. */
  readonly environment?: Readonly<Record<string, string>>
}

export async function openScene(options: BotFixtureOptions = {}): Promise<BotFixture> {
  const channels = [
    { id: CHANNEL, name: 'stats' },
    { id: THREAD, name: 'talk', type: PUBLIC_THREAD, parentId: CHANNEL },
    { id: VOICE, name: 'Lounge', type: GUILD_VOICE },
    ...MORE.map((id, index) => ({ id, name: `more-${index}` })),
  ]
  const guilds = [
    { id: GUILD, name: 'Studio', ownerId: '1', channels },
    { id: STRANGE_GUILD, name: 'Strangers', ownerId: '2', channels: [{ id: '200000000000000020', name: 'general' }] },
  ]
  const app = await startApp(options.environment ? { environment: options.environment } : {})
  const clock = options.oneClock ? { now: app.clock.now } : {}
  const double = await startDiscordDouble({ guilds, ...clock, ...options })
  noteSecret(double.token)
  const account = await app.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
  if (options.linked !== false) await app.services.guilds.link(account, GUILD)
  const lines: LogLine[] = []
  const passes = new PassCounts()
  let running: Bot | undefined
  let delivery: Worker | undefined
  const stop = async (): Promise<void> => {
    await delivery?.stop()
    await running?.stop()
  }
  const painters: PngPainter[] = []
  const painterWith = (fontFolder: string | undefined): PngPainter => {
    if (fontFolder === undefined) return sharedPainter
    const painter = openPngPainter({ fontFolder, timeoutMs: 120_000 })
    painters.push(painter)
    return painter
  }
  let nextUniverse = 77_001

  const scene: BotFixture = {
    app,
    double,
    account,
    lines,
    passes,
    expectedViolations: [],
    bot: () => running ?? expect.fail('no bot was started'),
    launch: ({ services = app.services, composed = app, token = double.token, fontFolder, ...options } = {}) => {
      const [painter, log] = [painterWith(fontFolder), collect(lines)]
      void delivery?.stop()
      const shown = { services: passes.checksOf(services), log, painter, apiUrl: double.apiUrl }
      running = startBot({ token, ...options, ...shown })
      composed.connectBot({ directory: () => running?.directory(), sender: () => running?.sender, painter })
      const deliver = composed.createDelivery({ sender: running.sender, painter })
      delivery = startDelivery(passes.deliveriesOf(deliver), log)
      return running
    },
    restart: async (services, composed) => {
      await stop()
      const bot = scene.launch({ ...(services ? { services } : {}), ...(composed ? { composed } : {}) })
      await vi.waitFor(() => expect(bot.state().state).toBe('ready'), 60_000)
      await vi.waitFor(() => expect(double.commands.length).toBeGreaterThan(0), 60_000)
      return bot
    },
    track: async ({ name, ccu, visits, creator }, channelId) => {
      const universeId = nextUniverse++
      const maker = creator === undefined ? {} : { creator: { id: 7, name: creator, type: 'Group' as const } }
      app.simulator.addUniverse({ universeId, name, ...maker })
      app.simulator.set(universeId, {
        ...(ccu === undefined ? {} : { ccu }),
        ...(visits === undefined ? {} : { visits }),
      })
      const { game } = await app.services.games.add(account, { universeId }, channelId ?? null)
      return game
    },
  }
  const close = async (): Promise<void> => {
    await stop()
    await Promise.all([app.stop(), double.close(), ...painters.map((painter) => painter.close())])
  }
  opened.push({ scene, close })
  return scene
}

const collect = (lines: LogLine[]): Log => {
  const at = (level: LogLine['level']) => (details: object, message: string) => {
    lines.push({ level, details, message })
    noteLogLines(`${message} ${inspect(details, { depth: 6 }).replaceAll('\n', ' ')}`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Delays an operation, as a slow disk does, until the bot has given each interaction its first answer. */
export function slowly<Arguments extends unknown[], Result>(
  { double }: BotFixture,
  work: (...input: Arguments) => Promise<Result>,
) {
  return async (...input: Arguments): Promise<Result> => {
    await Promise.all(double.interactions.map((interaction) => interaction.answered()))
    return work(...input)
  }
}

export const linesOf = (scene: BotFixture, level: LogLine['level']): string[] =>
  scene.lines.filter((line) => line.level === level).map((line) => line.message)

/** The lines of the ranking, without the closing lines. */
export const rows = (message: DoubleMessage): string[] =>
  (message.embeds[0]?.description ?? '').split('\n').slice(0, -2)

interface ComponentButton {
  readonly type: ComponentType
  readonly label?: string
  readonly custom_id?: string
  readonly disabled?: boolean
  /** Of a menu. */
  readonly options?: readonly { readonly label: string }[]
}

const controls = (message: DoubleMessage): ComponentButton[] =>
  message.components.flatMap((row: APIMessageTopLevelComponent) =>
    'components' in row ? (row.components as ComponentButton[]) : [],
  )

export const buttons = (message: DoubleMessage): ComponentButton[] =>
  controls(message).filter(({ type }) => type === ComponentType.Button)

export const menus = (message: DoubleMessage): ComponentButton[] =>
  controls(message).filter(({ type }) => type === ComponentType.StringSelect)

/** The button with this label. */
export const button = (message: DoubleMessage, label: string): ComponentButton =>
  buttons(message).find((one) => one.label === label) ?? expect.fail(`There is no button ${label}.`)

export async function trackMany(scene: BotFixture, count: number): Promise<void> {
  for (let index = 1; index <= count; index++) await scene.track({ name: `Game ${index}`, ccu: 10_000 - index })
}
