// Reads a request: JSON, a form, or multipart with `payload_json` and `files[n]`.
import type { IncomingMessage } from 'node:http'
import type { UploadedFile } from '../types.js'

export interface RequestBody {
  body: unknown
  files: UploadedFile[]
}

export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  if (bytes.length === 0) return { body: undefined, files: [] }
  if (type.startsWith('multipart/form-data')) return readMultipart(bytes, type)
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { body: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))), files: [] }
  }
  return { body: JSON.parse(bytes.toString('utf8')), files: [] }
}

async function readMultipart(bytes: Buffer, type: string): Promise<RequestBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  const payload = form.get('payload_json')
  const files: UploadedFile[] = []
  for (const [name, part] of form) {
    const index = /^files\[(\d+)\]$/.exec(name)?.[1]
    if (index === undefined || typeof part === 'string') continue
    const content = Buffer.from(await part.arrayBuffer())
    files.push({ index: Number(index), filename: part.name, contentType: guessType(part), bytes: content })
  }
  return { body: typeof payload === 'string' ? JSON.parse(payload) : {}, files }
}

const TYPES: Record<string, string> = { png: 'image/png', csv: 'text/csv', json: 'application/json', txt: 'text/plain' }

function guessType(part: File): string {
  const ending = part.name.split('.').at(-1) ?? ''
  return TYPES[ending] ?? (part.type || 'application/octet-stream')
}
