// The legend of a picture: it names everything that is drawn, in the colors in which it is drawn and that pages have too.
import { describe, expect, it } from 'vitest'
import type { ChartInput } from '../../src/charts/chart-input.js'
import { chartOption } from '../../src/charts/chart-option.js'
import { registerFonts } from '../../src/charts/fonts.js'
import { drawPng } from '../../src/charts/png/draw-png.js'
import { THEMES } from '../../src/charts/theme.js'
import { countColor } from './pictures.js'
import { CHARTS, chart } from './some-charts.js'

const fonts = registerFonts()
const named = (name: string): ChartInput => CHARTS[name] ?? chart()

const legendOf = (input: ChartInput) =>
  [chartOption(input).option.legend ?? []]
    .flat()
    .flatMap(({ data = [] }) => data)
    .map((entry) => (typeof entry === 'object' ? [entry.name, entry.itemStyle?.color] : [entry]))

describe('the legend of a picture', () => {
  it('names the usual in the blue of its band, as pages do, and the limit of a rule [WEB-21]', () => {
    const { lines, usual, marker } = THEMES.dark
    expect(legendOf(named('rule'))).toEqual([
      ['Players', lines[0]],
      ['Usual', usual],
      ['Threshold', marker],
    ])
  })

  it('names the area from the lowest to the highest beside the band of the usual [WEB-21]', () => {
    const { lines, usual, range } = THEMES.light
    expect(legendOf(named('means'))).toEqual([
      ['Players', lines[0]],
      ['Lowest to highest', range],
      ['Usual', usual],
    ])
  })

  it('names the usual without a band by its dashed line, which has no color of the compared period [WEB-21]', () => {
    const { expected, ...day } = named('usual')
    const none = new Float64Array(expected?.values.length ?? 0).fill(Number.NaN)
    const { usualLine, previous } = THEMES.light
    expect(legendOf({ ...day, ...(expected && { expected: { ...expected, low: none, high: none } }) }).at(-1)).toEqual([
      'Usual',
      usualLine,
    ])
    expect(usualLine).not.toBe(previous)
  })

  it('names each only where it is drawn', () => {
    expect(legendOf(named('day'))).toEqual([])
    const { series, ...rest } = named('rule')
    expect(legendOf({ ...rest, series: series.map((line) => ({ ...line, isHidden: true })) })).toHaveLength(2)
  })

  it('has a name for each series that it names, so that it is shown', () => {
    for (const name of ['rule', 'means', 'usual', 'month', 'compare']) {
      const names = [chartOption(named(name)).option.series ?? []].flat().map((line) => line.name)
      for (const [entry] of legendOf(named(name))) expect(names).toContain(entry)
    }
  })
})

describe('the usual in a picture', () => {
  it('has no color of a compared game', async () => {
    for (const name of ['usual', 'rule', 'means']) {
      const input = named(name)
      expect(await countColor(await drawPng(input, fonts), THEMES[input.theme].lines[1] ?? '')).toBe(0)
    }
  })
})
