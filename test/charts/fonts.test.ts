// What stands in a picture where no font has a letter, and where an operator's folder leads.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawPng } from '../../src/charts/draw-png.js'
import { drawableText, registerFonts } from '../../src/charts/fonts.js'
import { readConfig } from '../../src/config.js'
import { CHARTS, chart } from './some-charts.js'

const fonts = registerFonts()
const small = CHARTS['one-point'] ?? chart()
const titled = async (title: string) => (await drawPng({ ...small, title }, fonts)).toString('base64')
/** Of the private use area: in no font of any machine. */
const UNKNOWN = '\u{10fff0}'

describe('a letter that no font has', () => {
  it('is one plain box, whatever stands on it', async () => {
    expect(await titled(`Obby ${UNKNOWN}${UNKNOWN}\u0301!`)).toBe(await titled('Obby □□!'))
  })

  it('takes nothing from the letters that are there', async () => {
    for (const name of ['Crossroads', 'Đường đua', 'Στίβος', 'Ёлки', '[🎃 12] ❄️ 👩‍👩‍👧 🏳️‍🌈 ⚔ ★ №'])
      expect(drawableText(name, fonts)).toBe(name)
  })
})

describe('FONT_FOLDER', () => {
  it('leads to the folder, which must be there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headcount-fonts-'))
    expect(readConfig({ FONT_FOLDER: folder }).FONT_FOLDER).toBe(folder)
    expect(() => readConfig({ FONT_FOLDER: join(folder, 'absent') })).toThrow(
      'FONT_FOLDER takes the path of a folder with fonts.',
    )
  })
})
