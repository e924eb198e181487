// Which one-time codes of starts are valid. A code belongs to the time between two accounts: each new account ends all codes that were
// printed before it, also after every account was removed (PROCESS-25).
import type { SettingStore } from '../../domain/ports/store.js'
import { hashOf, newSecret } from '../auth/manage-sessions.js'

const PERIOD = 'setup.period'
const FIRST_PERIOD = 'first'

/** The name of the time between two accounts. */
export const setupPeriod = async (settings: SettingStore): Promise<string> =>
  (await settings.get(PERIOD)) ?? FIRST_PERIOD

export const endSetupCodes = (settings: SettingStore): Promise<void> => settings.set(PERIOD, newSecret())

/** Makes the code valid in all processes that share the database. */
export async function shareCode(settings: SettingStore, code: string): Promise<void> {
  await settings.set(settingOf(code), await setupPeriod(settings))
}

export const isSharedCode = async (settings: SettingStore, code: string): Promise<boolean> =>
  (await settings.get(settingOf(code))) === (await setupPeriod(settings))

/** Who reads the database must not learn a code. */
const settingOf = (code: string): string => `setup.code.${hashOf(code)}`
