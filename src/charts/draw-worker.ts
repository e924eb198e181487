// The worker thread that draws pictures, because drawing one would block the service for tens of milliseconds.
import { parentPort, workerData } from 'node:worker_threads'
import type { CardInput } from './cards/card-input.js'
import { drawCard } from './cards/draw-card.js'
import type { ChartInput } from './chart-input.js'
import { drawPng } from './draw-png.js'
import { registerFonts } from './fonts.js'

export interface DrawOrder {
  readonly id: number
  readonly input: ChartInput | CardInput
}
export type DrawReply =
  | { readonly fonts: { readonly added: readonly string[]; readonly rejected: readonly string[] } }
  | { readonly id: number; readonly png: Uint8Array }
  | { readonly id: number; readonly problem: unknown }

const port = parentPort
if (port) {
  const answer = (reply: DrawReply) => port.postMessage(reply)
  const { fontFolder } = workerData as { fontFolder?: string }
  const fonts = registerFonts(fontFolder)
  const { added, rejected } = fonts
  const draw = async ({ id, input }: DrawOrder) => {
    try {
      answer({ id, png: await ('kind' in input ? drawCard(input, fonts) : drawPng(input, fonts)) })
    } catch (problem) {
      answer({ id, problem })
    }
  }
  port.on('message', (order: DrawOrder) => void draw(order))
  answer({ fonts: { added, rejected } })
}
