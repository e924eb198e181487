// Links side by side, one of which is the current choice. They work without a script, and each choice has its address.

export interface SegmentChoice {
  readonly href: string
  readonly label: string
  readonly isChosen: boolean
}

interface SegmentedControlProps {
  readonly label: string
  /** Whether a chart's script adds the part of the range to which it is zoomed. */
  readonly keepsWindow?: boolean
  /** By which scripts find it. */
  readonly name?: string
  readonly choices: readonly SegmentChoice[]
}

export const SegmentedControl = ({ label, choices, keepsWindow, name }: SegmentedControlProps) => (
  <nav class="segmented" aria-label={label} data-keeps-window={keepsWindow} data-name={name}>
    <ul>
      {choices.map(({ href, label, isChosen }) => (
        <li key={href}>
          <a href={href} aria-current={isChosen ? 'true' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
