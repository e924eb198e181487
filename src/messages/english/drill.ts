// The texts of a drill, for the operator.
import type { GapReason } from '../../domain/gap.js'
import type { DrillFault, DrillReport, FaultAccount } from '../../domain/ports/drill.js'
import { damageText } from './doctor.js'

/** The steps of the progress. */
export const drillParts: Readonly<Record<DrillFault | 'copy' | 'check', string>> = {
  copy: 'copying',
  check: 'checking the copy',
  kill: 'killing',
  'full disk': 'filling the disk',
  'clock back': 'setting the clock back',
  'clock ahead': 'setting the clock ahead',
}

export const drillHeadings = ['fault', 'hits', 'due', 'stored', 'lost', 'copy', 'recovery', 'gaps'] as const

export const drillRow = ({ fault, hits, due, stored, lost, damage, recoveryMs, gaps }: FaultAccount) => [
  fault,
  hits,
  due,
  stored,
  lost,
  damage === null ? 'sound' : 'damaged',
  recoveryMs === null ? '–' : `${(recoveryMs / 1_000).toFixed(1)} s`,
  gapsText(gaps),
]

const gapsText = (gaps: readonly (readonly [GapReason, number])[]): string =>
  gaps.length === 0 ? 'none' : gaps.map(([reason, count]) => `${count} ${reason}`).join(', ')

export const drillEnd = ({ samples, games, damageBefore, faults }: DrillReport): string => {
  const counts = `${samples ?? 'unknown'} samples and ${games ?? 'unknown'} ${games === 1 ? 'game' : 'games'}`
  const ofCopy = `The drill ran on a copy of ${counts}, which is removed.`
  const isHarmless = faults.every(({ lost, damage }) => lost === 0 && damage === null)
  const found = isHarmless
    ? 'Nothing was lost: what is missing are the ticks that were hit, as gaps.'
    : faults.flatMap(({ fault, damage }) => (damage === null ? [] : [`After ${fault}: ${damage}.`])).join('\n')
  const before = damageBefore && `The database was damaged before the drill began: ${damageText(damageBefore)}`
  return [before, found, ...faults.map(missesText), ofCopy].filter((line) => line !== null && line !== '').join('\n')
}

const missesText = ({ fault, hits, misses }: FaultAccount): string => {
  if (misses === 0) return ''
  const times = `${fault}s came between two ticks and hit none`
  return `${misses} of ${hits + misses} ${times}.`
}
