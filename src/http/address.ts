// The address by which a caller without a key is counted.
import { isIPv6 } from 'node:net'

/** What a window of requests without a key is kept under. */
export const addressSubject = (ip: string | undefined): string => `address:${countedAddress(ip)}`

/** An IPv6 address counts by its /64: one household has 2^64 of them (LEGACY-2). */
export function countedAddress(ip: string | undefined): string {
  if (ip === undefined) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  return isIPv6(ip) ? groups(ip).slice(0, 4).join(':') : ip
}

/** The eight groups of an IPv6 address, `::` written out and any zone cut off. */
function groups(ip: string): string[] {
  const [head = '', tail] = ip
    .replace(/%.*$/, '')
    .replace(/\d+(\.\d+){3}$/, '0:0')
    .split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  )
}
