// /stats as people use it.
import { expect, test } from 'vitest'
import { HOUR_MINUTES, minuteOf } from '../../src/domain/clock.js'
import { HeadcountError } from '../../src/domain/error.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { emptyBlock } from '../../src/domain/sample.js'
import { type BotFixture, CHANNEL, GUILD, openScene, STRANGE_GUILD, slowly, THREAD } from '../bot/scene.js'
import type { DoubleMessage } from '../support/discord/double.js'
import { NOON } from '../support/start-app.js'

const fields = (message: DoubleMessage): Record<string, string> =>
  Object.fromEntries((message.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]))

/** A thousand players, every hour of the last ten days. */
async function writePast(scene: BotFixture, universeId: number): Promise<void> {
  const hours = Array.from({ length: 240 }, (_, index) => minuteOf(NOON) - (240 - index) * HOUR_MINUTES)
  const block = emptyBlock(universeId, hours.length)
  block.minutes.set(hours)
  for (const name of MEASURE_NAMES) block.columns[name].fill(name === 'ccu' ? 1_000 : 1)
  await scene.app.store.series.importBlock(block)
}

const ask = (scene: BotFixture, game: string) => scene.double.slash({ command: 'stats', options: { game } }).done()
const typing = (scene: BotFixture, value: string, guildId = GUILD) =>
  scene.double.autocomplete({ command: 'stats', guildId, focused: { name: 'game', value } })

test('a linked channel answers for its game without being asked which', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  scene.app.simulator.set(game.universeId, {
    ccu: 12_345,
    visits: 6_789_012,
    favorites: 4_321,
    likes: 900,
    dislikes: 100,
  })
  await scene.app.tick()
  await scene.restart()
  const handle = await scene.double.slash({ command: 'stats', channelId: CHANNEL }).done()
  expect(handle.ephemeral).toBe(false)
  expect(handle.message.embeds[0]?.title).toBe('Obby')
  expect(handle.message.embeds[0]?.description).toBe(`As of <t:${NOON / 1000}:R>`)
  expect(fields(handle.message)).toMatchObject({
    'Players now': '12,345',
    'Rank here': '#1 of 1',
    'Like ratio': '90.00%',
    Totals: 'Visits 6,789,012 · Favorites 4,321 · Likes 900 · Dislikes 100',
  })
  // The texts are English, and so are the numbers.
  const french = await scene.double.slash({ command: 'stats', channelId: CHANNEL, locale: 'fr' }).done()
  expect(fields(french.message)['Players now']).toBe('12,345')
})

test('a thread counts as the channel that it lies in', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.app.tick()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'stats', channelId: THREAD }).done()
  expect(message.embeds[0]?.title).toBe('Obby')
})

test('the players now stand against the usual, in the words of the page [INSIGHTS-6]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  scene.app.simulator.set(game.universeId, { ccu: 1_120 })
  await scene.app.tick()
  await scene.restart()
  const statsFields = async () =>
    fields((await scene.double.slash({ command: 'stats', channelId: CHANNEL }).done()).message)
  const first = NOON / 1_000 + 2 * 86_400
  expect((await statsFields())['Against the usual']).toBe(
    `The usual is known from <t:${first}:f>\n` +
      'How Roblox as a whole is doing is not known: its games were not counted in the last 15 minutes',
  )
  await writePast(scene, game.universeId)
  expect(await statsFields()).toMatchObject({
    'Against the usual': expect.stringMatching(
      /^12.0% above its usual 1,000 \(959 to 1,041\)\n100.0% of the last week’s hours were/,
    ),
    Change: '+12.0% vs. 24 hours ago · +12.0% vs. 7 days ago',
  })
})

test('visits stand beside their changes and what is usual for them [INSIGHTS-6]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  scene.app.simulator.set(game.universeId, { ccu: 1_000, visits: 24_000, favorites: 50 })
  const hours = Array.from({ length: 240 }, (_, index) => minuteOf(NOON) - (240 - index) * HOUR_MINUTES)
  const block = emptyBlock(game.universeId, hours.length)
  block.minutes.set(hours)
  for (const name of MEASURE_NAMES) block.columns[name].fill(name === 'ccu' ? 1_000 : 50)
  for (let index = 0; index < hours.length; index++) block.columns.visits[index] = 100 * index
  await scene.app.store.series.importBlock(block)
  await scene.app.tick()
  await scene.restart()
  const found = fields((await scene.double.slash({ command: 'stats', channelId: CHANNEL }).done()).message)
  expect(found['Visits a day']).toBe('+2,400 in 24 hours · +16,800 in 7 days\nLast 24 full hours: +2,400, usual +2,400')
  expect(found.Totals).toContain('Visits 24,000 · Favorites 50')
})

