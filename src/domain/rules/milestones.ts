// The ladder of milestones of a counter.

/** The first number of the ladder: 100, 200, 500, 1000, 2000, 5000 … */
const MIN_MILESTONE = 100
const STEPS = [1, 2, 5] as const

/** The first number of the ladder above the value. */
export function nextMilestone(value: number): number {
  for (let power = MIN_MILESTONE; ; power *= 10) {
    for (const step of STEPS) if (step * power > value) return step * power
  }
}

/** The numbers of the ladder above `after` and at most `value`, ascending. */
export function milestonesPassed(after: number, value: number): number[] {
  const passed: number[] = []
  for (let rung = nextMilestone(after); rung <= value; rung = nextMilestone(rung)) passed.push(rung)
  return passed
}
