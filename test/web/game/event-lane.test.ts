// The lane of events under the time axis in Chromium: each kind is opened by mouse, by a finger and by the keyboard.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES } from '../../../src/domain/clock.js'
import type { EventFacts } from '../../../src/domain/events/event-facts.js'
import type { Game } from '../../../src/domain/game.js'
import { describeInBrowser, expectAccessible, expectClean, expectNoSideways, type Tab } from '../browser.js'
import { drawn, startChartGames } from '../support/chart-games.js'
import { NOW } from '../support/history.js'
import { press, tabFor, WAYS } from '../support/press.js'
import type { TestWeb, Visitor } from '../support/start-web.js'

let web: TestWeb
let shown: Game
let owner: Visitor

const ALERT: EventFacts = {
  ...{ kind: 'alert', gameId: 1, ruleId: 1, metric: 'ccu', value: 400, threshold: 700, baseline: 1_000, readings: 3 },
  condition: { is: 'unusual', by: -30 },
}

/**
 * What happened, how many days ago, for how many minutes, and what the details say of it; the update is one of the
 * platform, and the gap is in the samples.
 */
const HAPPENED: readonly (readonly [days: number, minutes: number, facts: EventFacts, name: string, text: string])[] = [
  [
    5,
    40,
    { kind: 'incident', type: 'hidden', affected: null, universes: null },
    'Incident',
    'Roblox did not show the game to the public.',
  ],
  [
    3.2,
    70,
    { kind: 'market_fall', affected: 9, universes: 12, drop: 0.4 },
    'Roblox fell',
    'the median game lost 40.0%',
  ],
  [2.4, 126, { kind: 'record', players: 1_500, previous: 1_400 }, 'Record', '1,500 players, after a record of 1,400.'],
  [
    1.6,
    0,
    { kind: 'note', text: `Ads began <b>today</b>: https://example.com/${'a'.repeat(60)}`, author: null },
    'Note',
    'Ads began <b>today</b>: https://example.com/aaaa',
  ],
  [0.8, 56, ALERT, 'Alert', 'Players'],
]

beforeAll(async () => {
  ;({ web, shown } = await startChartGames())
  owner = await web.member('owner')
  for (const [days, minutes, facts] of HAPPENED) {
    const start = NOW - Math.round(days * DAY_MINUTES)
    const isOfPlatform = facts.kind === 'market_fall'
    await web.store.eventLog.put({
      universeId: isOfPlatform ? null : shown.universeId,
      accountId: facts.kind === 'note' || facts.kind === 'alert' ? web.account.id : null,
      kind: facts.kind,
      subject: `lane:${facts.kind}`,
      ...{ start, end: start + minutes, cause: null, facts, uncertainty: null },
    })
  }
})
afterAll(() => web.stop())

async function expectReadable(tab: Tab): Promise<void> {
  const details = tab.page.locator('.event-details')
  const [box, size] = [await details.boundingBox(), tab.page.viewportSize()]
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size?.width ?? 0)
  expect(await details.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await expectNoSideways(tab)
}

describeInBrowser(
  'the lane of events',
  () => web.url,
  (open) => {
    it.each(WAYS)('opens the details of each kind by %s, and gives the focus back [WEB-23]', async (way) => {
      const tab = await open({ ...tabFor(way), as: owner })
      await tab.page.goto(`/accounts/${web.account.id}/games/${shown.id}`)
      await drawn(tab)
      const details = tab.page.locator('.event-details')
      const signs = new Set<string | null>()
      const measured = [
        ['Update', 'The game was updated.', 'update'],
        ['Gap', 'Nothing was measured for 6 hours.', 'gap'],
      ] as const
      const all = HAPPENED.map(([, , { kind }, name, text]) => [name, text, kind] as const)
      for (const [name, text, kind] of [...all, ...measured]) {
        // On the phone a milestone is too close to the gap for a mark of its own.
        const isShared = kind === 'gap' && way === 'tap'
        const mark = tab.page.getByRole('button', { name: isShared ? /^2 events, / : new RegExp(`^${name}, `) })
        expect(await mark.getAttribute('data-kind')).toBe(isShared ? null : kind)
        signs.add(await mark.textContent())
        await press(way, mark)
        await details.waitFor()
        expect(await tab.page.locator('.tooltip').isVisible()).toBe(false)
        const said = await details.textContent()
        expect(said?.startsWith(name)).toBe(true)
        expect(said).toContain(text)
        if (kind === 'incident') expect(said).toMatch(/Jun \d+, 2026, [\d:]+(\s[AP]M)?\s–\s[\d:]+\s[AP]M/)
        await expectReadable(tab)
        if (kind === 'note') await expectAccessible(tab, ['color-contrast', 'target-size'], '.event-details')
        await tab.page.keyboard.press('Escape')
        await details.waitFor({ state: 'hidden' })
        expect(await mark.evaluate((one) => document.activeElement === one)).toBe(true)
      }
      // Each kind can be distinguished without its color.
      expect(signs.size).toBe(all.length + measured.length)
      expectClean(tab, web.url)
      await tab.context.close()
    })

    it('counts events whose marks would overlap, and describes all of them [WEB-23]', async () => {
      const start = NOW - Math.round(2.9 * DAY_MINUTES)
      for (const hours of [0, 1])
        await web.services.notes.add(shown, { text: `Note ${hours}`, at: start + hours * HOUR_MINUTES, author: null })
      const tab = await open({ as: owner })
      await tab.page.goto(`/accounts/${web.account.id}/games/${shown.id}`)
      await drawn(tab)
      const mark = tab.page.getByRole('button', { name: /^2 events, / })
      expect(await mark.textContent()).toBe('2')
      await mark.click()
      const sections = tab.page.locator('.event-details section')
      expect(await sections.count()).toBe(2)
      await sections.last().getByRole('link', { name: 'Details' }).click()
      await expect.poll(() => new URL(tab.page.url()).hash).toBe(`#event-note-${start + HOUR_MINUTES}`)
      expect(await tab.page.locator('.event-details').isVisible()).toBe(false)
      await tab.context.close()
    })
  },
)
