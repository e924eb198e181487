// The fonts of pictures: those shipped with the project, and those an operator adds.
import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { projectRoot } from '../project-root.js'
import { FONT } from './chart-option.js'

/** They cover Latin, Cyrillic, Greek, Vietnamese and color emoji. Every other script needs a font added by the operator. */
const INCLUDED_FONTS = [
  ['src/charts/fonts/Inter_400Regular.ttf', 'Inter'],
  ['src/charts/fonts/Inter_600SemiBold.ttf', 'Inter'],
  ['node_modules/@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf', 'Noto Color Emoji'],
] as const
/** System fonts that cover other scripts: Debian's fonts-noto-core, fonts-noto-cjk. */
const FALLBACK_FONTS = /^(Noto Sans(?!.*(Mono|Symbols|Math|Display)).*|DejaVu Sans)$/
const MAX_FALLBACK_FONTS = 60
const EXTENSIONS = new Set(['.ttf', '.otf', '.ttc', '.woff2'])

export interface Fonts {
  /** A CSS font-family list. A registered font is used only if the list names it. */
  readonly families: string
  /** File names that were read from the operator's folder, and those that could not be. */
  readonly added: readonly string[]
  readonly rejected: readonly string[]
}

let hasIncludedFonts = false

/** `folder` may be absent or empty; each file in it becomes one further family, in the order of their names. */
export function registerFonts(folder?: string): Fonts {
  if (!hasIncludedFonts) {
    for (const [path, family] of INCLUDED_FONTS) {
      const file = join(projectRoot, path)
      if (!GlobalFonts.registerFromPath(file, family)) throw new Error(`The font ${file} cannot be read.`)
    }
    hasIncludedFonts = true
  }
  const added: string[] = []
  const rejected: string[] = []
  for (const file of filesIn(folder)) {
    const isRead = folder !== undefined && GlobalFonts.registerFromPath(join(folder, file), familyOf(file)) !== null
    ;(isRead ? added : rejected).push(file)
  }
  const [firstFamily = 'Inter', ...rest] = FONT.split(', ')
  const fallbacks = GlobalFonts.families.map(({ family }) => family).filter((family) => FALLBACK_FONTS.test(family))
  const further = [...added.map(familyOf), ...fallbacks.sort().slice(0, MAX_FALLBACK_FONTS)].map(
    (family) => `"${family}"`,
  )
  return { families: [firstFamily, ...rest.slice(0, 1), ...further, ...rest.slice(1)].join(', '), added, rejected }
}

const familyOf = (file: string): string => `Added ${file.replace(/[^\w.-]+/g, ' ')}`

function filesIn(folder: string | undefined): string[] {
  if (folder === undefined) return []
  try {
    return readdirSync(folder)
      .filter((file) => EXTENSIONS.has(extname(file).toLowerCase()))
      .sort()
  } catch {
    return []
  }
}

/** Falls back to English for dates if no font here can write the script of the locale. */
export function drawableLocale(locale: string, { families }: Fonts): string {
  const sample = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year: 'numeric' }).format(0)
  return [...sample].every((letter) => canDraw(letter, families)) ? locale : 'en-GB'
}

/**
 * Replaces each character that no font here has with one plain box, because a font's own missing-glyph sign is a dense black
 * block.
 */
export const drawableText = (text: string, { families }: Fonts): string =>
  Array.from(graphemes.segment(text), ({ segment }) =>
    [...segment].every((letter) => canDraw(letter, families)) ? segment : BOX,
  ).join('')

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** A character that Inter contains. */
const BOX = '□'
const GLYPH_SIZE = 24
/** A noncharacter code point, which no font contains. */
const MISSING_GLYPH = '\u{10ffff}'

/** A cache by families; its size is bounded by the number of Unicode characters. */
const drawable = new Map<string, Map<string, boolean>>()

/** Whether the character renders differently from the missing-glyph sign. */
function canDraw(letter: string, families: string): boolean {
  const known = drawable.get(families) ?? new Map<string, boolean>()
  drawable.set(families, known)
  const answer = known.get(letter) ?? pictureOf(letter, families) !== pictureOf(MISSING_GLYPH, families)
  known.set(letter, answer)
  return answer
}

function pictureOf(letter: string, families: string): string {
  const context = createCanvas(GLYPH_SIZE, GLYPH_SIZE).getContext('2d')
  context.font = `16px ${families}`
  context.fillText(letter, 2, 18)
  return Buffer.from(context.getImageData(0, 0, GLYPH_SIZE, GLYPH_SIZE).data).toString('latin1')
}
