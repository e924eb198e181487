// The dispatcher with unusual interactions: old buttons, unknown commands, late answers, broken connections.
import { expect, test } from 'vitest'
import { buttonId, readButtonId } from '../../src/bot/custom-id.js'
import { linesOf, openScene } from './scene.js'

test('buttons of other versions, unknown actions and wrong arguments get a private answer that they are too old', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 5 })
  await scene.restart()
  const ids = [
    'v0:rank:page:players:1',
    'v1:gone:page:1',
    'v1:rank:constructor:1',
    'v1:rank:page:likes:1',
    'v1:rank:page:players:x',
    '?',
  ]
  for (const customId of ids) {
    const handle = await scene.double.button({ customId }).done()
    expect(handle.ephemeral, customId).toBe(true)
    expect(handle.message.content, customId).toContain('too old')
  }
  expect(linesOf(scene, 'error')).toEqual([])
})

test('a command that is no longer there is answered privately', async () => {
  const scene = await openScene()
  await scene.restart()
  const handle = await scene.double.slash({ command: 'bygone', force: true }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toContain('no longer there')
})

test('a menu that nobody serves is answered privately', async () => {
  const scene = await openScene()
  await scene.restart()
  const handle = await scene.double.select({ customId: 'menu', values: ['a'] }).done()
  expect(handle.ephemeral).toBe(true)
})

test('an answer that comes too late is one line in the log, without a token in it', async () => {
  const scene = await openScene({ answerWithinMs: 50 })
  scene.expectedViolations.push('answered-late')
  const { services } = scene.app
  const accountOf = async (guildId: string) => {
    await expect.poll(() => scene.double.violations.length, { timeout: 60_000 }).toBe(1)
    return services.guildView.accountOf(guildId)
  }
  await scene.restart({ ...services, guildView: { ...services.guildView, accountOf } })
  scene.double.slash({ command: 'rank' })
  await expect.poll(() => linesOf(scene, 'warn')).toEqual(['An answer came too late for Discord, or twice.'])
  expect(linesOf(scene, 'error')).toEqual([])
  expect(JSON.stringify(scene.lines)).not.toContain('interaction-token')
})

test('a lost acknowledgment does not make it answer twice', async () => {
  const scene = await openScene()
  await scene.restart()
  scene.expectedViolations.push('answered-twice')
  scene.double.faults.next('POST /interactions/*/*/callback', { status: 502, afterCommit: true })
  await scene.double.slash({ command: 'rank' }).done()
  await expect.poll(() => linesOf(scene, 'warn')).toHaveLength(1)
})

test('an answer over a connection that the other side closed is sent once more [CHAT-12]', async () => {
  const scene = await openScene()
  await scene.restart()
  scene.double.faults.next('POST /interactions/*/*/callback', { politeClose: true })
  const handle = await scene.double.slash({ command: 'rank' }).done()
  expect(handle.ephemeral).toBe(true)
  expect(linesOf(scene, 'error')).toEqual([])
})

test('custom ids come back as they were made, and never grow over the limit [CHAT-4]', () => {
  expect(readButtonId(buttonId('rank', 'page', 'players', 3))).toEqual({
    command: 'rank',
    action: 'page',
    args: ['players', '3'],
  })
  expect(() => buttonId('rank', 'page', 'x'.repeat(100))).toThrow(RangeError)
  expect(() => buttonId('rank', 'page', 'a:b')).toThrow(RangeError)
})

test("every body holds against Discord's own description", async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 5 })
  await scene.app.tick()
  await scene.restart()
  await scene.double.slash({ command: 'rank' }).done()
  await scene.double.slash({ command: 'stats', options: { game: 'Obby' } }).done()
  expect(scene.double.schemaErrors).toEqual([])
})
