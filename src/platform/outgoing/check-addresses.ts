// Checks the local addresses that an operator names: each is an address of this machine, and none is named twice.
import { createSocket } from 'node:dgram'
import { BlockList, isIP, SocketAddress } from 'node:net'

export type AddressProblem =
  | { readonly kind: 'no address' | 'not specific' | 'not local'; readonly address: string }
  | { readonly kind: 'twice'; readonly address: string; readonly first: string }

/** The first problem of the list; undefined if every address can be used. */
export function addressProblem(addresses: readonly string[]): AddressProblem | undefined {
  const firstSpellings = new Map<string, string>()
  for (const address of addresses) {
    const canonical = canonicalAddress(address)
    if (canonical === undefined) return { kind: 'no address', address }
    const first = firstSpellings.get(canonical)
    if (first !== undefined) return { kind: 'twice', address, first }
    if (UNUSABLE_ADDRESSES.check(canonical, familyOf(canonical))) return { kind: 'not specific', address }
    if (!isLocal(canonical)) return { kind: 'not local', address }
    firstSpellings.set(canonical, address)
  }
  return undefined
}

/** The one spelling of an address, by which equal ones are recognized. */
export function canonicalAddress(text: string): string | undefined {
  // A zone belongs to addresses that reach only the local network.
  if (isIP(text) === 0 || text.includes('%')) return undefined
  const { address } = new SocketAddress({ address: text, family: familyOf(text) })
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Unspecified and multicast addresses: no call can be sent from them. */
const UNUSABLE_ADDRESSES = new BlockList()
UNUSABLE_ADDRESSES.addAddress('0.0.0.0', 'ipv4')
UNUSABLE_ADDRESSES.addAddress('::', 'ipv6')
UNUSABLE_ADDRESSES.addSubnet('224.0.0.0', 3, 'ipv4')
UNUSABLE_ADDRESSES.addSubnet('ff00::', 8, 'ipv6')

/**
 * Binds a socket, which sends nothing, because the list of interfaces leaves out addresses that are routed to this machine. With a lookup
 * that answers at once, the socket is bound, or has failed, when `bind` returns.
 */
function isLocal(address: string): boolean {
  const family = isIP(address)
  const socket = createSocket({
    type: family === 4 ? 'udp4' : 'udp6',
    lookup: (_, __, answer) => answer(null, address, family),
  })
  let isBound = true
  socket.on('error', () => {
    isBound = false
  })
  try {
    socket.bind({ address, port: 0, exclusive: true })
    if (isBound) socket.address()
  } catch {
    isBound = false
  }
  socket.close()
  return isBound
}
