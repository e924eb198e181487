// The content security policy of the pages: everything comes from this origin, and nothing is inline.

export const contentPolicy = (formTargets: readonly string[]): Record<string, string> => ({
  'Content-Security-Policy': policy(["'self'", ...formTargets], "'none'"),
  'X-Frame-Options': 'DENY',
  // With no-referrer, browsers send forms with `Origin: null`, which does not say where they come from.
  'Referrer-Policy': 'same-origin',
})

/** For a page that any site may show in a frame: it has no form, so that nobody is led to press a button there (WEB-43). */
export const embeddedPolicy: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy(["'none'"], '*'),
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

function policy(formTargets: readonly string[], frameAncestors: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The style sheet contains its arrows and check marks as data URLs.
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // Browsers also apply form-action to the target of a redirect, and signing in redirects to Discord.
    `form-action ${formTargets.join(' ')}`,
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
  ].join('; ')
}
