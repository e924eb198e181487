// A list of names and values, side by side where the screen is wide enough.
import type { ComponentChildren } from 'preact'

interface Props {
  readonly of: readonly (readonly [name: string, value: ComponentChildren])[]
}

export const Facts = ({ of }: Props) => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
