// A button that opens a panel below it, without a script too.
import type { ComponentChildren } from 'preact'
import { Icon } from './icons.js'

interface DropDownProps {
  readonly label: ComponentChildren
  readonly isOpen?: boolean
  readonly isChosen?: boolean
  /** By which scripts find it. */
  readonly name?: string
  /** Attributes of the panel. */
  readonly panel?: Readonly<Record<string, string | number | boolean>>
  readonly children: ComponentChildren
}

export const DropDown = ({ label, isOpen, isChosen = false, name, panel, children }: DropDownProps) => (
  <details class="drop-down" open={isOpen ?? false} data-name={name}>
    <summary class={isChosen ? 'button small chosen' : 'button small'}>
      <span>{label}</span>
      <Icon of="down" />
    </summary>
    <div class="panel" {...panel}>
      {children}
    </div>
  </details>
)
