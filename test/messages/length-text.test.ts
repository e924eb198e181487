// How lengths of time are written.
import { expect, test } from 'vitest'
import { exactLength, roughLength } from '../../src/messages/length-text.js'

test('a length that is no whole number of hours is not written as one', () => {
  expect([1, 40, 92, 120, 150].map((minutes) => roughLength(minutes, 'en-US'))).toEqual([
    '1 minute',
    '40 minutes',
    '92 minutes',
    '2 hours',
    '150 minutes',
  ])
  expect([0, 60, 90, 360].map((minutes) => exactLength(minutes, 'en-US'))).toEqual([
    '0 minutes',
    '1 hour',
    '90 minutes',
    '6 hours',
  ])
})

test('a long one is rounded to hours or days, in the language of the reader', () => {
  expect([185, 2_879, 2_880, 17_400].map((minutes) => roughLength(minutes, 'en-US'))).toEqual([
    '3 hours',
    '48 hours',
    '2 days',
    '12 days',
  ])
  expect([roughLength(360, 'es-ES'), roughLength(2_880, 'pt-BR')]).toEqual(['6 horas', '2 dias'])
})
