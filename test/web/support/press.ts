// Uses a control in Chromium as people do: by mouse, by a finger on a phone, or by the keyboard.
import type { Locator } from 'playwright-core'
import { PHONE, type TabOptions } from '../browser.js'

export const WAYS = ['mouse', 'tap', 'keyboard'] as const
type PressMethod = (typeof WAYS)[number]

/** A finger has a phone. */
export const tabFor = (way: PressMethod): TabOptions => (way === 'tap' ? { size: PHONE, hasTouch: true } : {})

export async function press(way: PressMethod, control: Locator): Promise<void> {
  if (way === 'mouse') return control.click()
  if (way === 'tap') return control.tap()
  const isBox = (await control.getAttribute('type')) === 'checkbox'
  await control.press(isBox ? 'Space' : 'Enter')
}
