// The content security policy of the pages: everything comes from this origin, and nothing is inline.

export function contentPolicy(formTargets: readonly string[]): Record<string, string> {
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The style sheet contains its arrows and check marks as data URLs.
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // Browsers also apply form-action to the target of a redirect, and signing in redirects to Discord.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    'Content-Security-Policy': rules.join('; '),
    'X-Frame-Options': 'DENY',
    // With no-referrer, browsers send forms with `Origin: null`, which does not say where they come from.
    'Referrer-Policy': 'same-origin',
  }
}
