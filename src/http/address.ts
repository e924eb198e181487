// Derives the key under which requests without an API key are rate limited: the client's IP address.
import { isIPv6 } from 'node:net'

/** The rate limit key for requests from an address without an API key. */
export const addressSubject = (ip: string | undefined): string => `address:${countedAddress(ip)}`

/** An IPv6 address counts by its /64 prefix, because one household has 2^64 addresses (LEGACY-2). */
export function countedAddress(ip: string | undefined): string {
  if (ip === undefined) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  return isIPv6(ip) ? groups(ip).slice(0, 4).join(':') : ip
}

/** The eight groups of an IPv6 address, with `::` expanded and any zone removed. */
function groups(ip: string): string[] {
  const [head = '', tail] = ip
    .replace(/%.*$/, '')
    .replace(/(?<!\d)\d+(\.\d+){3}$/, '0:0')
    .split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  )
}
