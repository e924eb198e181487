// Draws a list of games as a PNG: rank and its movement, icon, name, the line of the last day, and the value.
import { createCanvas, type Image, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { drawableText, type Fonts } from '../fonts.js'
import { EDGE_WIDTH, PICTURE_PIXEL_RATIO, PICTURE_WIDTH, TEXT_SIZE, TITLE_SIZE } from '../layout.js'
import { encodePng } from '../png/png-file.js'
import { cleaned, isolated } from '../text.js'
import { type ChartTheme, THEMES } from '../theme.js'
import type { BoardInput, BoardRow, MoveTone } from './board-input.js'

const HEAD_HEIGHT = 62
const ROW_HEIGHT = 46
const FOOT_HEIGHT = 8
const BOARD_ICON_SIZE = 32
const BOARD_ICON_RADIUS = 6
const COLUMN_GAP_WIDTH = 12
/** Pixels of the columns before and after the name. */
const COLUMN_WIDTHS = { rank: 28, move: 34, line: 92, value: 96 }
const DAY_LINE_HEIGHT = 26
const NOTE_SIZE = 13

export async function drawBoard(input: BoardInput, fonts: Fonts): Promise<Buffer> {
  const theme = THEMES[input.theme]
  const height = HEAD_HEIGHT + ROW_HEIGHT * input.rows.length + FOOT_HEIGHT
  const canvas = createCanvas(PICTURE_WIDTH * PICTURE_PIXEL_RATIO, height * PICTURE_PIXEL_RATIO)
  const context = canvas.getContext('2d')
  context.scale(PICTURE_PIXEL_RATIO, PICTURE_PIXEL_RATIO)
  context.fillStyle = theme.background
  context.fillRect(0, 0, PICTURE_WIDTH, height)
  context.textBaseline = 'middle'
  const drawContext = {
    context,
    theme,
    families: fonts.families,
    drawable: (text: string) => drawableText(text, fonts),
  }
  const room = PICTURE_WIDTH - 2 * EDGE_WIDTH
  write(drawContext, input.title, { x: EDGE_WIDTH, y: 26, size: TITLE_SIZE, weight: 600, color: theme.text, room })
  write(drawContext, input.subtitle, { x: EDGE_WIDTH, y: 49, size: NOTE_SIZE, color: theme.muted, room })
  const icons = await Promise.all(input.rows.map(({ icon }) => decodeIcon(icon)))
  const columns = {
    hasMoves: input.rows.some(({ move }) => move !== undefined),
    hasLines: input.rows.some(({ line }) => line.length > 0),
  }
  for (const [index, row] of input.rows.entries())
    drawRow({ ...drawContext, ...columns }, row, icons[index], HEAD_HEIGHT + index * ROW_HEIGHT)
  return encodePng(canvas.data(), canvas.width, canvas.height)
}

interface DrawContext {
  readonly context: SKRSContext2D
  readonly theme: ChartTheme
  readonly families: string
  /** Replaces what no font can write. */
  drawable(text: string): string
}

/** A file that cannot be decoded is skipped. */
const decodeIcon = async (icon: Uint8Array | undefined): Promise<Image | undefined> =>
  icon === undefined ? undefined : loadImage(Buffer.from(icon)).catch(() => undefined)

/** A column that no row uses leaves its room to the names. */
interface UsedColumns {
  readonly hasMoves: boolean
  readonly hasLines: boolean
}

function drawRow(drawContext: DrawContext & UsedColumns, row: BoardRow, icon: Image | undefined, top: number): void {
  const { context, theme } = drawContext
  const middle = top + ROW_HEIGHT / 2
  context.fillStyle = theme.grid
  context.fillRect(EDGE_WIDTH, top, PICTURE_WIDTH - 2 * EDGE_WIDTH, 1)
  const hasRank = row.rank !== '' || row.move !== undefined
  let x = EDGE_WIDTH
  if (hasRank) {
    write(drawContext, row.rank, {
      x: x + COLUMN_WIDTHS.rank,
      y: middle,
      size: TEXT_SIZE,
      color: theme.muted,
      align: 'right',
      room: COLUMN_WIDTHS.rank,
    })
    x += COLUMN_WIDTHS.rank + 6
    if (row.move) {
      const color = toneColor(row.move.tone, theme)
      write(drawContext, row.move.text, { x, y: middle, size: NOTE_SIZE, color, room: COLUMN_WIDTHS.move })
    }
    if (drawContext.hasMoves) x += COLUMN_WIDTHS.move
    x += 4
  }
  drawIcon(drawContext, icon, x, middle - BOARD_ICON_SIZE / 2)
  x += BOARD_ICON_SIZE + COLUMN_GAP_WIDTH
  const [lineLeft, valueRight] = [
    PICTURE_WIDTH -
      EDGE_WIDTH -
      COLUMN_WIDTHS.value -
      (drawContext.hasLines ? COLUMN_GAP_WIDTH + COLUMN_WIDTHS.line : 0),
    PICTURE_WIDTH - EDGE_WIDTH,
  ]
  write(drawContext, row.name, {
    x,
    y: middle,
    size: TEXT_SIZE,
    weight: 600,
    color: theme.text,
    room: lineLeft - COLUMN_GAP_WIDTH - x,
  })
  drawLine(drawContext, row.line, { left: lineLeft, top: middle - DAY_LINE_HEIGHT / 2 })
  const value = {
    x: valueRight,
    size: TEXT_SIZE,
    weight: 600,
    color: theme.text,
    align: 'right',
    room: COLUMN_WIDTHS.value,
  } as const
  write(drawContext, row.value, { ...value, y: row.note === '' ? middle : middle - 8 })
  write(drawContext, row.note, { ...value, y: middle + 10, size: NOTE_SIZE, weight: 400, color: theme.muted })
}

const toneColor = (tone: MoveTone, theme: ChartTheme): string =>
  tone === 'up' ? (theme.lines[2] ?? theme.text) : tone === 'down' ? (theme.lines[1] ?? theme.text) : theme.muted

interface Writing {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly color: string
  /** In pixels; a longer text is cut. */
  readonly room: number
  readonly weight?: 400 | 600
  readonly align?: 'left' | 'right'
}

function write({ context, families, drawable }: DrawContext, text: string, writing: Writing): void {
  const { x, y, size, color, room, weight = 400, align = 'left' } = writing
  context.font = `${weight} ${size}px ${families}`
  context.fillStyle = color
  context.textAlign = align
  context.fillText(isolated(truncate(context, drawable(cleaned(text)), room)), x, y)
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Cuts the text at `room` pixels, measured with the font that draws it. */
function truncate(context: SKRSContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  let beginning = ''
  for (const { segment } of graphemes.segment(text)) {
    if (context.measureText(`${beginning}${segment}…`).width > room) break
    beginning += segment
  }
  return `${beginning.trimEnd()}…`
}

/** A square in place of an icon that is not known. */
function drawIcon({ context, theme }: DrawContext, image: Image | undefined, left: number, top: number): void {
  context.save()
  context.beginPath()
  context.roundRect(left, top, BOARD_ICON_SIZE, BOARD_ICON_SIZE, BOARD_ICON_RADIUS)
  context.clip()
  context.fillStyle = theme.grid
  context.fillRect(left, top, BOARD_ICON_SIZE, BOARD_ICON_SIZE)
  context.imageSmoothingQuality = 'high'
  if (image) context.drawImage(image, left, top, BOARD_ICON_SIZE, BOARD_ICON_SIZE)
  context.restore()
}

/** From the lowest to the highest value; a line of equal values lies in the middle. */
function drawLine(
  { context, theme }: DrawContext,
  line: BoardRow['line'],
  { left, top }: { readonly left: number; readonly top: number },
) {
  const known = line.filter((value) => value !== null)
  if (known.length < 2) return
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const yOf = (value: number): number =>
    high === low ? top + DAY_LINE_HEIGHT / 2 : top + DAY_LINE_HEIGHT - ((value - low) / (high - low)) * DAY_LINE_HEIGHT
  context.beginPath()
  let isOpen = false
  line.forEach((value, index) => {
    if (value === null) isOpen = false
    else {
      const x = left + (index / (line.length - 1)) * COLUMN_WIDTHS.line
      if (isOpen) context.lineTo(x, yOf(value))
      else context.moveTo(x, yOf(value))
      isOpen = true
    }
  })
  context.strokeStyle = theme.lines[0] ?? theme.text
  context.lineWidth = 1.75
  context.lineJoin = 'round'
  context.stroke()
}
