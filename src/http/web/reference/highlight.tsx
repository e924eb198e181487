// Colors code by its strings, numbers, comments and words, so that its form is seen at a glance.
import type { ComponentChildren } from 'preact'

const TOKENS =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<word>\b(?:await|const|if|throw|new|import|with|as|print|null|true|false|curl)\b)|(?<number>(?<![\w"])-?\d+(?:\.\d+)?\b)/g

const KINDS = ['name', 'string', 'word', 'number'] as const

export function Highlighted({ code }: { readonly code: string }): ComponentChildren {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const found of code.matchAll(TOKENS)) {
    const kind = KINDS.find((one) => found.groups?.[one] !== undefined)
    parts.push(code.slice(end, found.index))
    parts.push(<span class={`code-${kind}`}>{found[0]}</span>)
    end = found.index + found[0].length
  }
  parts.push(code.slice(end))
  return parts
}

/** JSON with short lists and objects on one line, as people would write it. */
export function compactJson(value: unknown, indent = '', width = 50): string {
  const line = JSON.stringify(value, undefined, 1)?.replace(/\n\s*/g, ' ') ?? 'null'
  if (typeof value !== 'object' || value === null || line.length + indent.length <= width) return line
  const inner = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map((one) => inner + compactJson(one, inner, width)).join(',\n')}\n${indent}]`
  const fields = Object.entries(value).map(
    ([name, one]) => `${inner}${JSON.stringify(name)}: ${compactJson(one, `${inner}`, width - name.length)}`,
  )
  return `{\n${fields.join(',\n')}\n${indent}}`
}
