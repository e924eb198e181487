// Run by ready.mjs after the compiler: bundles what the browser gets, names it by its content and compresses it; and the
// command line, whose every call would otherwise open hundreds of files.
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, 'src', 'http', 'web')
const dist = process.argv[2] ?? join(root, 'dist')
const out = join(dist, 'web')

/** Each file directly in browser/ is a script of its own; what they share lies in its folders. */
const scripts = fs.readdirSync(join(web, 'browser')).filter((name) => name.endsWith('.ts'))
const entries = [
  ...scripts.map((name) => join(web, 'browser', name)),
  join(web, 'style', 'style.css'),
  join(web, 'style', 'icon.svg'),
]

fs.rmSync(out, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: entries,
  outdir: out,
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.svg': 'copy' },
  tsconfig: join(web, 'browser', 'tsconfig.json'),
  metafile: true,
  logLevel: 'warning',
  absWorkingDir: root,
})

/** All that a script imports at once, through its chunks. */
function importsOf(path, found = new Set()) {
  for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || found.has(next)) continue
    found.add(next)
    importsOf(next, found)
  }
  return found
}

const manifest = {}
for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
  const name = basename(entryPoint ?? path)
  manifest[name] = { file: basename(path), imports: [...importsOf(path)].map((next) => basename(next)) }
  const bytes = fs.readFileSync(join(root, path))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  fs.writeFileSync(join(root, `${path}.br`), brotliCompressSync(bytes, { params }))
  fs.writeFileSync(join(root, `${path}.gz`), gzipSync(bytes, { level: 9 }))
}
fs.writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest))

const commandLine = join(dist, 'cli')
fs.rmSync(commandLine, { recursive: true, force: true })
await build({
  entryPoints: [join(dist, 'src', 'cli', 'main.js')],
  outdir: commandLine,
  bundle: true,
  // What only some verbs need stays apart.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  external: ['better-sqlite3', 'better-sqlite3-node22', '@napi-rs/canvas'],
  // For packages that are CommonJS.
  banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
  logLevel: 'warning',
})
