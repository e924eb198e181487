// Names come from strangers: they mention nobody, format nothing, lead nowhere, and are no formula.
import { expect, test } from 'vitest'
import { MINUTE_NOW, MODERATOR, minutesBetween, write } from '../bot/people.js'
import { openScene } from '../bot/scene.js'
import { startWeb } from '../web/support/start-web.js'

const MENTIONS = ['@everyone', '@here', '<@1>', '<@&200000000000000001>', '<#200000000000000010>', '</help:1>']
const MARKDOWN = [
  '[gift](https://evil.example)',
  '**bold**',
  '`code`',
  '||hidden||',
  '<https://evil.example>',
  '# head',
]
/** What Discord would act on: a mention, a masked link, an address, hidden text. The ranking itself uses code. */
const ACTS = /@(?:everyone|here)|(?<!\\)<[@#/:]|\]\(|https?:\/\/evil|(?<!\\)\|\|/

test('mention and markdown injection: no answer in Discord acts on the name of a game or its group', async () => {
  const scene = await openScene()
  for (const name of [...MENTIONS, ...MARKDOWN]) {
    const game = await scene.track({ name, creator: `by ${name}` })
    await write(scene, game, minutesBetween(MINUTE_NOW - 300, MINUTE_NOW + 1, 10), () => ({ ccu: 5, visits: 9 }))
  }
  await scene.restart()
  const games = await scene.app.store.games.ofAccount(scene.account.id)
  const requested: [string, Record<string, string>][] = [
    ['games', {}],
    ['rank', {}],
    ...games.flatMap(({ id }): [string, Record<string, string>][] => [
      ['stats', { game: `${id}` }],
      ['summary', { game: `${id}` }],
    ]),
  ]
  for (const [command, options] of requested) {
    const { message } = await scene.double.slash({ command, options, member: MODERATOR }).done()
    const texts = [
      message.content,
      ...message.embeds.flatMap(({ description, fields }) => [description, JSON.stringify(fields ?? [])]),
    ]
    const own = texts
      .join('\n')
      .replaceAll('\\\\', '\\')
      .replace(/<t:\d+:\w>/g, '')
    expect([command, options, ACTS.exec(own)?.[0]]).toEqual([command, options, undefined])
    expect(message.allowedMentions).toMatchObject({ parse: [] })
  }
})

test('formula injection: no cell of a file for spreadsheets begins a formula', async () => {
  const formulas = [
    '=HYPERLINK("https://evil.example")',
    '+1+1',
    '-1+1',
    '@SUM(1)',
    '\t=1+1',
    ' =1+1',
    '\r=1+1',
    '＝1+1',
  ]
  const web = await startWeb()
  for (const [index, name] of formulas.entries()) {
    web.simulator.set(web.simulator.world.games[index]?.universeId ?? 0, { name })
    const game = await web.track(index)
    await web.services.games.change(game, { isPublic: true })
  }
  await web.ticks(2)
  const owner = await web.member('owner')
  await owner.post(`/accounts/${web.account.id}`, { name: '=1+1' })
  let found = 0
  for (const path of [
    '/rankings/export?format=csv',
    `/accounts/${web.account.id}/rankings/export?format=csv`,
    `/accounts/${web.account.id}/audit.csv`,
  ]) {
    const { status, text } = await owner.get(path)
    expect([path, status]).toEqual([path, 200])
    const cells = text.replace('\u{feff}', '').split(/\r\n|,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    expect([path, cells.filter((cell) => /^"?\s*[=+@＝]|^"?\s*-(?![\d.]+$)/.test(cell))]).toEqual([path, []])
    found += cells.filter((cell) => cell.includes('1+1')).length
  }
  expect(found).toBeGreaterThan(5)
  await web.stop()
})

test('marks of the text direction: no name turns the text after it around', async () => {
  const web = await startWeb()
  web.simulator.set(web.simulator.world.games[0]?.universeId ?? 0, { name: 'Fun \u202enuf\u2067 game' })
  const game = await web.track(0)
  await web.services.games.change(game, { isPublic: true })
  await web.ticks(2)
  const owner = await web.member('owner')
  for (const path of ['/', '/rankings', `/games/${game.universeId}`]) {
    const { text } = await owner.get(path)
    expect([path, text.includes('Fun nuf game')]).toEqual([path, true])
    expect([path, /[\u202a-\u202e\u2066-\u2069]/.exec(text)?.[0]]).toEqual([path, undefined])
  }
  await web.stop()
})
