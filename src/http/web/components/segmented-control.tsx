// Links side by side, one of which is the current choice. They work without a script, and each choice has its address.

interface SegmentedControlProps {
  readonly label: string
  readonly choices: readonly { readonly href: string; readonly label: string; readonly isChosen: boolean }[]
}

export const SegmentedControl = ({ label, choices }: SegmentedControlProps) => (
  <nav class="segmented" aria-label={label}>
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
