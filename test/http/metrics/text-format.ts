// Parses the text format of Prometheus, as far as the tests need it.

export interface MetricSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The type of each metric, by its name. */
export const typesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))

export function samplesOf(text: string, name: string): MetricSample[] {
  return text
    .split('\n')
    .map((line) => /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line))
    .filter((match) => match?.[1] === name)
    .map((match) => ({ name, labels: labelsIn(match?.[2] ?? ''), value: Number(match?.[3]) }))
}

export function readingOf(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const isMeant = (sample: MetricSample) => Object.entries(labels).every(([key, text]) => sample.labels[key] === text)
  return samplesOf(text, name).find(isMeant)?.value
}

/** The names of all labels of the metric, in alphabetical order. */
export const labelsOf = (text: string, name: string): string[] =>
  [...new Set(samplesOf(text, name).flatMap(({ labels }) => Object.keys(labels)))].toSorted()

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [key, value]))
