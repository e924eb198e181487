// A button that opens a panel below it, without a script too.
import type { ComponentChildren } from 'preact'
import { Icon } from './icons.js'

interface DropDownProps {
  readonly label: ComponentChildren
  readonly isOpen?: boolean
  readonly isChosen?: boolean
  readonly children: ComponentChildren
}

export const DropDown = ({ label, isOpen, isChosen = false, children }: DropDownProps) => (
  <details class="drop-down" open={isOpen ?? false}>
    <summary class={isChosen ? 'button small chosen' : 'button small'}>
      <span>{label}</span>
      <Icon of="down" />
    </summary>
    <div class="panel">{children}</div>
  </details>
)
