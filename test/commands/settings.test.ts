// /settings and /setup as those use them who manage a server.
import { expect, test } from 'vitest'
import { NO_GUILD_SETTINGS } from '../../src/domain/guild.js'
import { MODERATOR } from '../bot/people.js'
import { type BotFixture, CHANNEL, GUILD, openScene, STRANGE_GUILD, slowly } from '../bot/scene.js'
import type { DoubleMessage } from '../support/discord/double.js'

const ask = (scene: BotFixture, command: string, options: Record<string, string> = {}, more = {}) =>
  scene.double.slash({ command, options, member: MODERATOR, ...more }).done()

const fields = (message: DoubleMessage) => (message.embeds[0]?.fields ?? []).map(({ value }) => value)

test('settings are shown, changed one by one, and kept over a restart', async () => {
  const scene = await openScene()
  await scene.restart()
  const before = await ask(scene, 'settings')
  expect(before.ephemeral).toBe(true)
  expect(fields(before.message)).toEqual([
    'UTC · now 12:00 PM',
    "Everyone's own",
    'None',
    'The channel of the first game',
  ])
  expect(before.message.embeds[0]?.fields?.map(({ name }) => name)).toEqual([
    'Time zone',
    'Language',
    'Quiet hours',
    'News of Roblox',
  ])
  const zoned = await ask(scene, 'settings', { timezone: 'europe/berlin' })
  expect(zoned.message.content).toBe('Saved.')
  expect(fields(zoned.message)).toEqual([
    'Europe/Berlin · now 2:00 PM',
    "Everyone's own",
    'None',
    'The channel of the first game',
  ])
  await ask(scene, 'settings', { language: 'en' }, { locale: 'de' })
  await scene.restart()
  expect(fields((await ask(scene, 'settings')).message)).toEqual([
    'Europe/Berlin · now 2:00 PM',
    'English',
    'None',
    'The channel of the first game',
  ])
  expect(await scene.app.store.guildSettings.of(STRANGE_GUILD)).toEqual(NO_GUILD_SETTINGS)
})

test('a server chooses where news of Roblox as a whole is posted, among channels where the bot can post', async () => {
  const scene = await openScene()
  await scene.restart()
  const chosen = await ask(scene, 'settings', { news_channel: CHANNEL })
  expect(fields(chosen.message).at(-1)).toBe(`<#${CHANNEL}>`)
  expect((await scene.app.store.guildSettings.of(GUILD)).newsChannelId).toBe(CHANNEL)
  await ask(scene, 'settings', { language: 'en' })
  expect((await scene.app.store.guildSettings.of(GUILD)).newsChannelId).toBe(CHANNEL)
})

test('a server chooses quiet hours, and whether what is urgent comes in them all the same [DISCORD-35]', async () => {
  const scene = await openScene()
  await scene.restart()
  const chosen = await ask(scene, 'settings', { quiet_from: '22:00', quiet_until: '7:00' })
  expect(fields(chosen.message)[2]).toBe('10:00 PM – 7:00 AM')
  const urgent = await scene.double.slash({ command: 'settings', options: { urgent: true }, member: MODERATOR }).done()
  expect(fields(urgent.message)[2]).toBe('10:00 PM – 7:00 AM; urgent posts still come')
  await scene.restart()
  expect(await scene.app.store.guildSettings.of(GUILD)).toMatchObject({
    ...{ quietHours: { from: 1_320, until: 420 }, letsUrgent: true },
  })
  const half = await ask(scene, 'settings', { quiet_from: '22:00' })
  expect(half.message.content).toContain('both times')
  const both = await ask(scene, 'settings', { quiet_from: '22:00', quiet_until: '7:00', reset: 'quiet_hours' })
  expect(both.message.content).toBe('Either choose something new or reset it, not both.')
  const reset = await ask(scene, 'settings', { reset: 'quiet_hours' })
  expect(fields(reset.message)[2]).toBe('None')
  expect(await scene.app.store.guildSettings.of(GUILD)).toEqual(NO_GUILD_SETTINGS)
})

