// Random accounts with their servers, games and people, and what is marked of each account.
import { expect } from 'vitest'
import type { Account, Role } from '../../../src/domain/account.js'
import type { Game } from '../../../src/domain/game.js'
import { idempotencyKeyOf } from '../../../src/domain/notifications/notification.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { type Random, randomFrom } from '../../http/fuzz/random.js'
import type { DoubleUser, GuildSetup } from '../../support/discord/double.js'
import { noteSecret } from '../../support/secrets/collect.js'
import { SOME_FACTS } from '../notifications/posting.js'
import { MINUTE_NOW } from '../people.js'
import { type BotFixture, openScene } from '../scene.js'

const WORDS = ['Bramble', 'Cobalt', 'Dovetail', 'Ember', 'Fennel', 'Garnet', 'Hazel', 'Indigo', 'Juniper', 'Kestrel']
const ROLES = ['viewer', 'manager', 'owner'] as const satisfies readonly Role[]
const PEOPLE = 6
const FIRST_UNIVERSE = 77_001
const SHARED_UNIVERSE = 77_900

export interface WalkPerson {
  readonly user: DoubleUser
  /** The servers that the person may manage. */
  readonly manages: ReadonlySet<string>
}

/** What nobody but the readers of these accounts may see. */
export interface AccountMark {
  readonly text: string
  /** Of a game's name and players: every account that tracks the universe may see them. */
  readonly universeId?: number
  readonly accountId?: number
}

export interface Things {
  readonly rules: readonly number[]
  readonly alerts: readonly number[]
  readonly posts: readonly number[]
  readonly notifications: readonly number[]
}

export interface Walk {
  readonly scene: BotFixture
  readonly random: Random
  readonly file: InstanceType<typeof Database>
  readonly accounts: readonly Account[]
  readonly guilds: readonly { readonly id: string; readonly channels: readonly string[] }[]
  readonly people: readonly WalkPerson[]
  readonly marks: readonly AccountMark[]
  readonly universes: readonly { readonly id: number; readonly name: string; readonly placeId: number }[]
  readonly postKeys: readonly string[]
  readonly apiKeys: readonly string[]
  /** One-time codes for /setup, by account. */
  readonly codes: readonly { readonly code: string; readonly accountId: number }[]
}

const channelsOf = (guild: number): string[] => [0, 1].map((index) => `21000000000000${guild}${index}0`)
const guildId = (guild: number): string => `20000000000000${guild}000`

const somePeople = (random: Random, guilds: readonly string[]): WalkPerson[] =>
  Array.from({ length: PEOPLE }, (_, index) => ({
    user: { id: `30000000000000${index}000`, username: `person-${index}` },
    manages: new Set(guilds.filter(() => random.chance(0.4))),
  }))

export async function openWalk(seed: number): Promise<Walk> {
  const random = randomFrom(seed)
  const count = 2 + random.below(2)
  const ids = Array.from({ length: count + 3 }, (_, index) => guildId(index))
  const guilds = ids.map((id, index) => ({ id, channels: channelsOf(index) }))
  const setups = guilds.map(
    ({ id, channels }, index): GuildSetup => ({
      id,
      name: `Server ${index}`,
      ownerId: '1',
      channels: channels.map((channel) => ({ id: channel, name: `channel-${channel.slice(-4)}` })),
    }),
  )
  const scene = await openScene({ linked: false, guilds: setups })
  const people = somePeople(random, ids)
  const accounts: Account[] = []
  const filled: AccountContents[] = []
  for (let index = 0; index < count; index++) {
    const account = await scene.app.services.accounts.create({ name: `Studio${WORDS[index]}`, plan: 'enterprise' })
    accounts.push(account)
    // Two of the servers are linked to nothing; the last account has two servers.
    const own = guilds.filter((_, guild) => guild === index || (guild === count && index === count - 1))
    for (const { id } of own) await scene.app.services.guilds.link(account, id)
    filled.push(await fill({ scene, random, account, index, guild: own[0] ?? expect.unreachable(), people }))
  }
  await trackTogether(scene, accounts)
  for (const { user } of people)
    for (const account of accounts)
      if (random.chance(0.3)) await scene.app.services.members.add(account, user.id, random.pick(ROLES))
  await scene.app.tick()
  await scene.restart()
  const file = new Database(scene.app.databaseFile, { readonly: true })
  return {
    scene,
    random,
    file,
    accounts,
    guilds,
    people,
    marks: filled.flatMap(({ marks }) => marks),
    universes: filled.flatMap(({ universes }) => universes),
    postKeys: filled.map(({ postKey }) => postKey),
    apiKeys: filled.map(({ apiKey }) => apiKey),
    codes: filled.map(({ code }, index) => ({ code, accountId: accounts[index]?.id ?? 0 })),
  }
}

