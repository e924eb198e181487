// What stands in a picture where no font has a letter, and where an operator's folder leads.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { drawableText, registerFonts } from '../../src/charts/fonts.js'
import { EDGE_WIDTH } from '../../src/charts/layout.js'
import { drawPng } from '../../src/charts/png/draw-png.js'
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

describe('a name of broad letters', () => {
  it.each(['M', 'Ж', 'W', 'Щ', 'α', '4', '@'])('ends inside the picture: %s', async (letter) => {
    const png = await drawPng({ ...small, title: letter.repeat(100) }, fonts)
    const image = await loadImage(png)
    const context = createCanvas(image.width, image.height).getContext('2d')
    context.drawImage(image, 0, 0)
    // The right edge beside the title, where nothing else stands.
    const strip = context.getImageData(image.width - EDGE_WIDTH, 0, EDGE_WIDTH, 2 * 60).data
    const background = strip.slice(0, 4).join()
    const isBare = Array.from({ length: strip.length / 4 }, (_, at) => strip.slice(at * 4, at * 4 + 4).join())
    expect(new Set(isBare)).toEqual(new Set([background]))
  })
})
