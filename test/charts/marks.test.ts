// What is marked beside the lines: updates, milestones, and gaps too narrow to be seen as gaps.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chartOption } from '../../src/charts/chart-option.js'
import { registerFonts } from '../../src/charts/fonts.js'
import { TEXT_SIZE } from '../../src/charts/layout.js'
import { drawPng } from '../../src/charts/png/draw-png.js'
import { widthOf } from '../../src/charts/text.js'
import { THEMES } from '../../src/charts/theme.js'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { rounds } from '../support/test-run.js'
import { countColor } from './pictures.js'
import { CHARTS, chart, FROM, players } from './some-charts.js'

const fonts = registerFonts()
const LENGTH = 30 * DAY_MINUTES
const series = [players({ step: 600 })]
const marked = (times: readonly number[], label = 'Update') =>
  chart({ series, markers: times.map((time) => ({ at: FROM + Math.floor(time * (LENGTH - 1)), label })) })

/** The words of the markers as they stand in the picture, and the unit before them. */
function labelsOf(input: ReturnType<typeof chart>) {
  const { option, width } = chartOption(input)
  const texts = [option.title ?? []].flat()
  const strip = texts.find(({ text }) => text === input.texts.unit)
  const shown = texts.filter(({ text, top }) => top === strip?.top && text !== '')
  const sides = shown.map(({ text = '', left }) => [Number(left), Number(left) + widthOf(text, TEXT_SIZE)] as const)
  return { shown, sides: sides.sort((one, other) => one[0] - other[0]), width }
}

describe('an update', () => {
  it('is a line in the picture, with its word', async () => {
    const color = THEMES.light.marker
    const bare = await countColor(await drawPng(marked([]), fonts), color)
    const once = await countColor(await drawPng(marked([0.5]), fonts), color)
    const twice = await countColor(await drawPng(marked([0.25, 0.75]), fonts), color)
    expect(bare).toBe(0)
    expect(once).toBeGreaterThan(300)
    expect(twice).toBeGreaterThan(1.8 * once)
    expect(await countColor(await drawPng({ ...marked([0.5]), until: FROM + DAY_MINUTES }, fonts), color)).toBe(0)
  })

  it('never writes over the word of another, over the unit, or out of the picture', () => {
    const times = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
    const label = fc.oneof(
      fc.constantFrom('Update', '40M visits', '🎃'),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    )
    fc.assert(
      fc.property(times, label, (some, word) => {
        const { sides, width } = labelsOf(marked(some, word))
        for (const [at, [left, right]] of sides.entries()) {
          expect(left).toBeGreaterThanOrEqual(sides[at - 1]?.[1] ?? 0)
          expect(right).toBeLessThanOrEqual(width)
        }
      }),
      { numRuns: rounds({ short: 20, long: 60 }) },
    )
    // The unit, and the words of two that stand apart.
    expect(labelsOf(marked([0.4, 0.8])).shown).toHaveLength(3)
    expect(labelsOf(marked([0.4, 0.42, 0.8])).shown).toHaveLength(3)
  })

  it('has its word also where its line stands under the unit', () => {
    for (const time of [0, 0.03, 0.08]) expect(labelsOf(marked([time])).shown).toHaveLength(2)
  })
})

describe('a gap of hours in a long range', () => {
  it('is marked on the time axis where it is too narrow for the eye', async () => {
    const year = CHARTS['year-gaps'] ?? chart()
    const [line] = year.series
    const whole = { ...year, series: line ? [{ ...line, gaps: [] }] : [] }
    const color = THEMES[year.theme].muted
    const [with7, without] = [await drawPng(year, fonts), await drawPng(whole, fonts)]
    expect((await countColor(with7, color)) - (await countColor(without, color))).toBeGreaterThan(7 * 20)
  })
})
