// /track as those use it who manage a server.
import { expect, test } from 'vitest'
import { MODERATOR, OWNER } from '../bot/people.js'
import { type BotFixture, CHANNEL, linesOf, openScene, STRANGE_GUILD, slowly, THREAD } from '../bot/scene.js'

const track = (scene: BotFixture, verb: string, options: Record<string, string>, more = {}) =>
  scene.double.slash({ command: `track ${verb}`, options, member: MODERATOR, ...more })

const gamesOf = ({ app, account }: BotFixture) => app.store.games.ofAccount(account.id)

test('only who may manage the server is offered it, and only in servers', async () => {
  const scene = await openScene()
  await scene.restart()
  expect(() => scene.double.slash({ command: 'track add', options: { game: '1' } })).toThrow('without permissions')
  expect(() => track(scene, 'add', { game: '1' }, { guildId: null })).toThrow('context')
  const handle = await scene.double.slash({ command: 'track add', options: { game: '1' }, user: OWNER }).done()
  expect(handle.ephemeral).toBe(true)
  const strange = await track(scene, 'add', { game: '1' }, { guildId: STRANGE_GUILD }).done()
  expect(strange.ephemeral).toBe(true)
  expect(strange.message.content).toContain('not linked')
  expect(await gamesOf(scene)).toEqual([])
})

test('a game is added by address, universe id or place id, and known by its name afterwards', async () => {
  const scene = await openScene()
  const [first, second, third, fourth] = scene.app.simulator.world.games
  await scene.restart()
  const page = `https://www.roblox.com/games/${first?.placeId}/Somewhere`
  // Angle brackets keep Discord from showing a preview of the address.
  const quiet = `<https://www.roblox.com/games/${fourth?.placeId}>`
  for (const game of [page, String(second?.universeId), String(third?.placeId), quiet]) {
    const handle = await track(scene, 'add', { game }).done()
    expect(handle.ephemeral).toBe(true)
    expect(handle.message.content).toContain('is tracked now')
  }
  const games = await gamesOf(scene)
  const added = [first, second, third, fourth].map((game) => game?.universeId)
  expect(games.map(({ universeId }) => universeId)).toEqual(added)
  const again = await track(scene, 'add', { game: games[0]?.name.toUpperCase() ?? '' }).done()
  expect(again.message.content).toContain('is tracked already')
  for (const [game, words] of [
    ['some name', 'No game called “some name” is known here'],
    ['999999999999', 'not show place 999999999999'],
    ['0', 'whole number'],
    [`https://www.roblox.com/games/${'9'.repeat(12)}`, 'it may be private or deleted'],
  ] as const) {
    const rejected = await track(scene, 'add', { game }).done()
    expect(rejected.ephemeral).toBe(true)
    expect(rejected.message.content).toContain(words)
  }
})

test('it pauses, resumes and removes by name, and offers what fits', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' })
  const other = await scene.track({ name: 'Other **@everyone**' })
  await scene.restart()
  const offered = async (verb: string) => {
    const choices = await scene.double.autocomplete({
      command: `track ${verb}`,
      member: MODERATOR,
      focused: { name: 'game', value: '' },
    })
    return choices.map(({ name }) => name)
  }
  const paused = await track(scene, 'pause', { game: 'Obby' }).done()
  expect(paused.message.content).toContain('is paused')
  expect(await offered('pause')).toEqual(['Other **@everyone**'])
  expect(await offered('resume')).toEqual(['Obby'])
  expect((await track(scene, 'pause', { game: 'Obby' }).done()).message.content).toContain('was paused already')
  expect((await track(scene, 'resume', { game: 'Obby' }).done()).message.content).toContain('is tracked again')
  expect((await track(scene, 'resume', { game: 'Obby' }).done()).message.content).toContain('is not paused')
  const partly = await track(scene, 'remove', { game: 'Oth' }).done()
  expect(partly.message.content).toContain(`its id: ${other.id}`)
  expect(await gamesOf(scene)).toHaveLength(2)
  const removed = await track(scene, 'remove', { game: String(other.id) }).done()
  expect(removed.message.content).toContain('Other \\*\\*@\u200beveryone\\*\\*')
  expect(removed.message.allowedMentions).toMatchObject({ parse: [] })
  expect((await gamesOf(scene)).map(({ name }) => name)).toEqual(['Obby'])
  const gone = await track(scene, 'remove', { game: 'Other' }).done()
  expect(gone.message.content).toContain('is called “Other”')
})

