// The cookies of the web pages. With TLS they are Secure and bound to this host by their name prefix.
import type { CookieOptions, Request, Response } from 'express'

/** Written by the server alone, and hidden from scripts. */
export const COOKIES = {
  session: 'headcount',
  attempt: 'headcount-attempt',
  toast: 'headcount-said',
  theme: 'theme',
  zone: 'headcount-zone',
  visits: 'headcount-visits',
  columns: 'headcount-columns',
} as const
/** Written by the page's own script. */
export const TIME_ZONE_COOKIE = 'time-zone'

type Name = (typeof COOKIES)[keyof typeof COOKIES]

export class Cookies {
  constructor(private readonly isSecure: boolean) {}

  read(request: Request, name: Name): string | undefined {
    return readCookie(request, this.named(name))
  }

  write(response: Response, name: Name, value: string, maxAgeMs: number): void {
    response.cookie(this.named(name), value, { ...this.options(), maxAge: maxAgeMs })
  }

  clear(response: Response, name: Name): void {
    response.clearCookie(this.named(name), this.options())
  }

  private named(name: Name): string {
    return this.isSecure ? `__Host-${name}` : name
  }

  private options(): CookieOptions {
    // Lax instead of Strict, because the browser comes back from Discord, and links in chats lead to pages.
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure }
  }
}

export function readCookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return decoded(part.slice(at + 1).trim())
  }
  return undefined
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
