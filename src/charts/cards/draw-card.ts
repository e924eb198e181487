// Draws a card as a PNG: logo, title, and either a text or a few rows.
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawableText, type Fonts } from '../fonts.js'
import { cleaned, cut, isolated, wrapped } from '../text.js'
import { THEMES } from '../theme.js'
import type { CardInput } from './card-input.js'

const DENSITY = 2
const EDGE = 40
const LOGO = 32
const TITLE = 34
const TITLE_LINE = 42
const TEXT = 19
const TEXT_LINE = 30
const MAX_TITLE_LINES = 2
const MAX_TEXT_LINES = 3
const MAX_ROWS = 5
/** Of a row's width: for its name. */
const NAME_SHARE = 0.7

export async function drawCard(card: CardInput, fonts: Fonts): Promise<Buffer> {
  const { width, height, theme: themeName } = card
  const theme = THEMES[themeName]
  const canvas = createCanvas(width * DENSITY, height * DENSITY)
  const context = canvas.getContext('2d')
  context.scale(DENSITY, DENSITY)
  context.fillStyle = theme.background
  context.fillRect(0, 0, width, height)
  context.fillStyle = theme.lines[0] ?? theme.text
  context.fillRect(0, height - 6, width, 6)
  const text = (any: string) => isolated(drawableText(cleaned(any), fonts))
  const room = width - 2 * EDGE
  drawLogo(context, theme.lines[0] ?? theme.text, theme.background)
  const write = (line: string, left: number, top: number, font: string, color: string) => {
    context.font = `${font} ${fonts.families}`
    context.fillStyle = color
    context.fillText(line, left, top)
  }
  context.textBaseline = 'middle'
  write(text(card.product), EDGE + LOGO + 12, EDGE + LOGO / 2, `600 ${TEXT}px`, theme.muted)
  let top = EDGE + LOGO + 44
  for (const line of wrapped(text(card.title), TITLE, room, MAX_TITLE_LINES)) {
    write(line, EDGE, top, `600 ${TITLE}px`, theme.text)
    top += TITLE_LINE
  }
  if (card.rows.length === 0) {
    for (const line of wrapped(text(card.text), TEXT, room, MAX_TEXT_LINES)) {
      write(line, EDGE, top, `400 ${TEXT}px`, theme.muted)
      top += TEXT_LINE
    }
  }
  for (const { name, value } of card.rows.slice(0, MAX_ROWS)) {
    context.textAlign = 'left'
    write(cut(text(name), TEXT, room * NAME_SHARE), EDGE, top, `400 ${TEXT}px`, theme.text)
    context.textAlign = 'right'
    write(text(value), width - EDGE, top, `600 ${TEXT}px`, theme.text)
    top += TEXT_LINE
  }
  return canvas.encode('png')
}

/** Three people as bars of a chart, as on the pages. */
function drawLogo(context: SKRSContext2D, color: string, background: string): void {
  context.save()
  context.translate(EDGE, EDGE)
  context.fillStyle = color
  context.beginPath()
  context.roundRect(0, 0, LOGO, LOGO, 8)
  context.fill()
  context.strokeStyle = background
  context.lineWidth = 4.2
  context.lineCap = 'round'
  for (const [x, from, to, head] of [
    [8.5, 24.5, 21, 14.6],
    [16, 24.5, 15.5, 9],
    [23.5, 24.5, 19, 12.6],
  ] as const) {
    context.beginPath()
    context.moveTo(x, from)
    context.lineTo(x, to)
    context.moveTo(x, head)
    context.lineTo(x, head + 0.01)
    context.stroke()
  }
  context.restore()
}
