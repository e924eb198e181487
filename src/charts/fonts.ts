// The fonts that pictures are written in: those shipped with the project, and those an operator adds.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { FONT } from './chart-option.js'

/** Latin, Cyrillic, Greek, Vietnamese; emoji in color. Every other script needs a font of the operator's. */
const SHIPPED = [
  ['@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf', 'Inter'],
  ['@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf', 'Inter'],
  ['@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf', 'Noto Color Emoji'],
] as const
/** Of the machine's own fonts those that fill in for other scripts: Debian's fonts-noto-core, fonts-noto-cjk. */
const HELPFUL = /^(Noto Sans(?!.*(Mono|Symbols|Math|Display)).*|DejaVu Sans)$/
const MOST_HELPFUL = 60
const ENDINGS = new Set(['.ttf', '.otf', '.ttc', '.woff2'])

export interface Fonts {
  /** CSS font-family list. A registered font is used only where the list names it. */
  readonly families: string
  /** File names that were read from the operator's folder, and those that could not be. */
  readonly added: readonly string[]
  readonly refused: readonly string[]
}

let shipped = false

/** `folder` may be absent or empty; each file in it becomes one further family, in the order of their names. */
export function registerFonts(folder?: string): Fonts {
  if (!shipped) {
    const { resolve } = createRequire(import.meta.url)
    for (const [path, family] of SHIPPED) {
      if (!GlobalFonts.registerFromPath(resolve(path), family)) throw new Error(`The font ${path} cannot be read.`)
    }
    shipped = true
  }
  const added: string[] = []
  const refused: string[] = []
  for (const file of filesIn(folder)) {
    const isRead = folder !== undefined && GlobalFonts.registerFromPath(join(folder, file), familyOf(file)) !== null
    ;(isRead ? added : refused).push(file)
  }
  const [own = 'Inter', ...rest] = FONT.split(', ')
  const helpful = GlobalFonts.families.map(({ family }) => family).filter((family) => HELPFUL.test(family))
  const further = [...added.map(familyOf), ...helpful.sort().slice(0, MOST_HELPFUL)].map((family) => `"${family}"`)
  return { families: [own, ...rest.slice(0, 1), ...further, ...rest.slice(1)].join(', '), added, refused }
}

const familyOf = (file: string): string => `Added ${file.replace(/[^\w.-]+/g, ' ')}`

function filesIn(folder: string | undefined): string[] {
  if (folder === undefined) return []
  try {
    return readdirSync(folder)
      .filter((file) => ENDINGS.has(extname(file).toLowerCase()))
      .sort()
  } catch {
    return []
  }
}

/** Dates in a script that no font here can write would be rows of boxes: then they are in English. */
export function drawableLocale(locale: string, fonts: Fonts): string {
  const sample = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' }).format(0)
  const known = drawable.get(locale) ?? canDraw(sample, fonts.families)
  drawable.set(locale, known)
  return known ? locale : 'en-GB'
}

const drawable = new Map<string, boolean>()
const SIZE = 24
/** A code point that is no character and so is in no font. */
const NOTHING = '\u{10ffff}'

/** Whether each letter looks different from the box that stands for a letter no font has. */
function canDraw(text: string, families: string): boolean {
  const context = createCanvas(SIZE, SIZE).getContext('2d')
  context.font = `16px ${families}`
  const picture = (letter: string) => {
    context.clearRect(0, 0, SIZE, SIZE)
    context.fillText(letter, 2, 18)
    return Buffer.from(context.getImageData(0, 0, SIZE, SIZE).data).toString('latin1')
  }
  const box = picture(NOTHING)
  return [...text].every((letter) => !/\p{L}/u.test(letter) || picture(letter) !== box)
}
