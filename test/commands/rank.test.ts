// /rank as people use it.
import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { buttons, openScene, rows, trackMany } from '../bot/scene.js'
import { NOON } from '../support/start-app.js'

const AS_OF_NOON = `As of <t:${NOON / 1000}:R>`

test('it ranks the games by players, with grouped numbers and the time of the measurement [DISCORD-4]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Second', ccu: 1_234, visits: 9_000_000 })
  await scene.track({ name: 'First', ccu: 56_789, visits: 5 })
  await scene.app.tick()
  await scene.restart()
  const handle = await scene.double.slash({ command: 'rank' }).done()
  expect(handle.ephemeral).toBe(false)
  expect(handle.deferred).toBe(false)
  expect(handle.message.embeds[0]?.title).toBe('Games by players')
  expect(rows(handle.message)).toEqual([
    '`1.` **First** · 56,789 playing · new',
    '`2.` **Second** · 1,234 playing · new',
  ])
  expect(handle.message.embeds[0]?.description).toContain(AS_OF_NOON)
  expect(handle.message.embeds[0]?.footer?.text).toBe('2 games')
  expect(buttons(handle.message).map(({ label }) => label)).toEqual(['Delete'])
  const byVisits = await scene.double.slash({ command: 'rank', options: { by: 'visits' }, locale: 'de' }).done()
  expect(byVisits.message.embeds[0]?.title).toBe('Games by visits')
  expect(rows(byVisits.message)[0]).toBe('`1.` **Second** · 9,000,000 visits · new')
})

test('it shows how places changed against 24 hours ago', async () => {
  const scene = await openScene()
  const { app } = scene
  app.clock.set(NOON - DAY_MINUTES * 60_000)
  const riser = await scene.track({ name: 'Riser', ccu: 10 })
  const faller = await scene.track({ name: 'Faller', ccu: 30 })
  await scene.track({ name: 'Stayer', ccu: 1 })
  await scene.track({ name: 'Middle', ccu: 20 })
  await app.tick()
  app.clock.set(NOON)
  app.simulator.set(riser.universeId, { ccu: 40 })
  app.simulator.set(faller.universeId, { ccu: 15 })
  await scene.track({ name: 'Newcomer', ccu: 0 })
  await app.tick()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'rank', options: { by: 'players' } }).done()
  expect(rows(message).map((row) => row.replace(/`|\*/g, '').replace(/ · .* · /, ' '))).toEqual([
    '1. Riser ▲2',
    '2. Middle =',
    '3. Faller ▼2',
    '4. Stayer =',
    '5. Newcomer new',
  ])
})

test('stale games are marked and come last, never as zero', async () => {
  const scene = await openScene()
  const stale = await scene.track({ name: 'Stale', ccu: 99_999 })
  await scene.track({ name: 'Fresh', ccu: 1 })
  await scene.app.tick()
  scene.app.simulator.hidden.add(stale.universeId)
  scene.app.clock.advance(10)
  await scene.app.tick()
  await scene.track({ name: 'Unmeasured' })
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'rank' }).done()
  expect(rows(message)).toEqual([
    '`1.` **Fresh** · 1 playing · new',
    `\`2.\` **Stale** · 99,999 playing · new · ⚠ stale, last measured <t:${NOON / 1000}:R>`,
    '`—` **Unmeasured** · ⚠ not measured yet',
  ])
  expect(message.embeds[0]?.description).toContain(`As of <t:${NOON / 1000 + 600}:R>`)
})

test('it turns pages of ten, with buttons that outlive a restart of the bot', async () => {
  const scene = await openScene()
  await trackMany(scene, 23)
  await scene.app.tick()
  await scene.restart()
  const first = await scene.double.slash({ command: 'rank' }).done()
  expect(rows(first.message)).toHaveLength(10)
  expect(first.message.embeds[0]?.footer?.text).toBe('Page 1 of 3 · 23 games')
  expect(buttons(first.message).map(({ label, disabled }) => [label, disabled])).toEqual([
    ['Previous', true],
    ['Next', false],
    ['Delete', undefined],
  ])
  await scene.restart()
  const next = buttons(first.message)[1]?.custom_id ?? ''
  const second = await scene.double.button({ customId: next, message: first.message }).done()
  expect(second.message.id).toBe(first.message.id)
  expect(rows(second.message)[0]).toBe('`11.` **Game 11** · 9,989 playing · new')
  const further = buttons(second.message)[1]?.custom_id ?? ''
  const third = await scene.double.button({ customId: further, message: first.message }).done()
  expect(rows(third.message)).toHaveLength(3)
  expect(buttons(third.message)[1]?.disabled).toBe(true)
})

test('a button whose page is gone shows the last one', async () => {
  const scene = await openScene()
  await trackMany(scene, 11)
  await scene.app.tick()
  await scene.restart()
  const { message } = await scene.double.button({ customId: 'v1:rank:page:players:7' }).done()
  expect(message.embeds[0]?.footer?.text).toBe('Page 2 of 2 · 11 games')
})

test('names are shortened, and their Markdown and mentions do nothing', async () => {
  const scene = await openScene()
  const long = 'x'.repeat(101)
  const names = [
    '**bold** [a](https://b.example)',
    '@everyone <@123> `code`',
    long,
    'ברוכים הבאים (בטא)',
    'a\u202egnp\nb',
  ]
  for (const [index, name] of names.entries()) await scene.track({ name, ccu: 100 - index })
  await scene.app.tick()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'rank' }).done()
  const shown = rows(message).map((row) => row.replace(/^`\d+\.` \*\*(.*)\*\* · \d+ playing · new$/u, '$1'))
  expect(shown).toEqual([
    '\\*\\*bold\\*\\* [a]\\(https:\u200b//b.example)',
    '@\u200beveryone \\<@123\\> \\`code\\`',
    `${'x'.repeat(47)}…`,
    '\u2068ברוכים הבאים (בטא)\u2069',
    'a gnp b',
  ])
  expect(message.allowedMentions).toMatchObject({ parse: [] })
})

test('it shows the place in the popularity source for the games that the source lists', async () => {
  const scene = await openScene()
  const known = await scene.track({ name: 'Known', ccu: 20 })
  await scene.track({ name: 'Unknown', ccu: 10 })
  await scene.app.tick()
  const { services } = scene.app
  const popularity = {
    places: new Map([[known.universeId, { rank: 1_234, score: 5 }]]),
    source: 'platform',
    readAt: NOON,
  }
  await scene.restart({
    ...services,
    rankGames: async (account, by) => ({ ...(await services.rankGames(account, by)), popularity }),
  })
  const { message } = await scene.double.slash({ command: 'rank' }).done()
  expect(rows(message)).toEqual([
    '`1.` **Known** · 20 playing · new · #1,234 in popularity',
    '`2.` **Unknown** · 10 playing · new',
  ])
})
