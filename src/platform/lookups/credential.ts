// Where the operator's credential may go: to the platform's own hosts, encrypted, and to this machine (PROCESS-7).

export function mayCarryCredential(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (isLoopback(hostname)) return true
  return protocol === 'https:' && /(^|\.)roblox\.com$/.test(hostname)
}

/** URL has normalized the forms of an address: `127.1` and `0x7f.1` are 127.0.0.1 here. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

/** An operator who pasted the whole cookie meant its value. */
export const cookieHeader = (cookie: string): string => `.ROBLOSECURITY=${cookie.replace(/^\.ROBLOSECURITY=/, '')}`
