// Sends bytes to the service as no client would, and reads all that comes back until it closes the connection.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawResponse {
  /** Of each response in the bytes, in their order. */
  readonly statuses: readonly number[]
  readonly head: string
  readonly body: string
}

export async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Ends after the service has closed the connection. Its reset counts as such. */
export async function sendBytes(port: number, ...pieces: readonly (string | Buffer)[]): Promise<RawResponse> {
  const socket = await openConnection(port)
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  for (const piece of pieces) socket.write(piece)
  // `once` of node:events would throw where the service resets the connection.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  const text = Buffer.concat(received).toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  return {
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    head: end < 0 ? text : text.slice(0, end),
    body: end < 0 ? '' : text.slice(end + 4),
  }
}
