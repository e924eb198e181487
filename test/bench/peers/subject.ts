// What is measured side by side: Headcount, the plain row store, and the databases that people would use instead.
import type { TickWriter } from '../series/tick-writers.js'
import type { Answers } from './answers.js'

export const QUESTIONS = ['latest', 'ranking', 'one', 'all', 'csv', 'json'] as const
export type Question = (typeof QUESTIONS)[number]

export interface Subject {
  /** With its version where it has one. */
  readonly name: string
  /** Questions for which it has no answer of its own. */
  readonly lacks: readonly Question[]
  /** Whether it answers over HTTP, as a program needs it that is not beside the database. */
  readonly isOverHttp: boolean
  /** Answers the milliseconds that storing took, without the time in which the samples were made. */
  load(universes: number, days: number): Promise<number>
  /** Of all that is stored, on the disk. */
  bytes(): Promise<number>
  /** Asked to be compared with what is expected, not to be timed. */
  answers(): Promise<Answers>
  /** Answers the bytes that came. `universeId` says whose 30 days `one` asks for; all others ask for the same each time. */
  ask(question: Question, universeId: number): Promise<number>
  ticks(): Promise<TickWriter>
  stop(): Promise<void>
}
