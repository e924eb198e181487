// The logo and the few icons of the pages, drawn inline so that they take the colors of the text around them.

/** The logo: three people as bars of a chart, with a head above each bar. */
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
  zoomIn: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.5 10.5L14 14M7 5v4M5 7h4',
  zoomOut: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.5 10.5L14 14M5 7h4',
  earlier: 'M10 3L5 8l5 5',
  later: 'M6 3l5 5-5 5',
  reset: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3',
  full: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
} as const

/** Decorative: the control around it has the name. */
export const Icon = ({ of }: { readonly of: keyof typeof ICONS }) => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d={ICONS[of]} />
  </svg>
)
