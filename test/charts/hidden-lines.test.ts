// What is drawn and said where the reader hid lines, and where the visible part begins within an hour.
import { describe, expect, it } from 'vitest'
import type { ChartInput } from '../../src/charts/chart-input.js'
import { chartOption } from '../../src/charts/chart-option.js'
import { DAY_MINUTES, HOUR_MINUTES } from '../../src/domain/clock.js'
import { chart, FROM, players } from './some-charts.js'

const UNTIL = FROM + DAY_MINUTES
const line = players({ days: 1, step: 60 })
const broken = players({ days: 1, step: 60, skip: (minute) => minute > FROM + 300 && minute < FROM + 1_000 })
const expected = {
  name: 'Usual',
  minutes: line.minutes,
  values: line.values,
  low: line.values.map((value) => value - 50),
  high: line.values.map((value) => value + 50),
}
const previous = { ...broken, name: 'Previous 24 hours', shift: 0 }

const drawn = (more: Partial<ChartInput>) => {
  const { option } = chartOption(chart({ until: UNTIL, isBare: true, ...more }))
  const texts = [option.title ?? []].flat().map(({ text }) => text)
  return {
    series: [option.series ?? []].flat(),
    isSaidEmpty: texts.includes('No data'),
    option: JSON.stringify(option),
  }
}
const hidden = { isHidden: true }

describe('a chart with a hidden line', () => {
  it('draws the usual alone, and does not say that there are no data [WEB-29]', () => {
    const { series, isSaidEmpty } = drawn({ series: [{ ...line, ...hidden }], expected })
    expect(series.map(({ name }) => name)).toContain('Usual')
    expect(isSaidEmpty).toBe(false)
  })

  it('of which nothing is shown does not say that there are no data [WEB-29]', () => {
    const { series, isSaidEmpty } = drawn({ series: [{ ...line, ...hidden }], expected: { ...expected, ...hidden } })
    expect([series.length, isSaidEmpty]).toEqual([0, false])
  })

  it('does not take a gap of the compared period for one of its own [WEB-29]', () => {
    const { isSaidEmpty, option } = drawn({ series: [{ ...line, ...hidden }], previous })
    expect([isSaidEmpty, option.includes('markArea')]).toEqual([false, false])
  })

  it('says that there are no data where its line has none [WEB-29]', () => {
    const nothing = { ...line, minutes: new Int32Array(), values: new Float64Array() }
    expect(drawn({ series: [nothing] }).isSaidEmpty).toBe(true)
  })
})

describe('a chart of hours', () => {
  it('has no gap before its first hour where it begins within one [WEB-26]', () => {
    const isGap = (minutes: number) =>
      drawn({ series: [line], per: 'hour', from: FROM - minutes }).option.includes('markArea')
    expect([isGap(HOUR_MINUTES - 1), isGap(2 * HOUR_MINUTES)]).toEqual([false, true])
  })
})

describe('a chart of a sample every ten minutes', () => {
  it('has no gap before its first sample where none was due [WEB-22]', () => {
    const series = [players({ days: 1, step: 10 })]
    const isGap = (minutes: number) =>
      drawn({ series, from: FROM - minutes, until: FROM + HOUR_MINUTES }).option.includes('markArea')
    expect([isGap(9), isGap(10)]).toEqual([false, true])
  })
})
