// Requests with files, written out before they are sent.
import { DefaultRestOptions, type RESTOptions } from 'discord.js'

type MakeRequest = RESTOptions['makeRequest']

/**
 * discord.js hands a form to its own undici 6, which sends through the dispatcher of the whole process. That is the one
 * of undici 7, which the platform engine brings, and which does not know the form for one: "action is not a function",
 * measured with undici 7.30 on Node 20. Bytes are bytes to both.
 */
export const makeRequest: MakeRequest = async (url, init) => {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init)
  const form = new Response(init.body)
  const headers = new Headers(Object.entries(init.headers ?? {}))
  headers.set('content-type', form.headers.get('content-type') ?? 'multipart/form-data')
  const body = new Uint8Array(await form.arrayBuffer())
  return DefaultRestOptions.makeRequest(url, { ...init, headers: Object.fromEntries(headers), body })
}
