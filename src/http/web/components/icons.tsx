// The logo and the few icons of the pages, drawn inline so that they take the colors of the text around them.

/** People as bars of a chart: a head above each. */
export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect class="logo-ground" width="32" height="32" rx="8" />
    <path class="logo-bars" d="M8.5 24.5V21M16 24.5v-9M23.5 24.5V19M8.5 14.6h0M16 9h0M23.5 12.6h0" />
  </svg>
)

const ICONS = {
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
} as const

/** Decorative: the control around it has the name. */
export const Icon = ({ of }: { readonly of: keyof typeof ICONS }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={ICONS[of]} />
  </svg>
)
