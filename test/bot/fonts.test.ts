// The bot loads the operator's folder of fonts when it starts.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openScene } from './scene.js'

test('the log names the fonts that were read from the folder, and those that were not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-fonts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const inter = join(import.meta.dirname, '../../src/charts/fonts/Inter_600SemiBold.ttf')
  await copyFile(inter, join(folder, 'mine.ttf'))
  await writeFile(join(folder, 'broken.otf'), 'no font')
  const scene = await openScene()
  scene.launch({ fontFolder: folder })
  const fontLogs = () =>
    scene.lines.filter(({ details }) => 'fonts' in details).map(({ level, details }) => [level, details])
  await expect.poll(fontLogs, { timeout: 60_000 }).toEqual([
    ['info', { fonts: ['mine.ttf'] }],
    ['warn', { fonts: ['broken.otf'] }],
  ])
})