test('a plan that is full says so, and nothing is added', async () => {
  const scene = await openScene()
  for (const name of ['One', 'Two', 'Three']) await scene.track({ name })
  await scene.app.services.accounts.change(scene.account.name, { plan: 'free' })
  await scene.restart()
  const universe = String(scene.app.simulator.world.games[0]?.universeId)
  const handle = await track(scene, 'add', { game: universe }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toBe(
    'On the Free plan, at most 3 games are tracked. Remove one, or have the operator change the plan.',
  )
})

test('a channel is linked after a test post, and answers for one game [DISCORD-7]', async () => {
  const scene = await openScene()
  const first = await scene.track({ name: 'First' })
  await scene.track({ name: 'Second' })
  await scene.restart()
  const linked = await track(scene, 'channel', { game: 'First', channel: CHANNEL }).done()
  expect(linked.ephemeral).toBe(true)
  expect(linked.message.content).toContain(`<#${CHANNEL}> now answers for **First**`)
  const [post] = scene.double.world.messagesIn(CHANNEL)
  expect(post?.embeds[0]?.title).toBe('This channel is linked to First')
  expect(post?.allowedMentions).toMatchObject({ parse: [] })
  const moved = await track(scene, 'channel', { game: 'Second', channel: CHANNEL }).done()
  expect(moved.message.content).toContain('It answered for **First** before')
  expect((await gamesOf(scene)).map(({ channelId }) => channelId)).toEqual([null, CHANNEL])
  const thread = await track(scene, 'add', { game: String(first.universeId), channel: THREAD }).done()
  expect(thread.message.content).toContain(`<#${THREAD}>`)
})

test('what was paused or resumed here, no change of the plan undoes', async () => {
  const scene = await openScene()
  const { services } = scene.app
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  for (const name of names) await scene.track({ name })
  await scene.restart()
  await services.accounts.change(String(scene.account.id), { plan: 'free' })
  expect((await track(scene, 'pause', { game: 'Four' }).done()).message.content).toContain('was paused already')
  await track(scene, 'pause', { game: 'One' }).done()
  await track(scene, 'resume', { game: 'Five' }).done()
  await track(scene, 'pause', { game: 'Five' }).done()
  const { resumed } = await services.accounts.change(String(scene.account.id), { plan: 'enterprise' })
  expect(resumed.map(({ name }) => name)).toEqual(['Six'])
})

test('a channel without permissions is not saved, and the words name what is missing [CHAT-5]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' })
  await scene.restart()
  scene.double.world.denyInChannel(CHANNEL, ['EmbedLinks', 'AttachFiles'])
  await expect
    .poll(async () => (await track(scene, 'channel', { game: 'Obby', channel: CHANNEL }).done()).message.content)
    .toContain(`In <#${CHANNEL}> I lack these permissions: Embed Links, Attach Files`)
  scene.double.world.denyInChannel(CHANNEL, ['ViewChannel'])
  const universe = String(scene.app.simulator.world.games[0]?.universeId)
  await expect
    .poll(async () => (await track(scene, 'add', { game: universe, channel: CHANNEL }).done()).message.content)
    .toContain('View Channel')
  expect((await gamesOf(scene)).map(({ name, channelId }) => [name, channelId])).toEqual([['Obby', null]])
  const unseen = await track(scene, 'channel', { game: 'Obby', channel: '999000000000000001' }).done()
  expect(unseen.message.content).toContain('did not go through')
  const foreign = '200000000000000020'
  const elsewhere = await track(scene, 'channel', { game: 'Obby', channel: foreign }).done()
  expect(elsewhere.message.content).toContain('cannot see that channel')
  expect(scene.double.world.messagesIn(foreign)).toEqual([])
  expect(scene.double.world.messagesIn(CHANNEL)).toEqual([])
})

test('a test post that Discord rejects leaves the channel unlinked, and the game is tracked all the same', async () => {
  const scene = await openScene()
  await scene.restart()
  // In threads discord.js checks other permissions than the double, so only Discord rejects the post here.
  scene.double.world.denyInChannel(THREAD, ['SendMessages'])
  const universe = String(scene.app.simulator.world.games[0]?.universeId)
  const handle = await track(scene, 'add', { game: universe, channel: THREAD }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toContain('is tracked now')
  expect(handle.message.content).toContain('did not go through')
  expect((await gamesOf(scene)).map(({ channelId }) => channelId)).toEqual([null])
  expect(linesOf(scene, 'error')).toEqual([])
})

test('a slow platform makes it defer privately, and one that is down is answered in words', async () => {
  const scene = await openScene()
  const { simulator } = scene.app
  await scene.restart()
  simulator.settings.latencyMs = 900
  const handle = await track(scene, 'add', { game: String(simulator.world.games[0]?.universeId) }).done()
  expect([handle.deferred, handle.ephemeral]).toEqual([true, true])
  expect(handle.firstAnswer?.afterMs).toBeLessThan(1_000)
  expect(handle.message.content).toContain('is tracked now')
  simulator.settings.latencyMs = 0
  simulator.settings.errorRate = 1
  const rejected = await track(scene, 'add', { game: String(simulator.world.games[1]?.universeId) }).done(25_000)
  expect(rejected.ephemeral).toBe(true)
  expect(rejected.message.content).toContain('Roblox did not answer')
  expect(linesOf(scene, 'error')).toEqual([])
})

test('a slow store makes it defer privately, and what is rejected then is private too', async () => {
  const scene = await openScene()
  const { services } = scene.app
  const guildView = { ...services.guildView, accountOf: slowly(scene, services.guildView.accountOf) }
  await scene.restart({ ...services, guildView })
  const rejected = await track(scene, 'add', { game: 'no such name' }).done()
  expect([rejected.deferred, rejected.ephemeral]).toEqual([true, true])
  expect(rejected.message.content).toContain('No game called')
})

test('a lost acknowledgment of the test post does not post it twice [CHAT-11]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' })
  await scene.restart()
  scene.double.faults.next('POST /channels/*/messages', { status: 502, afterCommit: true })
  const handle = await track(scene, 'channel', { game: 'Obby', channel: CHANNEL }).done()
  expect(handle.message.content).toContain('now answers for')
  expect(scene.double.world.messagesIn(CHANNEL)).toHaveLength(1)
})
