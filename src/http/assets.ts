// Serves the styles, scripts and images of the build. Their names contain a hash of their content, so browsers may cache them forever.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { rejection } from '../domain/error.js'

const manifestSchema = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()) }))
type Manifest = z.output<typeof manifestSchema>

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const FOREVER = 'public, max-age=31536000, immutable'
const PLACE = '/assets'

export class Assets {
  private manifest: Manifest | undefined
  private readonly bytes = new Map<string, Buffer>()

  constructor(private readonly folder: string) {}

  /** The URL of a built file, by its name in the source. */
  url(name: string): string {
    return `${PLACE}/${this.entry(name).file}`
  }

  /** The scripts that a script imports statically, so that the page can load them in parallel with it. */
  imports(name: string): string[] {
    return this.entry(name).imports.map((file) => `${PLACE}/${file}`)
  }

  router(): Router {
    const router = Router({ caseSensitive: true })
    router.get(`${PLACE}/:file`, this.send)
    return router
  }

  private readonly send: RequestHandler<{ file: string }> = (request, response) => {
    const { file } = request.params
    const type = TYPES[/\.(\w+)$/.exec(file)?.[1] ?? '']
    const isKnown = Object.values(this.read()).some((entry) => entry.file === file || entry.imports.includes(file))
    if (type === undefined || !isKnown) throw rejection('NOT_FOUND', { name: 'unknown file', facts: {} })
    response.set({ 'Content-Type': type, 'Cache-Control': FOREVER }).vary('Accept-Encoding')
    const found = ENCODINGS.find(
      ([encoding, suffix]) => request.acceptsEncodings(encoding) && existsSync(join(this.folder, file + suffix)),
    )
    if (found) response.set('Content-Encoding', found[0])
    response.send(this.bytesOf(file + (found?.[1] ?? '')))
  }

  private bytesOf(file: string): Buffer {
    const known = this.bytes.get(file)
    if (known) return known
    const read = readFileSync(join(this.folder, file))
    this.bytes.set(file, read)
    return read
  }

  private entry(name: string): Manifest[string] {
    const entry = this.read()[name]
    if (!entry) throw new Error(`The build made no ${name}: run node src/ready.mjs start.`)
    return entry
  }

  /** The manifest is read on first use, because not every program that starts the HTTP server shows pages. */
  private read(): Manifest {
    this.manifest ??= manifestSchema.parse(JSON.parse(readFileSync(join(this.folder, 'manifest.json'), 'utf8')))
    return this.manifest
  }
}