test('votes that did not arrive are no zeros', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  scene.app.simulator.settings.votesDown = true
  await scene.app.tick()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'stats' }).done()
  expect(fields(message)).toMatchObject({
    Totals: expect.stringContaining('Likes — · Dislikes —'),
    'Like ratio': '—',
  })
  scene.app.simulator.settings.votesDown = false
  scene.app.clock.advance(1)
  await scene.app.tick()
  scene.app.simulator.settings.votesDown = true
  scene.app.clock.advance(1)
  await scene.app.tick()
  const later = await scene.double.slash({ command: 'stats' }).done()
  const minute = NOON / 1000
  expect(later.message.embeds[0]?.description).toBe(
    `As of <t:${minute + 120}:R> · likes and dislikes as of <t:${minute + 60}:R>`,
  )
  expect(fields(later.message)['Like ratio']).not.toBe('—')
})

test('a game is found by name, part of a name, internal id, universe id and pasted address [DISCORD-3]', async () => {
  const scene = await openScene()
  const obby = await scene.track({ name: 'Mega Obby' })
  await scene.track({ name: 'Obby' })
  const place = scene.app.simulator.world.game(obby.universeId)?.placeId
  await scene.app.tick()
  await scene.restart()
  const titles = new Map<string, string | undefined>()
  const page = `https://www.roblox.com/games/${place}/Mega-Obby`
  for (const text of ['obby', 'MEGA', String(obby.id), String(obby.universeId), page]) {
    titles.set(text, (await ask(scene, text)).message.embeds[0]?.title)
  }
  expect([...titles.values()]).toEqual(['Obby', 'Mega Obby', 'Mega Obby', 'Mega Obby', 'Mega Obby'])
})

test('what is ambiguous or not found is answered privately, with what to do', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby *one*' })
  await scene.track({ name: 'Obby two' })
  await scene.restart()
  const many = await ask(scene, 'obby')
  expect(many.ephemeral).toBe(true)
  expect(many.message.content).toContain('Obby \\*one\\* · ID 1\nObby two · ID 2')
  const none = await ask(scene, '@everyone **x**')
  expect(none.ephemeral).toBe(true)
  expect(none.message.content).toContain('“@\u200beveryone \\*\\*x\\*\\*”')
  const unlinked = await scene.double.slash({ command: 'stats' }).done()
  expect(unlinked.ephemeral).toBe(true)
  expect(unlinked.message.content).toContain('This channel is not linked to a game')
  const unmeasured = await ask(scene, '1')
  expect(unmeasured.ephemeral).toBe(true)
  expect(unmeasured.message.content).toContain('Obby \\*one\\* has no sample yet')
})

test("another account's game looks like one that is not there [DISCORD-1]", async () => {
  const scene = await openScene()
  await scene.track({ name: 'Mine' })
  const other = await scene.app.services.accounts.create({ name: 'Other', plan: 'premium' })
  scene.app.simulator.addUniverse({ universeId: 99_001, name: 'Theirs' })
  const { game } = await scene.app.services.games.add(other, { universeId: 99_001 })
  await scene.restart()
  const texts = [String(game.id), '99001', 'Theirs', '424242']
  const answers = await Promise.all(
    texts.map(async (text) => (await ask(scene, text)).message.content.replace(text, '')),
  )
  expect(new Set(answers).size).toBe(1)
  expect(await typing(scene, 'Thei')).toEqual([])
})

test('without a link, or outside of servers, it says so privately', async () => {
  const scene = await openScene()
  await scene.restart()
  const strange = await scene.double.slash({ command: 'stats', guildId: STRANGE_GUILD }).done()
  expect(strange.ephemeral).toBe(true)
  expect(strange.message.content).toContain('not linked')
  const direct = await scene.double.slash({ command: 'stats', guildId: null, integrationOwners: 'user' }).done()
  expect(direct.ephemeral).toBe(true)
  const empty = await ask(scene, 'anything')
  expect(empty.message.content).toContain('</track add:')
  expect(await typing(scene, '', STRANGE_GUILD)).toEqual([])
})

