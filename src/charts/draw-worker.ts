// The worker thread that draws pictures, because drawing one would block the service for tens of milliseconds.
import { parentPort, workerData } from 'node:worker_threads'
import type { ChartInput } from './chart-input.js'
import { drawPng } from './draw-png.js'
import { registerFonts } from './fonts.js'

export interface DrawOrder {
  readonly id: number
  readonly input: ChartInput
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
      answer({ id, png: await drawPng(input, { families, added, rejected }) })
    } catch (problem) {
      answer({ id, problem })
    }
  }
  port.on('message', (order: DrawOrder) => void draw(order))
  answer({ fonts: { added, rejected } })
}
