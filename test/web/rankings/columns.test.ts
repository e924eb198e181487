// The heads of lists of games: what the short ones stand for, and which are left where a reader takes them away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOW } from '../support/history.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

let web: TestWeb
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio' } })
  const { universeId } = await web.services.games.change(await web.track(0), { isPublic: true })
  await web.write(universeId, [NOW], { ccu: 150, visits: 2_000, likes: 3, dislikes: 1 })
})
afterAll(() => web.stop())

const plain = (html: string): string =>
  html
    .replaceAll(/<span aria-hidden="true">.*?<\/span>/g, '')
    .replaceAll('</th>', '|')
    .replaceAll(/<[^>]+>/g, '')
const headsIn = (html: string): string => plain(/<thead>(.*?)<\/thead>/s.exec(html)?.[1] ?? '')

describe('a list of games', () => {
  it('says above its heads what the short ones stand for, and each head is described by it [WEB-34]', async () => {
    const { text } = await web.visitor().get('/rankings')
    const note = /<p class="table-note meanings[^>]*>(.*?)<\/p>/s.exec(text)?.[1] ?? ''
    expect(plain(note)).toBe(
      '24 h: change since 24 hours ago. Peak: most players in the last 24 hours. 7 days: change since exactly 7 days ago. ',
    )
    for (const [column, head] of [
      ['day', '24 h'],
      ['peak', 'Peak'],
      ['week', '7 days'],
    ]) {
      expect(text).toMatch(new RegExp(`<a [^>]*aria-describedby="meaning-${column}"[^>]*>${head}<`))
      expect(note).toContain(`id="meaning-${column}"`)
    }
    const few = await web.visitor().get('/rankings?column=peak&column=visits')
    expect(plain(/<p class="table-note meanings[^>]*>(.*?)<\/p>/s.exec(few.text)?.[1] ?? '')).toBe(
      'Peak: most players in the last 24 hours. ',
    )
    expect((await web.visitor().get('/rankings?column=visits')).text).not.toContain('table-note meanings')
    expect((await (await web.member('viewer')).get('/accounts/1/home')).text).toContain(
      '24 h: change since 24 hours ago.',
    )
  })

  it('has names alone where a reader takes all columns away, until the usual ones are chosen [WEB-34]', async () => {
    const visitor = web.visitor()
    const { text } = await visitor.get('/rankings')
    const form = /<form class="choices".*?<\/form>/s.exec(text)?.[0] ?? ''
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, ...pair]) => pair)
    const cleared = await visitor.get(`/rankings?${new URLSearchParams(hidden as string[][])}`)
    expect(headsIn(cleared.text)).toBe('Rank|Game|')
    expect(headsIn((await visitor.get('/rankings?sort=name')).text)).toBe('Rank|Game|')
    expect(cleared.text).toContain('column=usual">Usual columns<')
    const file = await visitor.get(`/rankings/export?column=name&format=csv`)
    expect(file.text.split('\r\n')[0]).toMatch(/^rank,previous_rank,name/)
    expect(file.text).not.toContain('players')
  })
})
