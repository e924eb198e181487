import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedAddress } from '../../src/http/address.js'

const group = fc.integer({ min: 0, max: 0xffff })
/** Addresses outside of ::ffff:0:0/96, which count as IPv4. */
const groups = fc
  .array(fc.oneof(fc.constant(0), group), { minLength: 8, maxLength: 8 })
  .filter((all) => all.slice(0, 5).some((each) => each !== 0))

const hex = (value: number, width = 0) => value.toString(16).padStart(width, '0')

/** All notations of one address: full, upper case, shortened, with an IPv4 ending, with a zone. */
function spellings(all: readonly number[]): string[] {
  const short = new URL(`http://[${all.map((each) => hex(each)).join(':')}]/`).hostname.slice(1, -1)
  const [high = 0, low = 0] = all.slice(6)
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const mixed = `${all
    .slice(0, 6)
    .map((each) => hex(each))
    .join(':')}:${dotted}`
  const zeros = /(^|:)0:0(:0)*(:|$)/.exec(mixed)
  const shortMixed = zeros ? `${mixed.slice(0, zeros.index)}::${mixed.slice(zeros.index + zeros[0].length)}` : mixed
  const full = all.map((each) => hex(each, 4)).join(':')
  return [full, full.toUpperCase(), short, mixed, shortMixed, `${short}%eth0`]
}

describe('the address that a caller is counted by', () => {
  it('is the same however it is written', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const counted = spellings(all).map(countedAddress)
        expect(new Set(counted).size, JSON.stringify(spellings(all))).toBe(1)
      }),
      { numRuns: 500 },
    )
  })

  it('is the /64 for IPv6: the lower half never counts, the upper always does', () => {
    fc.assert(
      fc.property(groups, groups, (a, b) => {
        const sameHalf = [...a.slice(0, 4), ...b.slice(4)]
        const address = (all: readonly number[]) => countedAddress(all.map((each) => hex(each)).join(':'))
        if (a.slice(0, 4).some((each) => each !== 0)) expect(address(sameHalf)).toBe(address(a))
        const isSame = a.slice(0, 4).join() === b.slice(0, 4).join()
        expect(address(a) === address(b)).toBe(isSame)
      }),
    )
  })

  it('is the whole of an IPv4 address, also where it comes mapped into IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(countedAddress(ip)).toBe(ip)
        expect(countedAddress(`::ffff:${ip}`)).toBe(ip)
        expect(countedAddress(`::FFFF:${ip}`)).toBe(ip)
      }),
    )
  })

  it('is one for all whose connection is gone already', () => {
    expect(countedAddress(undefined)).toBe('unknown')
  })
})
