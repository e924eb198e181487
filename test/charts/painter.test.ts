import { copyFile, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { DrawOrder } from '../../src/charts/draw-worker.js'
import { registerFonts } from '../../src/charts/fonts.js'
import { drawPng } from '../../src/charts/png/draw-png.js'
import { openPngPainter, type PainterOptions, type PngPainter } from '../../src/charts/render-png.js'
import { CHARTS, chart, players } from './some-charts.js'

const small = CHARTS['one-point'] ?? chart()
const pointsOf = ({ input }: DrawOrder): number =>
  'series' in input ? input.series.reduce((sum, { minutes }) => sum + minutes.length, 0) : 0
const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG'

describe('the painter', () => {
  let painter: PngPainter
  const open = (options?: PainterOptions) => {
    painter = openPngPainter(options)
    return painter
  }
  afterEach(() => painter.close())

  it('draws many that are asked for at once', async () => {
    const { paint } = open()
    const drawn = await Promise.all(Array.from({ length: 12 }, () => paint(small)))
    expect(drawn.every(isPng)).toBe(true)
    expect(new Set(drawn.map((png) => png.toString('base64'))).size).toBe(1)
  })

  it('rejects in words when too many wait, and goes on', async () => {
    const { paint } = open({ maxWaiting: 3 })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => paint(small)))
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')])
    const [rejected] = outcomes.filter((one) => one.status === 'rejected')
    expect(rejected?.reason).toMatchObject({ code: 'UNAVAILABLE' })
    expect(isPng(await paint(small))).toBe(true)
  })

  it('gives up on a chart that takes too long, and draws the next one', async () => {
    const { paint } = open({ timeoutMs: 1 })
    await expect(paint(small)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await painter.close()
    expect(isPng(await open().paint(small))).toBe(true)
  })

  it('reports what was wrong with a chart, and draws the next one', async () => {
    const { paint } = open()
    await expect(paint({ ...small, timeZone: 'Nowhere/Land' })).rejects.toThrow('Nowhere/Land')
    expect(isPng(await paint(small))).toBe(true)
  })

  it('hands at most 20,000 points to the drawing thread, and the picture stays the same', async () => {
    const whole = chart({ series: Array.from({ length: 5 }, (_, seed) => players({ name: `${seed}`, seed })) })
    const posted = vi.spyOn(Worker.prototype, 'postMessage')
    onTestFinished(() => posted.mockRestore())
    const png = await open().paint(whole)
    const counts = posted.mock.calls.map(([order]) => pointsOf(order as DrawOrder))
    expect(counts).toHaveLength(1)
    expect(counts[0]).toBeGreaterThan(5_000)
    expect(counts[0]).toBeLessThanOrEqual(20_000)
    expect(png.equals(await drawPng(whole, registerFonts(undefined)))).toBe(true)
  })

  it('takes an operator’s own fonts, and names those it could not read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headcount-fonts-'))
    const inter = join(import.meta.dirname, '../../src/charts/fonts/Inter_600SemiBold.ttf')
    await copyFile(inter, join(folder, 'my font.ttf'))
    await writeFile(join(folder, 'broken.otf'), 'no font')
    await writeFile(join(folder, 'README.txt'), 'no font either')
    expect(await open({ fontFolder: folder }).warmUp()).toEqual({ added: ['my font.ttf'], rejected: ['broken.otf'] })
    await painter.close()
    expect(await open({ fontFolder: join(folder, 'absent') }).warmUp()).toEqual({ added: [], rejected: [] })
  })
})
