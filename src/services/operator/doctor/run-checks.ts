// Runs all checks of the doctor concurrently, each with a time limit; a check that fails does not affect the others.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckName, DoctorFacts, DoctorStatement, FindingName } from '../../../domain/reasons/doctor-findings.js'

export const CHECK_STATES = ['ok', 'warning', 'wrong'] as const
export type CheckState = (typeof CHECK_STATES)[number]

export interface Finding extends DoctorStatement {
  readonly state: CheckState
}

export interface Check {
  readonly name: CheckName
  /** Observes something and decides what that means. A rejection is reported as wrong. */
  look(): Promise<Finding>
}

export interface CheckReport {
  readonly name: CheckName
  readonly state: CheckState
  readonly found: string
  /** What the operator should do; null if nothing is needed. */
  readonly advice: string | null
}

export interface Examination {
  /** True if there is no error; there may be warnings. */
  readonly ok: boolean
  readonly checks: readonly CheckReport[]
}

/** The texts of the doctor, which the message catalog has. */
export interface DoctorTexts {
  /** What to do if the check itself fails. */
  readonly advice: Readonly<Record<CheckName, string>>
  error(error: unknown): string
  finding(statement: DoctorStatement): Pick<CheckReport, 'found' | 'advice'>
  /** Said of a check that has not answered in time. */
  late(seconds: number): string
}

export const ok = <Name extends FindingName>(name: Name, facts: DoctorFacts[Name]): Finding => ({
  state: 'ok',
  name,
  facts,
})
export const warning = <Name extends FindingName>(name: Name, facts: DoctorFacts[Name]): Finding => ({
  state: 'warning',
  name,
  facts,
})
export const wrong = <Name extends FindingName>(name: Name, facts: DoctorFacts[Name]): Finding => ({
  state: 'wrong',
  name,
  facts,
})

/** Never rejects: a check that fails, or that takes longer than `withinMs`, is reported as wrong. */
export async function runChecks(checks: readonly Check[], withinMs: number, texts: DoctorTexts): Promise<Examination> {
  const reports = await Promise.all(checks.map((check) => runCheck(check, withinMs, texts)))
  return { ok: reports.every((report) => report.state !== 'wrong'), checks: reports }
}

async function runCheck({ name, look }: Check, withinMs: number, texts: DoctorTexts): Promise<CheckReport> {
  const failed = (found: string): CheckReport => ({ name, state: 'wrong', found, advice: texts.advice[name] })
  const late = sleep(withinMs, undefined, { ref: false }).then(() => failed(texts.late(Math.round(withinMs / 1_000))))
  const report = async (): Promise<CheckReport> => {
    const finding = await look()
    return { name, state: finding.state, ...texts.finding(finding) }
  }
  return Promise.race([report(), late]).catch((error: unknown) => failed(texts.error(error)))
}
