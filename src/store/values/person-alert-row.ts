// Alerts of single people as rows of a table, the same in each storage engine.
import type {
  PersonAlert,
  PersonAlertDraft,
  PersonAlertEnd,
  PersonAlertTrigger,
} from '../../domain/person-alerts/person-alert.js'

/** JSON in `trigger`. */
interface PersonAlertRow extends Omit<PersonAlert, 'trigger' | 'ended'> {
  readonly trigger: string
  readonly endedAt: number | null
  readonly endedWhy: PersonAlertEnd | null
}

/** A trigger needs no validation: only the stores write it, and the compiler checks its type. */
export const toPersonAlert = ({ endedAt, endedWhy, trigger, ...row }: PersonAlertRow): PersonAlert => ({
  ...row,
  trigger: JSON.parse(trigger) as PersonAlertTrigger,
  ended: endedAt === null || endedWhy === null ? null : { at: endedAt, why: endedWhy },
})

export const personAlertRow = (draft: PersonAlertDraft) => ({
  ...draft,
  trigger: JSON.stringify(draft.trigger),
  endedAt: null,
  endedWhy: null,
})
