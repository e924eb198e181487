// /rank without a link or games, with a slow store, and after errors.
import { expect, test } from 'vitest'
import { HeadcountError } from '../../src/domain/error.js'
import { buttons, GUILD, linesOf, openScene, rows, STRANGE_GUILD, slowly, trackMany } from '../bot/scene.js'

test('in a server without a link it says privately how to link it', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Secret', ccu: 1 })
  await scene.app.tick()
  await scene.restart()
  const handle = await scene.double.slash({ command: 'rank', guildId: STRANGE_GUILD }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toMatch(
    /^This server is not linked to a Headcount account yet[.] Whoever manages the server links it with <\/setup:\d+>; the operator of Headcount gives the code for it[.]$/,
  )
  const uninvited = await scene.double.slash({ command: 'rank', guildId: '299000000000000000' }).done()
  expect(uninvited.ephemeral).toBe(true)
  expect(uninvited.message.content).toContain('not a member of this server')
  const direct = await scene.double.slash({ command: 'rank', guildId: null }).done()
  expect(direct.ephemeral).toBe(true)
  expect(direct.message.content).toContain('Use it in a server')
})

test('an account without games is answered how to add one, privately', async () => {
  const scene = await openScene()
  await scene.restart()
  const handle = await scene.double.slash({ command: 'rank', guildId: GUILD }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toMatch(
    /^No game is tracked here yet[.] Whoever manages the server adds one with <\/track add:\d+>[.]$/,
  )
  const game = await scene.track({ name: 'Paused' })
  await scene.app.services.games.change(game, { isActive: false })
  const paused = await scene.double.slash({ command: 'rank' }).done()
  expect(paused.message.content).toContain('paused')
})

test('a slow store makes it defer within a second, and then answer [CHAT-1, CHAT-14]', async () => {
  const scene = await openScene()
  await trackMany(scene, 12)
  await scene.app.tick()
  const { services } = scene.app
  await scene.restart({ ...services, rankGames: slowly(scene, services.rankGames) })
  const handle = await scene.double.slash({ command: 'rank' }).done()
  expect(handle.deferred).toBe(true)
  expect(handle.firstAnswer?.afterMs).toBeLessThan(1_000)
  expect(rows(handle.message)).toHaveLength(10)
  const next = buttons(handle.message)[1]?.custom_id ?? ''
  const turned = await scene.double.button({ customId: next, message: handle.message }).done()
  expect(turned.deferred).toBe(true)
  expect(rows(turned.message)).toHaveLength(2)
})

test('an error is private, in plain words, and logged once with its cause', async () => {
  const scene = await openScene()
  const { services } = scene.app
  const broken = async () => {
    throw new Error('the disk is gone', { cause: new Error('EIO') })
  }
  await scene.restart({ ...services, rankGames: broken })
  const handle = await scene.double.slash({ command: 'rank' }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toContain('Something went wrong')
  expect(handle.message.content).not.toContain('disk')
  const errors = scene.lines.filter(({ level }) => level === 'error')
  expect(errors).toHaveLength(1)
  expect(errors[0]?.details).toMatchObject({ action: '/rank', error: 'the disk is gone', cause: { error: 'EIO' } })
  const press = await scene.double.button({ customId: 'v1:rank:page:players:2' }).done()
  expect(press.ephemeral).toBe(true)
})

test('an error after a deferral takes the public message away and is answered privately [CHAT-2]', async () => {
  const scene = await openScene()
  const { services } = scene.app
  const busy = async () => {
    throw new HeadcountError('UPSTREAM_ERROR', 'no answer from upstream')
  }
  await scene.restart({ ...services, rankGames: slowly(scene, busy) })
  const handle = await scene.double.slash({ command: 'rank' }).answered()
  expect(handle.deferred).toBe(true)
  const followUp = () => scene.double.calls.find(({ path, method }) => method === 'POST' && path.includes('/webhooks/'))
  await expect.poll(followUp, { timeout: 60_000 }).toMatchObject({ body: { flags: 64 } })
  expect(JSON.stringify(followUp()?.body)).toContain('did not answer')
  expect(handle.deleted).toBe(true)
  expect(linesOf(scene, 'error')).toEqual([])
})
