// The worker thread that draws pictures, because drawing one would block the service for tens of milliseconds.
import { parentPort, workerData } from 'node:worker_threads'
import type { BoardInput } from './board/board-input.js'
import { drawBoard } from './board/draw-board.js'
import type { ChartInput } from './chart-input.js'
import { drawPng } from './draw-png.js'
import { registerFonts } from './fonts.js'

/** A chart, or a list of games. */
export type PictureInput = ChartInput | BoardInput

export interface DrawOrder {
  readonly id: number
  readonly input: PictureInput
}
export type DrawReply =
  | { readonly fonts: { readonly added: readonly string[]; readonly rejected: readonly string[] } }
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly problem: unknown }

const port = parentPort
if (port) {
  const answer = (reply: DrawReply) => port.postMessage(reply)
  const { fontFolder } = workerData as { fontFolder?: string }
  const { families, added, rejected } = registerFonts(fontFolder)
  const draw = async ({ id, input }: DrawOrder) => {
    try {
      const fonts = { families, added, rejected }
      answer({ id, png: await ('rows' in input ? drawBoard(input, fonts) : drawPng(input, fonts)) })
    } catch (problem) {
      answer({ id, problem })
    }
  }
  port.on('message', (order: DrawOrder) => void draw(order))
  answer({ fonts: { added, rejected } })
}
