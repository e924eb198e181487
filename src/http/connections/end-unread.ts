// Ends a connection whose request was answered before all of it had arrived. Node would read the rest, however long it is, to find the
// next request behind it.
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { announcesTooMuch } from '../limit-body.js'

/** For so long the client can read the answer, before the connection is reset. */
const UNREAD_CLOSE_TIMEOUT_MS = 1_000

/** Wraps `listener`. A body that is announced to be short is read to its end. */
export const endUnread =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const isTooLarge = announcesTooMuch(request)
    if (isTooLarge || request.headers['transfer-encoding'] !== undefined) {
      response.shouldKeepAlive = false
      const { socket } = request
      // Node itself goes on with the connection at this event, after the listeners before its own.
      response.prependOnceListener('finish', () => {
        if (!request.complete) stopReading(socket)
      })
    }
    listener(request, response)
  }

/** A client that asks for leave to send its body gets none where the body is too large. */
export function limitContinue(server: Server): void {
  server.on('checkContinue', (request, response) => {
    if (!announcesTooMuch(request)) response.writeContinue()
    server.emit('request', request, response)
  })
}

/** Bytes that arrive at a socket that is closed reset the connection, and the client may lose the answer. */
function stopReading(socket: Socket): void {
  socket.destroySoon = () => undefined
  // Node resumes reading within this turn.
  setImmediate(() => {
    socket.pause()
    socket.end()
  })
  setTimeout(() => socket.destroy(), UNREAD_CLOSE_TIMEOUT_MS).unref()
}
