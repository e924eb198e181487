// Draws a card as a PNG: logo, title, and either a text or a few rows.
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawableText, type Fonts } from '../fonts.js'
import { PICTURE_PIXEL_RATIO } from '../layout.js'
import { encodePng } from '../png/png-file.js'
import { cleaned, cut, isolated, wrapped } from '../text.js'
import { THEMES } from '../theme.js'
import type { CardInput } from './card-input.js'

const CARD_MARGIN = 40
const LOGO_SIZE = 32
const CARD_TITLE_SIZE = 34
const CARD_TITLE_LINE_HEIGHT = 42
const CARD_TEXT_SIZE = 19
const CARD_LINE_HEIGHT = 30
const MAX_TITLE_LINES = 2
const MAX_TEXT_LINES = 3
const MAX_CARD_ROWS = 5
/** Of a row's width: for its name. */
const NAME_SHARE = 0.7

export async function drawCard(card: CardInput, fonts: Fonts): Promise<Buffer> {
  const { width, height, theme: themeName } = card
  const theme = THEMES[themeName]
  const canvas = createCanvas(width * PICTURE_PIXEL_RATIO, height * PICTURE_PIXEL_RATIO)
  const context = canvas.getContext('2d')
  context.scale(PICTURE_PIXEL_RATIO, PICTURE_PIXEL_RATIO)
  context.fillStyle = theme.background
  context.fillRect(0, 0, width, height)
  context.fillStyle = theme.lines[0] ?? theme.text
  context.fillRect(0, height - 6, width, 6)
  const text = (raw: string) => isolated(drawableText(cleaned(raw), fonts))
  const room = width - 2 * CARD_MARGIN
  drawLogo(context, theme.lines[0] ?? theme.text, theme.background)
  const write = (line: string, left: number, top: number, font: string, color: string) => {
    context.font = `${font} ${fonts.families}`
    context.fillStyle = color
    context.fillText(line, left, top)
  }
  context.textBaseline = 'middle'
  write(
    text(card.product),
    CARD_MARGIN + LOGO_SIZE + 12,
    CARD_MARGIN + LOGO_SIZE / 2,
    `600 ${CARD_TEXT_SIZE}px`,
    theme.muted,
  )
  let top = CARD_MARGIN + LOGO_SIZE + 44
  for (const line of wrapped(text(card.title), CARD_TITLE_SIZE, room, MAX_TITLE_LINES)) {
    write(line, CARD_MARGIN, top, `600 ${CARD_TITLE_SIZE}px`, theme.text)
    top += CARD_TITLE_LINE_HEIGHT
  }
  if (card.rows.length === 0) {
    for (const line of wrapped(text(card.text), CARD_TEXT_SIZE, room, MAX_TEXT_LINES)) {
      write(line, CARD_MARGIN, top, `400 ${CARD_TEXT_SIZE}px`, theme.muted)
      top += CARD_LINE_HEIGHT
    }
  }
  for (const { name, value } of card.rows.slice(0, MAX_CARD_ROWS)) {
    context.textAlign = 'left'
    write(cut(text(name), CARD_TEXT_SIZE, room * NAME_SHARE), CARD_MARGIN, top, `400 ${CARD_TEXT_SIZE}px`, theme.text)
    context.textAlign = 'right'
    write(text(value), width - CARD_MARGIN, top, `600 ${CARD_TEXT_SIZE}px`, theme.text)
    top += CARD_LINE_HEIGHT
  }
  return encodePng(canvas.data(), canvas.width, canvas.height)
}

/** Three people as bars of a chart, as on the pages. */
function drawLogo(context: SKRSContext2D, color: string, background: string): void {
  context.save()
  context.translate(CARD_MARGIN, CARD_MARGIN)
  context.fillStyle = color
  context.beginPath()
  context.roundRect(0, 0, LOGO_SIZE, LOGO_SIZE, 8)
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
