import { expect, test } from 'vitest'
import { DAY_MINUTES, type Minute } from '../../src/domain/clock.js'
import { blockOf, sample } from '../store/contract/support.js'
import { type NotificationFixture, openScene, START } from './simulated.js'

const WEEK = 7 * DAY_MINUTES

async function play(scene: NotificationFixture, moments: readonly (readonly [Minute, number])[]): Promise<string[]> {
  for (const [minute, ccu] of moments) {
    await scene.tick(minute, { ccu })
    await scene.evaluate()
  }
  return scene.evaluate()
}

test('more players than ever are reported after a week of history, at most once a day', async () => {
  const scene = await openScene()
  const early = await play(scene, [
    [START, 10],
    [START + 1, 20],
    [START + WEEK - 1, 30],
  ])
  expect(early).toEqual([])
  const told = await play(scene, [
    [START + WEEK, 30],
    [START + WEEK + 1, 31],
    [START + WEEK + 2, 40],
    [START + WEEK + DAY_MINUTES, 50],
    [START + WEEK + DAY_MINUTES + 1, 50],
    [START + WEEK + DAY_MINUTES + 2, 51],
  ])
  expect(told).toEqual(['record ccu:31', 'record ccu:51'])
  expect(await scene.facts()).toEqual([
    { kind: 'record', ccu: 31, previous: 30 },
    { kind: 'record', ccu: 51, previous: 50 },
  ])
})

test('history imported later holds the record, too', async () => {
  const scene = await openScene()
  await play(scene, [[START, 10]])
  await scene.store.series.importBlock(blockOf(5, [sample(5, START - WEEK, 500)]))
  expect(await play(scene, [[START + 1, 400]])).toEqual([])
  expect(await play(scene, [[START + 2, 501]])).toEqual(['record ccu:501'])
})

test('an account is notified of records among the samples that it reads', async () => {
  const scene = await openScene({ plan: 'free' })
  await scene.store.series.importBlock(blockOf(5, [sample(5, START - WEEK, 10)]))
  const told = await play(scene, [
    [START, 5],
    [START + 4, 900],
    [START + 10, 20],
  ])
  expect(told).toEqual(['record ccu:20'])
})
