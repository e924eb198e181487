// Outside of linked servers, commands answer in private about the games of the person's own accounts.
import { InteractionContextType } from 'discord.js'
import { expect, test } from 'vitest'
import { isoOfDay } from '../../src/domain/clock.js'
import { join, MEMBER, MINUTE_NOW, TODAY, write } from '../bot/people.js'
import { type BotFixture, buttons, openScene, rows, STRANGE_GUILD, slowly, trackMany } from '../bot/scene.js'
import type { DoubleMessage } from '../support/discord/double.js'

const DIRECT = { guildId: null, user: MEMBER }
const FOREIGN = { guildId: '299000000000000000', user: MEMBER, integrationOwners: 'user' as const }
const today = isoOfDay(TODAY)

const READING = [
  { command: 'rank', options: {} },
  { command: 'games', options: {} },
  { command: 'stats', options: { game: 'Obby' } },
  { command: 'summary', options: { game: 'Obby', range: '7d' } },
  { command: 'goal', options: { game: 'Obby' } },
  { command: 'chart', options: { game: 'Obby' } },
  { command: 'export', options: { game: 'Obby', from: today, to: today, format: 'json' } },
]

async function sceneOfMember(): Promise<BotFixture> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' })
  await write(scene, game, [MINUTE_NOW])
  await join(scene, scene.account)
  await scene.restart()
  return scene
}

const textOf = (message: DoubleMessage): string =>
  `${message.content} ${JSON.stringify(message.embeds)} ${message.attachments.map(({ bytes }) => bytes.toString())}`

test('every reading command works in a direct message for a member', async () => {
  const scene = await sceneOfMember()
  for (const { command, options } of READING) {
    const { message } = await scene.double.slash({ command, options, ...DIRECT }).done()
    expect(textOf(message), command).toContain('Obby')
  }
})

test('user-installed it works in any server, privately [DISCORD-2]', async () => {
  const scene = await sceneOfMember()
  for (const place of [FOREIGN, { guildId: STRANGE_GUILD, user: MEMBER }]) {
    for (const { command, options } of READING) {
      const handle = await scene.double.slash({ command, options, ...place }).done()
      expect(handle.ephemeral, command).toBe(true)
      expect(textOf(handle.message), command).toContain('Obby')
    }
  }
  const among = { guildId: null, user: MEMBER, context: InteractionContextType.PrivateChannel }
  expect((await scene.double.slash({ command: 'rank', ...among }).done()).ephemeral).toBe(true)
})

test('nobody else sees them there', async () => {
  const scene = await sceneOfMember()
  const stranger = { id: '300000000000000099', username: 'stranger' }
  for (const place of [{ ...DIRECT, user: stranger }, { ...FOREIGN, user: stranger }, { guildId: STRANGE_GUILD }]) {
    for (const { command, options } of READING) {
      const handle = await scene.double.slash({ command, options, ...place }).done()
      expect(handle.ephemeral, command).toBe(true)
      expect(textOf(handle.message), command).not.toContain('"Obby')
      expect(handle.message.embeds, command).toEqual([])
    }
    const focused = { name: 'game', value: 'ob' }
    expect(await scene.double.autocomplete({ command: 'stats', focused, ...place })).toEqual([])
  }
})

test('names are offered as a member types, and noticed when the membership ends', async () => {
  const scene = await sceneOfMember()
  const typing = () =>
    scene.double.autocomplete({ command: 'stats', focused: { name: 'game', value: 'ob' }, ...DIRECT })
  expect(await typing()).toMatchObject([{ name: 'Obby' }])
  await scene.app.store.members.remove(scene.account.id, MEMBER.id)
  expect(await typing()).toEqual([])
})

test('a member of several accounts sees the games of all, and is asked which one to rank', async () => {
  const scene = await sceneOfMember()
  const other = await scene.app.services.accounts.create({ name: 'Second *studio*', plan: 'premium' })
  const universeId = scene.app.simulator.world.games[0]?.universeId ?? 0
  const { game } = await scene.app.services.games.add(other, { universeId })
  await write(scene, game, [MINUTE_NOW], () => ({ ccu: 4_321 }))
  await join(scene, other)
  const all = await scene.double.slash({ command: 'games', ...DIRECT }).done()
  expect(all.message.embeds[0]?.description?.split('\n')).toHaveLength(2)
  const stats = await scene.double.slash({ command: 'stats', options: { game: String(game.id) }, ...DIRECT }).done()
  expect(textOf(stats.message)).toContain('4,321')
  const question = await scene.double.slash({ command: 'rank', options: { by: 'visits' }, ...DIRECT }).done()
  expect(question.ephemeral).toBe(true)
  expect(question.message.content).toContain('several accounts')
  await scene.restart()
  const choice = {
    customId: `v1:rank:account:visits@${MEMBER.id}`,
    values: [String(other.id)],
    message: question.message,
    ...DIRECT,
  }
  const ranked = await scene.double.select(choice).done()
  expect(ranked.message.id).toBe(question.message.id)
  expect(rows(ranked.message)).toHaveLength(1)
  expect(ranked.message.content).toBe('')
  await scene.app.store.members.remove(other.id, MEMBER.id)
  const later = { customId: choice.customId, values: choice.values, ...DIRECT }
  expect(textOf((await scene.double.select(later).done()).message)).not.toContain('4,321')
})

test('a slow store makes it defer privately where others look on', async () => {
  const scene = await sceneOfMember()
  const { services } = scene.app
  const guildView = { ...services.guildView, accountsOf: slowly(scene, services.guildView.accountsOf) }
  await scene.restart({ ...services, guildView })
  const foreign = await scene.double.slash({ command: 'games', ...FOREIGN }).done()
  expect([foreign.deferred, foreign.ephemeral]).toEqual([true, true])
  expect(textOf(foreign.message)).toContain('Obby')
  // The deferred answer was public, so it is deleted and the answer is sent in private.
  const strange = await scene.double.slash({ command: 'games', guildId: STRANGE_GUILD, user: MEMBER }).answered()
  const followUp = () => scene.double.calls.find(({ path, method }) => method === 'POST' && path.includes('/webhooks/'))
  await expect.poll(followUp, { timeout: 60_000 }).toMatchObject({ body: { flags: 64 } })
  expect(JSON.stringify(followUp()?.body)).toContain('Obby')
  expect(strange.deleted).toBe(true)
})

test('a button on a public message never shows what only its presser may see', async () => {
  const scene = await openScene()
  await trackMany(scene, 12)
  await scene.app.tick()
  await join(scene, scene.account)
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'rank' }).done()
  await scene.app.store.guilds.unlink('200000000000000001')
  const customId = buttons(message)[1]?.custom_id ?? ''
  const before = JSON.stringify(message.embeds)
  const pressed = await scene.double.button({ customId, message, user: MEMBER }).done()
  expect(pressed.ephemeral).toBe(true)
  expect(textOf(pressed.message)).toContain('Game 11')
  expect(JSON.stringify(message.embeds)).toBe(before)
  const stranger = await scene.double.button({ customId, message }).done()
  expect(stranger.message.content).toContain('not linked')
})
