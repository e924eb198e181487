// Node warns of an emitter with more than ten listeners, because they may be a leak. An answer that streams has many parts
// that listen to its end, and a connection that is kept carries many answers.
import { Client } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { exportPath, minutes } from '../../support/export-files.js'
import { startHttpApp } from '../../support/start-http.js'

const MANY = 30

/** The warnings of this process until the test ends. */
function warningsOfProcess(): readonly string[] {
  const warnings: string[] = []
  const listen = (warning: Error): void => void warnings.push(`${warning.name}: ${warning.message}`)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  return warnings
}

it('adds so few listeners that Node warns of none, with all that may listen to an answer', async () => {
  const warnings = warningsOfProcess()
  const origin = 'https://dash.studio.example'
  const settings = { metricsToken: 'a-token-of-the-operator', hasAccessLog: true, corsOrigins: [origin] }
  const http = await startHttpApp({ settings })
  onTestFinished(() => http.stop())
  const game = await http.track(0)
  await http.write(game.universeId, minutes(700))
  const connection = new Client(http.url)
  onTestFinished(() => connection.close())
  let answered = 0
  for (let count = 0; count < MANY; count++) {
    const format = count % 2 === 0 ? 'csv' : 'json'
    const answer = await connection.request({
      method: 'GET',
      path: `/api/v1${exportPath(game.id, { format })}`,
      headers: { 'x-api-key': http.key, origin, ...(count % 3 === 0 && { 'accept-encoding': 'gzip' }) },
    })
    expect((await answer.body.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
    answered += Number(answer.statusCode === 200)
  }
  expect(answered).toBe(MANY)
  // A warning is emitted in a later turn than the one that causes it.
  await new Promise((resolve) => setImmediate(resolve))
  expect(warnings.filter((warning) => warning.includes('MaxListeners'))).toEqual([])
})
