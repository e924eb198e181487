// What Discord rejects in a message: the limits of CHAT-7, reported in the shape of code 50035.
import { ComponentType, MessageFlags } from 'discord.js'
import { asNumber, asText, recordsOf } from './json.js'
import type { FormProblem } from './rest/api-error.js'
import type { Json, UploadedFile } from './types.js'

const MEBIBYTE = 1024 * 1024

export class Problems {
  readonly found: FormProblem[] = []

  add(field: string, rule: string, detail: string): void {
    this.found.push({ field, rule, detail })
  }

  length(field: string, value: unknown, limit: number): void {
    if (asText(value).length > limit) this.add(field, 'BASE_TYPE_MAX_LENGTH', `Must be ${limit} or fewer in length.`)
  }

  count(field: string, list: readonly unknown[], limit: number): void {
    if (list.length > limit) this.add(field, 'BASE_TYPE_MAX_LENGTH', `Must be ${limit} or fewer in length.`)
  }

  required(field: string, value: unknown): void {
    if (asText(value).trim() === '') this.add(field, 'BASE_TYPE_REQUIRED', 'This field is required')
  }
}

export function checkMessage(body: Json, files: readonly UploadedFile[], flags: number, at = ''): FormProblem[] {
  const problems = new Problems()
  problems.length(`${at}content`, body.content, 2000)
  checkEmbeds(problems, recordsOf(body.embeds), `${at}embeds`)
  checkComponents(problems, recordsOf(body.components), `${at}components`, flags)
  if (flags & MessageFlags.IsComponentsV2 && (asText(body.content) || recordsOf(body.embeds).length)) {
    problems.add(`${at}flags`, 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2', 'No content or embeds with v2')
  }
  checkFiles(problems, files)
  return problems.found
}

function checkFiles(problems: Problems, files: readonly UploadedFile[]): void {
  problems.count('files', files, 10)
  const sizes = files.map((file) => file.bytes.length)
  if (sizes.some((size) => size > 10 * MEBIBYTE)) problems.add('files', 'FILE_TOO_LARGE', 'A file over 10 MiB')
  if (sizes.reduce((sum, size) => sum + size, 0) > 25 * MEBIBYTE) {
    problems.add('files', 'REQUEST_TOO_LARGE', 'Over 25 MiB in one request')
  }
}

function checkEmbeds(problems: Problems, embeds: Json[], at: string): void {
  problems.count(at, embeds, 10)
  embeds.forEach((embed, index) => {
    const here = `${at}.${index}`
    problems.length(`${here}.title`, embed.title, 256)
    problems.length(`${here}.description`, embed.description, 4096)
    problems.length(`${here}.footer.text`, nested(embed, 'footer', 'text'), 2048)
    problems.length(`${here}.author.name`, nested(embed, 'author', 'name'), 256)
    const fields = recordsOf(embed.fields)
    problems.count(`${here}.fields`, fields, 25)
    fields.forEach((field, order) => {
      for (const [part, limit] of [
        ['name', 256],
        ['value', 1024],
      ] as const) {
        problems.required(`${here}.fields.${order}.${part}`, field[part])
        problems.length(`${here}.fields.${order}.${part}`, field[part], limit)
      }
    })
  })
  const total = embeds.reduce((sum, embed) => sum + embedLength(embed), 0)
  if (total > 6000) problems.add(at, 'MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000')
}

const nested = (value: Json, outer: string, inner: string) => asText((value[outer] as Json | undefined)?.[inner])

function embedLength(embed: Json): number {
  const fields = recordsOf(embed.fields).flatMap((field) => [asText(field.name), asText(field.value)])
  const texts = [asText(embed.title), asText(embed.description), nested(embed, 'footer', 'text'), ...fields]
  return [...texts, nested(embed, 'author', 'name')].reduce((sum, text) => sum + text.length, 0)
}

export function checkComponents(problems: Problems, rows: Json[], at: string, flags: number): void {
  const isV2 = (flags & MessageFlags.IsComponentsV2) !== 0
  if (!isV2) problems.count(at, rows, 5)
  const ids = new Set<string>()
  let total = 0
  for (const { component, path } of walkComponents(rows, at)) {
    total += 1
    checkRow(problems, component, path)
    checkControl(problems, component, path, ids)
  }
  if (isV2 && total > 40) problems.add(at, 'BASE_TYPE_MAX_LENGTH', 'Must be 40 or fewer components in total.')
}

function checkRow(problems: Problems, component: Json, at: string): void {
  if (component.type !== ComponentType.ActionRow) return
  const children = recordsOf(component.components)
  const limit = children.every((child) => child.type === ComponentType.Button) ? 5 : 1
  problems.count(`${at}.components`, children, limit)
  if (children.length === 0)
    problems.add(`${at}.components`, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.')
}

function checkControl(problems: Problems, component: Json, at: string, ids: Set<string>): void {
  problems.length(`${at}.label`, component.label, component.type === ComponentType.TextInput ? 45 : 80)
  problems.length(`${at}.placeholder`, component.placeholder, component.type === ComponentType.TextInput ? 100 : 150)
  const options = recordsOf(component.options)
  problems.count(`${at}.options`, options, 25)
  options.forEach((option, index) => {
    for (const part of ['label', 'value', 'description'])
      problems.length(`${at}.options.${index}.${part}`, option[part], 100)
  })
  if (asNumber(component.max_values) > Math.max(options.length, 1) && component.type === ComponentType.StringSelect) {
    problems.add(`${at}.max_values`, 'COMPONENT_SELECT_MAX_VALUES', 'More values than options')
  }
  const id = component.custom_id
  if (typeof id !== 'string') return
  problems.required(`${at}.custom_id`, id)
  problems.length(`${at}.custom_id`, id, 100)
  if (ids.has(id)) problems.add(`${at}.custom_id`, 'COMPONENT_CUSTOM_ID_DUPLICATED', `Duplicated: ${id}`)
  ids.add(id)
}

export interface FoundComponent {
  component: Json
  path: string
}

/** All components of a message, each once and with its path in the body; rows, sections, containers and labels contain others. */
export function walkComponents(components: Json[], at = 'components'): FoundComponent[] {
  return components.flatMap((component, index) => {
    const path = `${at}.${index}`
    const inner = walkComponents(recordsOf(component.components), `${path}.components`)
    const single = recordsOf([component.accessory, component.component])
    return [{ component, path }, ...inner, ...walkComponents(single, `${path}.component`)]
  })
}
