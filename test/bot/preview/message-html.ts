// Draws a message as Discord shows it, near enough to look at it: the text, embeds with their color, fields and
// pictures, and the buttons and menus.
import { ButtonStyle, ComponentType } from 'discord.js'
import { z } from 'zod'
import type { DoubleMessage } from '../../support/discord/double.js'

const rowShape = z.object({
  components: z.array(
    z.object({
      type: z.number(),
      label: z.string().optional(),
      style: z.number().optional(),
      disabled: z.boolean().optional(),
      placeholder: z.string().optional(),
      options: z.array(z.object({ label: z.string(), default: z.boolean().optional() })).optional(),
    }),
  ),
})

const STYLE = `
body { margin: 0; padding: 16px; background: #313338; color: #dbdee1; font: 16px/1.375 "gg sans", "Noto Sans", Helvetica, Arial, sans-serif; }
article { max-width: 520px; margin: 0 0 32px; }
h2 { font-size: 14px; color: #949ba4; font-weight: 400; margin: 0 0 6px; }
.embed { background: #2b2d31; border-left: 4px solid #1e1f22; border-radius: 4px; padding: 8px 16px 16px 12px; display: grid; grid-template-columns: 1fr auto; font-size: 14px; line-height: 1.3; overflow-wrap: anywhere; }
.embed > * { grid-column: 1 / -1; margin-top: 8px; min-width: 0; }
.embed > .title { font-weight: 600; font-size: 16px; color: #fff; } .embed > .narrow { grid-column: 1; }
.thumbnail { grid-column: 2 !important; grid-row: 1 / 4; width: 80px; height: 80px; border-radius: 4px; margin-left: 16px; background: #4a4d55; }
.fields { display: grid; grid-template-columns: repeat(12, 1fr); gap: 8px; }
.field { grid-column: 1 / -1; } .field b { display: block; color: #fff; font-weight: 600; margin-bottom: 2px; }
.n1 { grid-column: span 12; } .n2 { grid-column: span 6; } .n3 { grid-column: span 4; }
.picture { max-width: 100%; border-radius: 4px; } .footer { font-size: 12px; color: #b5bac1; } a { color: #00a8fc; text-decoration: none; }
time, code { background: #3c3e44; border-radius: 3px; padding: 0 2px; font-size: inherit; }
.row { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 8px; }
.button { background: #4e5058; color: #fff; border-radius: 8px; padding: 7px 16px; font-size: 14px; font-weight: 500; } .off { opacity: .5; }
.primary { background: #5865f2; } .danger { background: #da373c; } .success { background: #248046; }
.menu { background: #1e1f22; border-radius: 4px; padding: 10px 12px; font-size: 14px; width: 100%; max-width: 400px; box-sizing: border-box; display: flex; justify-content: space-between; }
@media (min-width: 1000px) { body { columns: 3 440px; } article { break-inside: avoid; } }
@media (max-width: 500px) { .n1, .n2, .n3 { grid-column: 1 / -1; } }
`

export const previewPage = (messages: ReadonlyMap<string, DoubleMessage>): string =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${STYLE}</style>${[
    ...messages,
  ]
    .map(([name, message]) => `<article><h2>${escaped(name)}</h2>${messageHtml(message)}</article>`)
    .join('')}`

function messageHtml(message: DoubleMessage): string {
  const files = new Map(message.attachments.map((file) => [`attachment://${file.filename}`, file]))
  const source = (url: string): string => {
    const file = files.get(url)
    return file ? `data:${file.contentType};base64,${file.bytes.toString('base64')}` : url
  }
  const embeds = message.embeds.map((embed) => embedHtml(embed, source))
  return [markdown(message.content), ...embeds, ...message.components.map(rowHtml)].join('')
}

type Embed = DoubleMessage['embeds'][number]

function embedHtml(embed: Embed, source: (url: string) => string): string {
  const { title, url, description, fields = [], image, thumbnail, footer, color } = embed
  const heading = title === undefined ? '' : url === undefined ? markdown(title) : `<a>${markdown(title)}</a>`
  const bar = color === undefined ? '' : `border-left-color:#${color.toString(16).padStart(6, '0')}`
  return `<div class="embed" style="${bar}">${[
    thumbnail ? `<img class="thumbnail" src="${source(thumbnail.url)}">` : '',
    heading === '' ? '' : `<div class="title narrow">${heading}</div>`,
    description === undefined ? '' : `<div class="narrow">${markdown(description)}</div>`,
    fields.length === 0 ? '' : `<div class="fields">${fieldsHtml(fields)}</div>`,
    image ? `<img class="picture" src="${source(image.url)}">` : '',
    footer ? `<div class="footer">${escaped(footer.text)}</div>` : '',
  ].join('')}</div>`
}

/** At most three inline fields stand side by side, and they share the width. */
function fieldsHtml(fields: NonNullable<Embed['fields']>): string {
  const groups: (typeof fields)[] = []
  for (const field of fields) {
    const last = groups.at(-1)
    const isJoined = field.inline === true && last?.[0]?.inline === true && last.length < 3
    if (isJoined) last.push(field)
    else groups.push([field])
  }
  return groups
    .flatMap((group) =>
      group.map(
        ({ name, value }) => `<div class="field n${group.length}"><b>${markdown(name)}</b>${markdown(value)}</div>`,
      ),
    )
    .join('')
}

const STYLES = new Map<number | undefined, string>([
  [ButtonStyle.Primary, 'primary'],
  [ButtonStyle.Danger, 'danger'],
  [ButtonStyle.Success, 'success'],
])

function rowHtml(row: unknown): string {
  const controls = rowShape.parse(row).components.map((control) => {
    if (control.type === ComponentType.Button)
      return `<span class="button ${STYLES.get(control.style) ?? ''} ${control.disabled ? 'off' : ''}">${escaped(control.label ?? '')}</span>`
    const chosen = (control.options ?? []).filter((option) => option.default).map(({ label }) => label)
    return `<span class="menu">${escaped(chosen.join(', ') || (control.placeholder ?? ''))}<span>⌄</span></span>`
  })
  return `<div class="row">${controls.join('')}</div>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Only what the bot writes; an escaped character stays as it is. */
function markdown(text: string): string {
  return escaped(text)
    .replace(/\\([\\*_~`|#+[\]()-]|&lt;|&gt;)/g, (_, character: string) => `&#${character.codePointAt(0)};`)
    .replace(/\[([^\]]*)\]\((https?:[^)]*)\)/g, '<a>$1</a>')
    .replace(
      /&lt;t:(\d+):?(\w?)&gt;/g,
      (_, seconds: string, style: string) => `<time>${timeText(Number(seconds), style)}</time>`,
    )
    .replace(/&lt;\/([^:]+):\d+&gt;/g, '<code>/$1</code>')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n', '<br>')
}

function timeText(seconds: number, style: string): string {
  const moment = new Date(seconds * 1_000)
  if (style === 'R') return 'a moment ago'
  const timeStyle = style === 'f' ? ({ timeStyle: 'short' } as const) : {}
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC', ...timeStyle }).format(moment)
}
