// Runs all checks of the doctor concurrently, each with a time limit; a check that fails does not affect the others.
import { setTimeout as sleep } from 'node:timers/promises'

export const CHECK_STATES = ['ok', 'warning', 'wrong'] as const
export type CheckState = (typeof CHECK_STATES)[number]

export interface Finding {
  readonly state: CheckState
  readonly found: string
  /** What the operator should do; null if nothing is needed. */
  readonly advice: string | null
}

export interface Check {
  readonly name: string
  /** What the operator should do if the check itself fails. */
  readonly advice: string
  look(): Promise<Finding>
}

export interface CheckReport extends Finding {
  readonly name: string
}

export interface Examination {
  /** True if there is no error; there may be warnings. */
  readonly ok: boolean
  readonly checks: readonly CheckReport[]
}

export const ok = (found: string): Finding => ({ state: 'ok', found, advice: null })
export const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice })
export const wrong = (found: string, advice: string): Finding => ({ state: 'wrong', found, advice })

/** `textOf` words an error for the operator. */
export async function examine(
  checks: readonly Check[],
  withinMs: number,
  textOf: (error: unknown) => string,
): Promise<Examination> {
  const reports = await Promise.all(checks.map((check) => carryOut(check, withinMs, textOf)))
  return { ok: reports.every((report) => report.state !== 'wrong'), checks: reports }
}

async function carryOut(
  { name, advice, look }: Check,
  withinMs: number,
  textOf: (error: unknown) => string,
): Promise<CheckReport> {
  const late = sleep(withinMs, undefined, { ref: false }).then(() =>
    wrong(`There was no answer within ${Math.round(withinMs / 1_000)} s.`, advice),
  )
  try {
    return { name, ...(await Promise.race([look(), late])) }
  } catch (error) {
    return { name, ...wrong(textOf(error), advice) }
  }
}
