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
  readonly choices: readonly SegmentChoice[]
}

export const SegmentedControl = ({ label, choices, keepsWindow }: SegmentedControlProps) => (
  <nav class="segmented" aria-label={label} data-keeps-window={keepsWindow}>
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
