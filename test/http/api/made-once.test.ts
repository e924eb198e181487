// What is made for the first request is kept for the others; a failure is not.
import { expect, it } from 'vitest'
import { madeOnce } from '../../../src/http/api/preparation/made-once.js'
import { rejectionOf } from '../../support/rejections.js'

it('what is made once is made again only after it failed', async () => {
  let tries = 0
  const made = madeOnce(async () => {
    tries++
    if (tries === 1) throw new Error('Not yet.')
    return tries
  })
  const both = await Promise.all([rejectionOf(made()), rejectionOf(made())])
  expect(both.map(({ text }) => text)).toEqual(['Not yet.', 'Not yet.'])
  expect(await Promise.all([made(), made()])).toEqual([2, 2])
  expect(await made()).toBe(2)
})
