// Links side by side, one of which is the current choice: tabs that work without a script.

interface ChoicesProps {
  readonly label: string
  readonly choices: readonly { readonly href: string; readonly label: string; readonly isChosen: boolean }[]
}

export const Choices = ({ label, choices }: ChoicesProps) => (
  <nav class="choices" aria-label={label}>
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