test('the channel for such news and the time zone can be reset', async () => {
  const scene = await openScene()
  await scene.restart()
  await ask(scene, 'settings', { news_channel: CHANNEL, timezone: 'Europe/Berlin' })
  const both = await ask(scene, 'settings', { news_channel: CHANNEL, reset: 'news_channel' })
  expect(both.message.content).toBe('Either choose something new or reset it, not both.')
  const reset = await ask(scene, 'settings', { reset: 'news_channel' })
  expect(fields(reset.message).at(-1)).toBe('The channel of the first game')
  expect(await scene.app.store.guildSettings.of(GUILD)).toMatchObject({
    newsChannelId: null,
    timeZone: 'Europe/Berlin',
  })
  await ask(scene, 'settings', { reset: 'timezone' })
  expect(await scene.app.store.guildSettings.of(GUILD)).toEqual(NO_GUILD_SETTINGS)
})

test("a server's language stands over everyone's own, and can be taken back", async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 1_234_567 })
  await scene.app.tick()
  await scene.restart()
  const shown = async () => {
    const handle = await scene.double.slash({ command: 'chart', options: { game: 'Obby' }, locale: 'en-GB' }).done()
    return handle.message.attachments[0]?.description ?? ''
  }
  expect(await shown()).toMatch(/\d Jun 2026/)
  await ask(scene, 'settings', { language: 'en' })
  expect(await shown()).toMatch(/Jun 11\D+17, 2026/)
  await ask(scene, 'settings', { language: 'auto' })
  expect(await shown()).toMatch(/\d Jun 2026/)
})

test('what is no time zone is rejected, and zones are found by any part of their name', async () => {
  const scene = await openScene()
  await scene.restart()
  for (const timezone of ['Nowhere/City', '+02:00', '']) {
    const handle = await ask(scene, 'settings', { timezone })
    expect(handle.ephemeral).toBe(true)
    expect(handle.message.content).toContain('not the name of a time zone')
  }
  const typing = (value: string) =>
    scene.double.autocomplete({ command: 'settings', member: MODERATOR, focused: { name: 'timezone', value } })
  expect((await typing('new york')).map(({ value }) => value)).toEqual(['America/New_York'])
  expect((await typing('berl'))[0]?.name).toBe('Europe/Berlin · now 2:00 PM')
  expect(await typing('')).toHaveLength(25)
})

test('members and strangers to a server are not offered either', async () => {
  const scene = await openScene()
  await scene.restart()
  for (const command of ['settings', 'setup']) {
    expect(() => scene.double.slash({ command, options: { code: 'x' } })).toThrow('without permissions')
    expect(() => scene.double.slash({ command, guildId: null, options: { code: 'x' } })).toThrow('context')
  }
})

test('a code links the server, once', async () => {
  const scene = await openScene({ linked: false })
  await scene.track({ name: 'Obby' })
  const { code } = await scene.app.services.guilds.createCode(scene.account)
  await scene.restart()
  const linked = await ask(scene, 'setup', { code: ` ${code.toUpperCase()} ` })
  expect(linked.ephemeral).toBe(true)
  expect(linked.message.content).toContain('now sees the games of **Studio**')
  const games = await scene.double.slash({ command: 'games' }).done()
  expect(games.message.embeds[0]?.description).toContain('Obby')
  const again = await ask(scene, 'setup', { code }, { guildId: STRANGE_GUILD })
  expect(again.ephemeral).toBe(true)
  expect(again.message.content).toContain('no longer valid')
  expect(await scene.app.store.guilds.byId(STRANGE_GUILD)).toBeUndefined()
  expect(await scene.app.store.guilds.byId(GUILD)).toMatchObject({ accountId: scene.account.id })
})

test('a slow store makes both defer privately', async () => {
  const scene = await openScene()
  const { services } = scene.app
  const guildKeeping = { ...services.guildKeeping, settings: slowly(scene, services.guildKeeping.settings) }
  await scene.restart({ ...services, guildKeeping })
  const handle = await scene.double.slash({ command: 'settings', member: MODERATOR }).done()
  expect(handle.deferred).toBe(true)
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.embeds).toHaveLength(1)
})
