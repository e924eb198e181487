// The texts of a drill, for the operator.
import type { GapReason } from '../../domain/gap.js'
import type { DrillFault, DrillReport, FaultAccount } from '../../domain/ports/drill.js'

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

export const drillEnd = ({ samples, games, faults }: DrillReport): string => {
  const ofCopy = `The drill ran on a copy of ${samples} samples and ${games} ${games === 1 ? 'game' : 'games'}, which is removed.`
  const isHarmless = faults.every(({ lost, damage }) => lost === 0 && damage === null)
  const found = isHarmless
    ? 'Nothing was lost: what is missing are the ticks that were hit, as gaps.'
    : faults.flatMap(({ fault, damage }) => (damage === null ? [] : [`After ${fault}: ${damage}.`])).join('\n')
  return found === '' ? ofCopy : `${found}\n${ofCopy}`
}