test('autocomplete offers at most 25 names of at most 100 characters, the best first, and notices new games [CHAT-3]', async () => {
  const scene = await openScene()
  await scene.track({ name: `Zebra ${'y'.repeat(101)}` })
  await scene.track({ name: 'My Zebra' })
  for (let index = 0; index < 26; index++) await scene.track({ name: `Other ${index}` })
  await scene.restart()
  const zebras = await typing(scene, 'zEb')
  expect(zebras.map(({ name }) => name)).toEqual([`Zebra ${'y'.repeat(93)}…`, 'My Zebra'])
  expect(await typing(scene, '')).toHaveLength(25)
  const added = await scene.track({ name: 'Zebra Two' })
  expect(await typing(scene, 'zebra two')).toEqual([{ name: 'Zebra Two', value: String(added.id) }])
})

test('a name or id that is typed whole comes first, and hides no name that goes on', async () => {
  const scene = await openScene()
  for (const name of ['Obby 20', 'Obby 2', 'Tycoon 2', 'Other']) await scene.track({ name })
  await scene.restart()
  const names = async (value: string) => (await typing(scene, value)).map(({ name }) => name)
  expect(await names('obby 2')).toEqual(['Obby 2', 'Obby 20'])
  expect(await names('3')).toEqual(['Tycoon 2'])
  // Game 2 has the same name.
  expect(await names('2')).toEqual(['Obby 2', 'Obby 20', 'Tycoon 2'])
})

test('autocomplete finds parts of words in any order, and lists the games with most players first [DISCORD-29]', async () => {
  const scene = await openScene()
  for (const [name, ccu] of [
    ['Mega Easy Obby', 10],
    ['Obby of Mega Hell', 300],
    ['Easy Tycoon', 70],
  ] as const)
    await scene.track({ name, ccu })
  await scene.app.tick()
  await scene.track({ name: 'A game without samples' })
  await scene.restart()
  const names = async (value: string) => (await typing(scene, value)).map(({ name }) => name)
  expect(await names('')).toEqual(['Obby of Mega Hell', 'Easy Tycoon', 'Mega Easy Obby', 'A game without samples'])
  expect(await names('bby mEg')).toEqual(['Obby of Mega Hell', 'Mega Easy Obby'])
  expect(await names('meg ob')).toEqual(['Obby of Mega Hell', 'Mega Easy Obby'])
  // A name that begins with what was typed comes first, however many people play it.
  expect(await names('mega')).toEqual(['Mega Easy Obby', 'Obby of Mega Hell'])
  expect((await ask(scene, 'oby')).message.content).toContain('No game that is tracked here')
  expect((await ask(scene, 'obby easy')).message.embeds[0]?.title).toBe('Mega Easy Obby')
})

test('equal names are distinguished by who made the game, else by id [DISCORD-29, CHAT-3]', async () => {
  const scene = await openScene()
  const long = `Obby ${'y'.repeat(101)}`
  for (const creator of ['Red Studio', 'Blue Studio', 'Red Studio', 'x'.repeat(80)])
    await scene.track({ name: long, creator })
  await scene.track({ name: 'Tycoon' })
  await scene.app.tick()
  await scene.restart()
  const choices = await typing(scene, '')
  const endings = choices.map(({ name }) => name.replace(/^Obby y+… · |^Tycoon/, ''))
  expect(endings.sort()).toEqual(['', 'ID 1', 'ID 3', 'by Blue Studio', `by ${'x'.repeat(39)}…`])
  expect(Math.max(...choices.map(({ name }) => name.length))).toBe(100)
})

test('autocomplete asks the store once, and a failing store gives an empty list', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' })
  const { services } = scene.app
  let reads = 0
  const games: typeof services.guildView.games = (account) => {
    reads += 1
    if (reads > 1) throw new HeadcountError('UNAVAILABLE', 'gone')
    return services.guildView.games(account)
  }
  await scene.restart({ ...services, guildView: { ...services.guildView, games } })
  for (const text of ['o', 'ob', 'obb']) expect(await typing(scene, text)).toHaveLength(1)
  expect(reads).toBe(1)
  await scene.track({ name: 'Obby Two' })
  expect(await typing(scene, 'o')).toEqual([])
  expect(scene.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
})

test('a slow store makes it defer, and then answer', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.app.tick()
  const { services } = scene.app
  await scene.restart({
    ...services,
    gameOverview: { ...services.gameOverview, read: slowly(scene, services.gameOverview.read) },
  })
  const handle = await scene.double.slash({ command: 'stats' }).done()
  expect(handle.deferred).toBe(true)
  expect(handle.message.embeds[0]?.title).toBe('Obby')
})
