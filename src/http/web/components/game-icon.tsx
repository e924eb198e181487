// The icon of a game beside its name: the stored picture, or a drawn tile with the first letter of the name.
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { IconSize } from '../../../domain/ports/icons.js'
import type { IconNames } from '../../../services/icons/icon-records.js'
import { iconPath } from '../icons.js'

/** The stored pictures, from the layout to every icon of the page. */
export const IconContext = createContext<IconNames>(new Map())

/** The side in CSS pixels, and the stored picture that is sharp at it on a dense screen. */
const SIZES = {
  small: { side: 24, picture: 'small' },
  medium: { side: 40, picture: 'large' },
  large: { side: 64, picture: 'large' },
} as const satisfies Record<string, { readonly side: number; readonly picture: IconSize }>
/** The number of colors that the style sheet has for tiles. */
const TONE_COUNT = 3
/** A part of a name in brackets, which often announces the last update and says nothing about the game. */
const BRACKETED = /\[[^[\]]*\]|\([^()]*\)/g
const INITIAL = /[\p{L}\p{N}]/u
/** For a name without any letter or digit. */
const WITHOUT_INITIAL = '•'

interface Props {
  readonly universeId: number
  readonly name: string
  readonly size: keyof typeof SIZES
}

/** Decorative: the name of the game stands beside it. */
export function GameIcon({ universeId, name, size }: Props) {
  const { side, picture } = SIZES[size]
  const fileName = useContext(IconContext).get(universeId)
  const dimensions = { width: side, height: side }
  if (fileName !== undefined)
    return <img class={`game-icon ${size}`} src={iconPath(fileName, picture)} alt="" {...dimensions} loading="lazy" />
  // Text in a drawing would be laid out several times as slowly, in each row of a long list.
  return (
    <span class={`game-icon ${size} tone-${universeId % TONE_COUNT}`} aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}

interface IconLabelProps extends Pick<Props, 'universeId' | 'name'> {
  /** An element before the icon, such as the star of a favorite. */
  readonly before?: ComponentChildren
  readonly children: ComponentChildren
}

/** The name of a game in a table, with what stands below it, after the game's icon. */
export const IconLabel = ({ universeId, name, before, children }: IconLabelProps) => (
  <div class="beside-icon">
    {before}
    <GameIcon universeId={universeId} name={name} size="small" />
    <div>{children}</div>
  </div>
)

/** The first letter or digit of a name in upper case; names often begin with an emoji. */
function initialOf(name: string): string {
  const plain = name.replace(BRACKETED, '')
  const [first] = INITIAL.exec(plain) ?? INITIAL.exec(name) ?? [WITHOUT_INITIAL]
  return first.toLocaleUpperCase('en')
}
