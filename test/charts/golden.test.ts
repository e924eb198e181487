// Pictures as they were when somebody looked at them. After a wanted change: GOLDEN=write, and look at them again.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { registerFonts } from '../../src/charts/fonts.js'
import { drawPng } from '../../src/charts/png/draw-png.js'
import { THEMES } from '../../src/charts/theme.js'
import { countColor, difference, shrunk } from './pictures.js'
import { CHARTS, chart } from './some-charts.js'

const GOLDEN_CHARTS = [
  'month',
  'gaps',
  'compare',
  'day',
  'ratio',
  'usual',
  'rule',
  'means',
  'one-point',
  'all-gaps',
  'long-name',
]
const TOLERATED = 0.01
const fonts = registerFonts()
const draw = async (name: string) => shrunk(await drawPng(CHARTS[name] ?? chart(), fonts))

describe('a chart', () => {
  it.each(GOLDEN_CHARTS)('looks as it did: %s', async (name) => {
    const file = join(import.meta.dirname, 'golden', `${name}.png`)
    const drawn = await draw(name)
    if (process.env.GOLDEN === 'write') await writeFile(file, drawn)
    expect(await difference(drawn, await readFile(file))).toBeLessThan(TOLERATED)
  })

  it('that lost its line or changed its background would fail', async () => {
    const golden = await draw('gaps')
    expect(await difference(golden, await draw('all-gaps'))).toBeGreaterThan(3 * TOLERATED)
    expect(await difference(await draw('month-dark'), await draw('long-name'))).toBe(1)
  })

  it.each(Object.keys(CHARTS))('is a picture of full density with its line on its background: %s', async (name) => {
    const input = CHARTS[name] ?? chart()
    const png = await drawPng(input, fonts)
    const theme = THEMES[input.theme]
    expect(png.readUInt32BE(16)).toBe(2 * 520)
    expect(await countColor(png, theme.background)).toBeGreaterThan(100_000)
    const line = await countColor(png, theme.lines[0] ?? '')
    if (name === 'all-gaps') expect(line).toBe(0)
    else expect(line).toBeGreaterThan(20)
  })

  it('of a width that the page asks for is drawn in it', async () => {
    const png = await drawPng(chart({ width: 900 }), fonts)
    expect(png.readUInt32BE(16)).toBe(1800)
  })
})
