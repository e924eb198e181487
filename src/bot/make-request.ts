// Requests to Discord as discord.js makes them, mended in two places where it gives up or goes wrong.
import { DefaultRestOptions, type RESTOptions } from 'discord.js'

type RequestMaker = RESTOptions['makeRequest']

/**
 * Files are written out before they are sent: discord.js hands a form to its own undici 6, which sends through the
 * dispatcher of the whole process. That is the one of undici 7, which the platform engine brings, and which does not
 * know the form for one: "action is not a function", measured with undici 7.30 on Node 20. Bytes are bytes to both.
 */
export const makeRequest: RequestMaker = async (url, init) => {
  if (!(init.body instanceof FormData)) return onceMore(() => DefaultRestOptions.makeRequest(url, init))
  const form = new Response(init.body)
  const headers = new Headers(Object.entries(init.headers ?? {}))
  headers.set('content-type', form.headers.get('content-type') ?? 'multipart/form-data')
  const body = new Uint8Array(await form.arrayBuffer())
  return onceMore(() => DefaultRestOptions.makeRequest(url, { ...init, headers: Object.fromEntries(headers), body }))
}

/**
 * CHAT-12: discord.js repeats what fails in other ways, but not a kept connection that the other side closed. If
 * the work was done all the same, a second answer is refused, a post carries a nonce, and everything else may come twice.
 */
async function onceMore<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET')) throw error
    return send()
  }
}
