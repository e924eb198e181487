// One language for each answer: the bot's and the pages' texts and numbers are those of their reader.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { catalogFor } from '../../src/messages/catalog.js'
import { MODERATOR } from '../bot/people.js'
import { openScene, rows } from '../bot/scene.js'
import { startWeb, type TestWeb } from '../web/support/start-web.js'

test('a Spanish and a Brazilian reader get words and numbers of their languages [DISCORD-45]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 56_789 })
  await scene.app.tick()
  await scene.restart()
  const spanish = await scene.double.slash({ command: 'rank', locale: 'es-ES' }).done()
  expect(spanish.message.embeds[0]?.title).toBe('Juegos por jugadores')
  expect(rows(spanish.message)[0]).toContain('**Obby** · 56.789 jugando')
  expect(spanish.message.embeds[0]?.footer?.text).toBe('1 juego')
  const brazilian = await scene.double.slash({ command: 'rank', locale: 'pt-BR' }).done()
  expect(brazilian.message.embeds[0]?.title).toBe('Jogos por jogadores')
  expect(rows(brazilian.message)[0]).toContain('**Obby** · 56.789 jogando')
  const german = await scene.double.slash({ command: 'rank', locale: 'de' }).done()
  expect(rows(german.message)[0]).toContain('**Obby** · 56,789 playing')
})

test('numbers of a column have their digits below each other in every language', () => {
  for (const locale of ['en-US', 'es-ES', 'pt-PT', 'pt-BR']) {
    const { number, rough, change, pointChange, percent } = catalogFor(locale)
    expect(new Set([6_827, 16_710].map((value) => number(value).replace(/\d/g, '').length))).toEqual(new Set([1]))
    expect(rough(6_827.2)).toBe(number(6_827))
    expect(change(6_588)).toBe(`+${number(6_588)}`)
    const decimals = [pointChange(0, 0), pointChange(0.9, 0.879), percent(1), percent(0.934)]
    expect(decimals.map((text) => /[.,](\d+)(?=\D*$)/.exec(text)?.[1]?.length)).toEqual([2, 2, 1, 1])
  }
})

test('what was measured has one decimal, a like ratio two, what a person entered its own digits [DISCORD-45]', () => {
  const { percent, percentChange, part, likeRatio, pointChange, enteredPercent } = catalogFor('en-US')
  expect([0.02, 0.337, 0.93, 1, 0].map((share) => percentChange(share))).toEqual([
    ...['+2.0%', '+33.7%', '+93.0%', '+100.0%', '0.0%'],
  ])
  expect([0.93, 0.9345, 1].map((share) => percent(share))).toEqual(['93.0%', '93.5%', '100.0%'])
  expect([0.3, 0.125].map((share) => enteredPercent(share))).toEqual(['30%', '12.5%'])
  expect([0, 0.0004, 0.98, 0.9997, 1, 1.2].map((share) => part(share))).toEqual([
    ...['0.0%', '<0.1%', '98.0%', '>99.9%', '100.0%', '100.0%'],
  ])
  expect([0.8815, 0.9, 1].map((share) => likeRatio(share))).toEqual(['88.15%', '90.00%', '100.00%'])
  // The difference of what is written: 88.15% and 88.15% do not differ.
  expect([pointChange(0.881_54, 0.881_46), pointChange(0.882, 0.8815), pointChange(0.88, 0.9)]).toEqual([
    ...['0.00', '+0.05', '-2.00'],
  ])
  expect(catalogFor('es-ES').percentChange(0.02)).toBe('+2,0\u00a0%')
})

test('a server that chose a language reads it whatever its members speak', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 1 })
  await scene.app.tick()
  await scene.restart()
  const choose = { command: 'settings', options: { language: 'pt' }, member: MODERATOR }
  await scene.double.slash(choose).done()
  const { message } = await scene.double.slash({ command: 'rank', locale: 'es-ES' }).done()
  expect(message.embeds[0]?.title).toBe('Jogos por jogadores')
})

test('commands in answers can be clicked, so that Discord shows their names in the language of the reader [DISCORD-52]', async () => {
  const scene = await openScene()
  await scene.restart()
  const ids = new Map(scene.double.commands.map(({ name, id }) => [name, id]))
  const empty = await scene.double.slash({ command: 'rank', locale: 'es-ES' }).done()
  expect(empty.message.content).toContain(`</track add:${ids.get('track')}>`)
  await scene.track({ name: 'Obby', ccu: 1 })
  const listed = await scene.double.slash({ command: 'notify list', member: MODERATOR }).done()
  const text = JSON.stringify(listed.message.embeds)
  expect(text).not.toContain('`/')
  const missing = await scene.double.slash({ command: 'stats', locale: 'pt-BR' }).done()
  expect(missing.message.content).toContain(`</stats:${ids.get('stats')}> \`jogo:\``)
  const options = { kind: 'milestones', value: 5 }
  const wrong = { command: 'notify add', options, member: MODERATOR, locale: 'es-ES' } as const
  const { message } = await scene.double.slash(wrong).done()
  expect(message.content).toContain('`métrica`, `condición`, `valor`')
})

test('/help describes the commands in the language of the reader [DISCORD-45]', async () => {
  const scene = await openScene()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'help', locale: 'pt-BR' }).done()
  const text = (message.embeds[0]?.fields ?? []).map(({ value }) => value).join('\n')
  expect(text).toContain('Pausa um jogo: nada é medido até você retomar')
  expect(text).not.toContain('Pauses a game')
})

describe('a page', () => {
  let web: TestWeb
  beforeAll(async () => {
    web = await startWeb()
  })
  afterAll(() => web.stop())

  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es', 'Iniciar sesión'],
    ['pt-BR', 'pt', 'Entrar'],
    ['de-DE,de;q=0.9', 'en', 'Sign in'],
    ['de-DE,de;q=0.9,pt-PT;q=0.8,en;q=0.7', 'pt', 'Entrar'],
  ])('for %s is in %s', async (accepted, language, signIn) => {
    const answer = await fetch(`${web.url}/`, { headers: { 'accept-language': accepted } })
    const html = await answer.text()
    expect(html).toContain(`<html lang="${language}"`)
    expect(html).toContain(`>${signIn}</a>`)
    expect(answer.headers.get('vary')).toContain('Accept-Language')
  })
})
