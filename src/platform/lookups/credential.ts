// Limits where the operator's credential may be sent: over TLS to the platform's own hosts, or to this machine (PROCESS-7).

export function mayCarryCredential(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (isLoopback(hostname)) return true
  return protocol === 'https:' && /(^|\.)roblox\.com$/.test(hostname)
}

/** URL has already normalized the address: `127.1` and `0x7f.1` are 127.0.0.1 here. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** Accepts the value of the cookie, or the whole cookie with its name. */
export const cookieHeader = (cookie: string): string => `.ROBLOSECURITY=${cookie.replace(/^\.ROBLOSECURITY=/, '')}`
