// An incident of the whole platform, made of what the evaluation found of single universes: pure rules.
import type { Minute } from '../clock.js'
import type { EventDraft, HistoryEvent } from '../events/event.js'
import type { IncidentGame } from '../events/event-facts.js'
import type { IncidentType, StatusFacts } from './facts.js'

/** INSIGHTS-51: of at least three universes that can be compared, 75 % must have changed together. */
export const MIN_COMPARED = 3
export const MIN_AFFECTED_SHARE = 0.75
/** Universes are sampled up to ten minutes apart, and changes that lie further apart are not one. */
export const MAX_APART_MINUTES = 15

export interface PlatformIncident {
  readonly start: Minute
  readonly affected: number
  readonly universes: number
  readonly members: readonly IncidentGame[]
  /** Other universes that were missing at the beginning, without a notification of their own. */
  readonly others: readonly IncidentGame[]
}

export interface ComparedUniverses {
  readonly affected: number
  readonly universes: number
}

export interface FoundUniverses extends ComparedUniverses {
  readonly others: readonly IncidentGame[]
}

export const isOfPlatform = ({ affected, universes }: ComparedUniverses): boolean =>
  universes >= MIN_COMPARED && affected >= MIN_AFFECTED_SHARE * universes

/** The platform is back when most of what was away is: single games may stay away for reasons of their own. */
export const isOver = ({ members }: PlatformIncident): boolean =>
  members.filter(({ until }) => until !== null).length >= MIN_AFFECTED_SHARE * members.length

export const typeOf = (what: StatusFacts['what']): IncidentType | undefined =>
  what === 'no_data' ? 'silent' : what === 'hidden' || what === 'gone' ? what : undefined

export const whatOf = (type: IncidentType): 'hidden' | 'gone' | 'no_data' =>
  type === 'hidden' || type === 'gone' ? type : 'no_data'

export const typesOf = ({ members }: PlatformIncident): readonly IncidentType[] => [
  ...new Set(members.map(({ type }) => type)),
]

export function withMember(incident: PlatformIncident, member: IncidentGame): PlatformIncident {
  const members = [...incident.members.filter(({ universeId }) => universeId !== member.universeId), member]
  const others = incident.others.filter(({ universeId }) => universeId !== member.universeId)
  const known = members.length + others.length
  return {
    ...incident,
    members,
    others,
    affected: Math.max(incident.affected, known),
    universes: Math.max(incident.universes, known),
  }
}

export const withReturn = (incident: PlatformIncident, universeId: number, until: Minute): PlatformIncident => ({
  ...incident,
  members: incident.members.map((member) => (member.universeId === universeId ? { ...member, until } : member)),
})

export function eventOfIncident(incident: PlatformIncident, end: Minute | null): EventDraft {
  const { start, affected, universes, members, others } = incident
  return {
    universeId: null,
    accountId: null,
    kind: 'incident',
    subject: `platform:${start}`,
    start,
    end,
    cause: 'platform',
    facts: { kind: 'incident', type: typesOf(incident)[0] ?? 'silent', affected, universes, members, others },
    uncertainty: null,
  }
}

/** The incident of the platform that goes on; undefined for any other event. */
export function incidentOfEvent({ facts, cause, end, start }: HistoryEvent): PlatformIncident | undefined {
  if (facts.kind !== 'incident' || cause !== 'platform' || end !== null) return undefined
  const { members = [], others = [] } = facts
  return { start, affected: facts.affected ?? 0, universes: facts.universes ?? 0, members, others }
}

/** Silence is reported from its last sample on; it begins at the minute after it. */
export const firstMinuteOf = (type: IncidentType, since: Minute): Minute => (type === 'silent' ? since + 1 : since)
