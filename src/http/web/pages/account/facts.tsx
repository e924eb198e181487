// Names and their values, side by side where there is room.
import type { ComponentChildren } from 'preact'

interface Shown {
  readonly of: readonly (readonly [name: string, value: ComponentChildren])[]
}

export const Facts = ({ of }: Shown) => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
