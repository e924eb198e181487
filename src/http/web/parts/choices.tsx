// Links side by side of which one is where the reader is: tabs that work without a script.

interface ChoicesShown {
  readonly label: string
  readonly choices: readonly { readonly href: string; readonly label: string }[]
  /** The address of the one that is shown. */
  readonly chosen: string
}

export const Choices = ({ label, choices, chosen }: ChoicesShown) => (
  <nav class="choices" aria-label={label}>
    <ul>
      {choices.map((choice) => (
        <li key={choice.href}>
          <a href={choice.href} aria-current={choice.href === chosen ? 'true' : undefined}>
            {choice.label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
