// Logo, colors and type of the design system.
import { Logo } from '../../components/icons.js'

const COLORS = ['surface', 'sunken', 'hover', 'border-strong', 'accent-solid', 'accent-soft'] as const
const SIGNALS = ['success-soft', 'danger-soft', 'danger-solid', 'muted', 'text'] as const

export const Tokens = () => (
  <>
    <section>
      <h2>Logo</h2>
      <div class="row">
        <span class="brand">
          <Logo />
          Headcount
        </span>
      </div>
    </section>
    <section>
      <h2>Color</h2>
      <ul class="swatches">
        {[...COLORS, ...SIGNALS].map((name) => (
          <li key={name}>
            <span class={`swatch ${name}`} />
            <small>{name}</small>
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h2>Type</h2>
      <div class="panel stack">
        <p class="h1">Heading 1: 24 px, semibold</p>
        <h2>Heading 2: 16 px, semibold</h2>
        <h3>Heading 3: 14 px, semibold</h3>
        <p>Text: 14 px. Figures have one width: 1,111,111 and 8,888,888.</p>
        <p class="muted">
          Muted text, with a <a href="#type">way to elsewhere</a> in it.
        </p>
        <p>
          <small>Small: 12 px</small> <code>code</code> <span class="rise">+2.0%</span> <span class="fall">-33.7%</span>
        </p>
      </div>
    </section>
  </>
)
