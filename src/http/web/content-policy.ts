// What a page may load and where its forms may go: everything from here, nothing inline, nobody else.

export function contentPolicy(formTargets: readonly string[]): Record<string, string> {
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The style sheet draws its arrows and ticks as data.
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // A form that is answered with a redirect counts for where that leads: signing in leads to Discord.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    'Content-Security-Policy': rules.join('; '),
    'X-Frame-Options': 'DENY',
    // With no-referrer, browsers send forms with `Origin: null`, which says nothing of where they come from.
    'Referrer-Policy': 'same-origin',
  }
}
