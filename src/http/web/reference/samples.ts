// Code samples of a call, which run as they are with the key in the variable HEADCOUNT_KEY.
import { isoOfDay } from '../../../domain/clock.js'
import { parseDay } from '../../../domain/rules/date-range.js'

export const SAMPLE_LANGUAGES = ['curl', 'JavaScript', 'Python'] as const
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]

export type CodeSamples = Readonly<Record<SampleLanguage, string>>

/** `field` is what the sample prints of the answer. */
export const samplesOf = (url: string, field: string): CodeSamples => ({
  curl: `curl -H "X-API-Key: $HEADCOUNT_KEY" \\\n"${url}"`,
  JavaScript: `const response = await fetch("${url}", {
  headers: { "X-API-Key": process.env.HEADCOUNT_KEY },
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.error);
console.log(answer.${field});`,
  Python: `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"X-API-Key": os.environ["HEADCOUNT_KEY"]},
)
with urllib.request.urlopen(request, timeout=30) as response:
    answer = json.load(response)
print(answer["${field}"])`,
})

/** For whom the calls are written. */
export interface SampleReader {
  /** Their games, the one to show first; empty for a visitor. */
  readonly games: readonly number[]
  /** The newest update of the first game. */
  readonly update?: number | undefined
  /** Days since 1970 (UTC). */
  readonly today: number
}

/** The last day in the calls of the examples. */
const EXAMPLE_DAY = parseDay('2026-01-31') ?? 0

/** The call with the games of the reader in place of those of the example, and with days that end yesterday. */
export function callForReader(call: string, { games: [first, ...others], update, today }: SampleReader): string {
  const recent = call.replace(/\d{4}-\d\d-\d\d/g, (text) =>
    isoOfDay((parseDay(text) ?? EXAMPLE_DAY) - EXAMPLE_DAY + today - 1),
  )
  if (first === undefined) return recent
  return recent
    .replace(/(?<=\/updates\/)\d+/, (example) => `${update ?? example}`)
    .replace(/^\/games\/\d+(?=[/?]|$)/, `/games/${first}`)
    .replace(/([?&]games=)[\d,]+/, `$1${[first, ...others].slice(0, 3).join(',')}`)
    .replace(/([?&]game_id=)\d+/, `$1${first}`)
}
