// First answers, later answers and posts while Discord's REST API fails.
import { expect, test } from 'vitest'
import type { RestFault } from '../support/discord/rest/faults.js'
import { MODERATOR } from './people.js'
import { CHANNEL, linesOf, openScene, slowly } from './scene.js'

const FAULTS: readonly (readonly [string, RestFault])[] = [
  ['a 429', { status: 429, retryAfter: 0.2 }],
  ['a 500', { status: 500 }],
  ['a 503', { status: 503 }],
  ['a reset connection', { reset: true }],
  ['a connection that was closed politely', { politeClose: true }],
]

test.each(FAULTS)(
  '%s holds up an answer, the edit of a deferred one and a test post, and loses none',
  async (_, fault) => {
    const scene = await openScene()
    await scene.track({ name: 'Obby', ccu: 5 })
    await scene.app.tick()
    const { services } = scene.app
    await scene.restart({
      ...services,
      gameOverview: { ...services.gameOverview, read: slowly(scene, services.gameOverview.read) },
    })
    const { faults } = scene.double
    faults.next('POST /interactions/*/*/callback', fault)
    const quick = await scene.double.slash({ command: 'rank' }).done()
    expect(quick.message.embeds[0]?.description).toContain('Obby')
    faults.next('PATCH /webhooks/*/*/messages/@original', fault)
    const late = await scene.double.slash({ command: 'stats', options: { game: 'Obby' } }).done()
    expect(late.deferred).toBe(true)
    expect(late.message.embeds[0]?.title).toBe('Obby')
    faults.next('POST /channels/*/messages', fault)
    const options = { game: 'Obby', channel: CHANNEL }
    const linked = await scene.double.slash({ command: 'track channel', options, member: MODERATOR }).done()
    expect(linked.message.content).toContain('now answers for')
    expect(scene.double.world.messagesIn(CHANNEL).filter(({ nonce }) => nonce !== undefined)).toHaveLength(1)
    expect(linesOf(scene, 'error')).toEqual([])
  },
)
