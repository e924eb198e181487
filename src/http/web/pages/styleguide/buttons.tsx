// Buttons and segmented controls of the design system in every state.
import { Icon } from '../../components/icons.js'
import { SegmentedControl } from '../../components/segmented-control.js'

const KINDS = [
  ['Primary', 'primary'],
  ['Default', ''],
  ['Quiet', 'quiet'],
  ['Destructive', 'destructive'],
  ['Confirms', 'destructive primary'],
  ['Small', 'small'],
] as const
const STATES = ['hover', 'focus', 'active'] as const
const CHOICES = ['24 h', '7 days', '30 days', '1 year', 'All']

export const ButtonStates = () => (
  <>
    <section>
      <h2>Buttons</h2>
      <div class="panel stack">
        {KINDS.map(([label, kind]) => (
          <div class="row" key={label}>
            <button type="button" class={kind}>
              {label}
            </button>
            {STATES.map((state) => (
              <button key={state} type="button" class={kind} data-state={state}>
                {label}, {state}
              </button>
            ))}
            <button type="button" class={kind} disabled>
              {label}, disabled
            </button>
          </div>
        ))}
        <div class="row">
          <a class="button" href="#buttons">
            Leads elsewhere
          </a>
          <button type="button" class="icon" aria-label="Menu">
            <Icon of="menu" />
          </button>
          <button type="button" class="quiet icon" aria-label="Close">
            <Icon of="close" />
          </button>
        </div>
      </div>
    </section>
    <section>
      <h2>Segmented control</h2>
      <SegmentedControl
        label="Range"
        choices={CHOICES.map((label, index) => ({ href: `#range-${index}`, label, isChosen: index === 1 }))}
      />
    </section>
  </>
)