interface AccountContents {
  readonly marks: readonly AccountMark[]
  readonly universes: Walk['universes']
  readonly postKey: string
  readonly apiKey: string
  readonly code: string
}

interface FillOptions {
  readonly scene: BotFixture
  readonly random: Random
  readonly account: Account
  readonly index: number
  readonly guild: Walk['guilds'][number]
  readonly people: readonly WalkPerson[]
}

const RULE = {
  metric: 'ccu',
  condition: { is: 'below', value: 5 },
  readings: 1,
  minutes: 10,
  cooldownMinutes: 60,
  quietHours: null,
} as const

/** The players of a game, as files and texts of each language write them. */
const numberTexts = (players: number): string[] => {
  const groups = [String(players).slice(0, -6), String(players).slice(-6, -3), String(players).slice(-3)]
  return [String(players), ...[',', '.', '\u00a0', '\u202f', ' '].map((between) => groups.join(between))]
}

async function fill({ scene, random, account, index, guild, people }: FillOptions): Promise<AccountContents> {
  const { services, simulator } = scene.app
  const roleId = `70000000000000${index}000`
  const note = `notemark${account.name}`
  const marks: AccountMark[] = [account.name, note, roleId].map((text) => ({ text, accountId: account.id }))
  const games: Game[] = []
  for (let one = 0; one < 2 + random.below(3); one++) {
    const ccu = 7_000_000 + index * 100_000 + one * 1_117 + 311
    const name = `${WORDS[index]}Game${one}`
    const universeId = FIRST_UNIVERSE + index * 10 + one
    const game = await track({ scene, account, universeId, channelId: guild.channels[one] ?? null }, { name, ccu })
    games.push(game)
    marks.push(...[name, ...numberTexts(ccu)].map((text) => ({ text, universeId: game.universeId })))
  }
  const [first = expect.unreachable()] = games
  await services.games.change(first, { isPublic: random.chance(0.5) })
  await services.notes.add(first, { text: note, author: null })
  await services.marks.setTags(first, note)
  await services.notifications.addRules(games, { ...RULE, roleId }, undefined)
  const [channelId = ''] = guild.channels
  await services.scheduledPosts.keep({ guildId: guild.id, channelId, topic: 'digest', weekday: 1, at: 540 })
  const person = random.pick(people).user.id
  const from = { userId: person, guildId: guild.id, channelId, locale: 'en' as const }
  await services.personAlerts.add(first, from, { on: 'update' })
  const facts = SOME_FACTS.alert
  const draft = { gameId: first.id, accountId: account.id, kind: facts.kind, subject: `walk-${index}`, facts }
  await scene.app.store.outbox.add({ ...draft, occurredAt: MINUTE_NOW }, scene.app.clock.now())
  const [stored = expect.unreachable()] = await scene.app.store.outbox.list({
    accountId: account.id,
    states: ['pending'],
    limit: 1,
  })
  const { secret: apiKey } = await services.keys.create(account, `key-${index}`)
  const { code } = await services.guilds.createCode(account)
  noteSecret(apiKey)
  const universes = games.map(({ universeId, name }) => ({
    id: universeId,
    name,
    placeId: simulator.world.games.find((game) => game.universeId === universeId)?.placeId ?? 0,
  }))
  return { marks, universes, postKey: idempotencyKeyOf(stored), apiKey, code }
}

/** One universe that every account tracks: its name says nothing of who sees it, but its ids do. */
async function trackTogether(scene: BotFixture, accounts: readonly Account[]): Promise<void> {
  for (const account of accounts)
    await track({ scene, account, universeId: SHARED_UNIVERSE, channelId: null }, { name: 'Commons', ccu: 12 })
}

interface TrackOptions {
  readonly scene: BotFixture
  readonly account: Account
  readonly universeId: number
  readonly channelId: string | null
}

async function track(
  { scene: { app }, account, universeId, channelId }: TrackOptions,
  { name, ccu }: { readonly name: string; readonly ccu: number },
): Promise<Game> {
  if (!app.simulator.world.games.some((game) => game.universeId === universeId))
    app.simulator.addUniverse({ universeId, name })
  app.simulator.set(universeId, { ccu })
  return (await app.services.games.add(account, { universeId }, channelId)).game
}

/** The ids of what can be named in a control, of every account. */
export function thingsIn({ file }: Pick<Walk, 'file'>): Things {
  const idsOf = (table: string) => file.prepare<[], number>(`SELECT id FROM ${table}`).pluck().all()
  return {
    rules: idsOf('notice_rule'),
    alerts: idsOf('person_alert'),
    posts: idsOf('scheduled_post'),
    notifications: idsOf('notice'),
  }
}
