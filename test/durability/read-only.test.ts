// A database that may not be written: the start says so, nothing changes, and when it may be written again it goes on.
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { recordFigure } from '../ledger/ledger.js'
import { NOON } from '../support/start-app.js'
import { expectAccount, ROUNDS, startScaled } from './start-scaled.js'

const TIMEOUT_MS = 60_000 + ROUNDS * 15_000
const PAUSE = 5
/** File modes do not restrict root, so the processes of a test that runs as root are those of `nobody`. */
const NOBODY = 65_534
const uid = process.getuid?.() === 0 ? NOBODY : undefined

test(`a database that became read-only is left as it is, and goes on later, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-read-only-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  if (uid !== undefined) await chown(folder, uid, uid)
  const file = join(folder, 'headcount.db')
  const reported = new Set<number>()
  let next = minuteOf(NOON)
  for (let round = 0; round < ROUNDS; round++) {
    const running = startScaled(file, { firstMinute: next, uid })
    expect(await running.ticked()).toBe(true)
    await sleep(Math.random() * 120)
    running.child.kill('SIGKILL')
    await running.ended
    for (const minute of running.reported) reported.add(minute)
    next = Math.max(...running.printed) + PAUSE
    await chmod(file, 0o400)
    await chmod(folder, 0o500)
    const before = await readFile(file)
    const locked = startScaled(file, { firstMinute: next, uid })
    expect(await locked.ended).toContain('may not be written to')
    expect(locked.printed).toEqual([])
    expect((await readFile(file)).equals(before)).toBe(true)
    await chmod(folder, 0o700)
    await chmod(file, 0o600)
  }
  const { due, stored, missing } = await expectAccount(file, reported)
  await recordFigure('read-only files', `${ROUNDS} times: ${due} samples due, ${stored} stored, ${missing} in gaps`)
})
