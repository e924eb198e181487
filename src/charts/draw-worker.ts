// The worker thread that draws pictures, because drawing one would block the service for tens of milliseconds.
import { parentPort, workerData } from 'node:worker_threads'
import type { BoardInput } from './board/board-input.js'
import { drawBoard } from './board/draw-board.js'
import type { CardInput } from './cards/card-input.js'
import { drawCard } from './cards/draw-card.js'
import type { ChartInput } from './chart-input.js'
import { type Fonts, registerFonts } from './fonts.js'
import { drawPng } from './png/draw-png.js'

export type PictureInput = ChartInput | CardInput | BoardInput

export interface DrawOrder {
  readonly id: number
  readonly input: PictureInput
}
export type DrawReply =
  | { readonly fonts: { readonly added: readonly string[]; readonly rejected: readonly string[] } }
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly problem: unknown }

function drawPicture(input: PictureInput, fonts: Fonts): Promise<Buffer> {
  if (!('kind' in input)) return drawPng(input, fonts)
  return input.kind === 'card' ? drawCard(input, fonts) : drawBoard(input, fonts)
}

const port = parentPort
if (port) {
  const answer = (reply: DrawReply) => port.postMessage(reply)
  const { fontFolder } = workerData as { fontFolder?: string }
  const fonts = registerFonts(fontFolder)
  const { added, rejected } = fonts
  const draw = async ({ id, input }: DrawOrder) => {
    try {
      answer({ id, png: await drawPicture(input, fonts) })
    } catch (problem) {
      answer({ id, problem })
    }
  }
  port.on('message', (order: DrawOrder) => void draw(order))
  answer({ fonts: { added, rejected } })
}
