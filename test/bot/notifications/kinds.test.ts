// The message of each kind of notification: texts, charts with alternative texts, and mentions.
import { mkdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import type { Facts } from '../../../src/domain/notifications/facts.js'
import { MINUTE_NOW, minutesBetween, write } from '../people.js'
import { CHANNEL, MORE, openScene, THREAD, VOICE } from '../scene.js'
import { openSender, ROLE, SOME_FACTS } from './posting.js'

/** Several channels, because Discord accepts five messages in five seconds in each. */
const CHANNELS = [CHANNEL, THREAD, VOICE, ...MORE]
const DUMP = process.env.DUMP

test('each kind is posted with its text, its icon, its key, its chart and nobody mentioned who was not asked for [DISCORD-18]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby *of* @everyone' }, CHANNEL)
  const days = minutesBetween(MINUTE_NOW - 16 * DAY_MINUTES, MINUTE_NOW + 1, 10)
  await write(scene, game, days, (minute) => ({
    ccu: Math.round(1_000 + 500 * Math.sin((minute / DAY_MINUTES) * 2 * Math.PI) + (minute % 70)),
    visits: 1_000_000 + minute - MINUTE_NOW,
  }))
  const sender = await openSender(scene)
  const shown: Record<string, unknown> = {}
  for (const [index, [name, facts]] of Object.entries<Facts>(SOME_FACTS).entries()) {
    const channelId = CHANNELS[index % CHANNELS.length] ?? CHANNEL
    const { key, result } = await sender.post(game, facts, { channelId })
    expect(result, name).toMatchObject({ result: 'sent' })
    const message = scene.double.world.messagesIn(channelId).at(-1)
    expect(message?.embeds[0]?.footer?.text, name).toBe('Headcount')
    expect(JSON.stringify(message?.components), name).toContain(`:${key}"`)
    expect(message?.nonce, name).toBe(key)
    expect(JSON.stringify(message?.embeds), name).not.toMatch(/undefined|NaN|\[object|@everyone/)
    const isMentioned = 'roleId' in facts && facts.roleId === ROLE && facts.kind === 'alert'
    expect(message?.allowedMentions, name).toEqual({ parse: [], roles: isMentioned ? [ROLE] : [] })
    expect(message?.content, name).toBe(isMentioned ? `<@&${ROLE}>` : '')
    const [chart] = message?.attachments ?? []
    shown[name] = { content: message?.content, embed: message?.embeds[0], alt: chart?.description }
    if (DUMP && chart) {
      await mkdir(DUMP, { recursive: true })
      await writeFile(`${DUMP}/${name}.png`, chart.bytes)
    }
  }
  if (DUMP) await writeFile(`${DUMP}/notices.json`, JSON.stringify(shown, null, 1))
})
