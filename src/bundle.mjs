// Builds all programs into a folder; ready.mjs runs it. Browser files are compressed and named by their content hash;
// the service, the demo, the workers and the command line are bundled with their packages.
import * as fs from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import * as esbuild from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const web = join(root, 'src', 'http', 'web')
const home = join(root, 'dist')
const dist = process.argv[2] ?? home
const out = join(dist, 'web')

/** The bundler has written what is wrong with a source, so a stack of its own would only hide it. */
const build = (options) =>
  esbuild.build(options).catch((error) => {
    if (!Array.isArray(error.errors)) throw error
    process.exit(1)
  })

/** Each file directly in browser/ is an entry point; the code that they share is in its subfolders. */
const scripts = fs
  .readdirSync(join(web, 'browser'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(web, 'browser', name))
/** It loads the chart library later, so it is split. */
const CHART = join(web, 'browser', 'chart.ts')

const BROWSER = {
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.svg': 'copy', '.woff2': 'file' },
  tsconfig: join(web, 'browser', 'tsconfig.json'),
  metafile: true,
  logLevel: 'warning',
  absWorkingDir: root,
}

fs.rmSync(out, { recursive: true, force: true })
const bundles = await Promise.all([
  build({
    ...BROWSER,
    entryPoints: [CHART, join(web, 'style', 'style.css'), join(web, 'style', 'icon.svg')],
    splitting: true,
  }),
  // A request for each part that small scripts share would take longer than the same few hundred bytes in each of them.
  build({ ...BROWSER, entryPoints: scripts.filter((path) => path !== CHART) }),
])
const outputs = Object.assign({}, ...bundles.map(({ metafile }) => metafile.outputs))

/** Returns all files that a script imports statically, chunks included. */
function importsOf(path, found = new Set()) {
  for (const { path: next, kind } of outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || found.has(next)) continue
    found.add(next)
    importsOf(next, found)
  }
  return found
}

const manifest = {}
for (const [path, { entryPoint, inputs }] of Object.entries(outputs)) {
  const isFont = path.endsWith('.woff2')
  const name = basename(entryPoint ?? (isFont ? Object.keys(inputs)[0] : undefined) ?? path)
  manifest[name] = { file: basename(path), imports: [...importsOf(path)].map((next) => basename(next)) }
  // A font in this format is compressed already.
  if (isFont) continue
  const bytes = fs.readFileSync(join(root, path))
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  fs.writeFileSync(join(root, `${path}.br`), brotliCompressSync(bytes, { params }))
  fs.writeFileSync(join(root, `${path}.gz`), gzipSync(bytes, { level: 9 }))
}
fs.writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest))

/** Zod's own messages in fifty languages, of which nobody reads any but the English ones. */
const englishZod = {
  name: 'english zod',
  setup: ({ onLoad }) =>
    onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    })),
}

/** 400 kB of Asian multi-byte character sets, which no request to this service may have: it reads JSON and forms. */
const withoutMultibyteSets = {
  name: 'without multi-byte character sets',
  setup: ({ onLoad }) =>
    onLoad({ filter: /iconv-lite[/\\]encodings[/\\]dbcs-data\.js$/ }, () => ({ contents: 'module.exports = {}' })),
}

/** Everything except native code is bundled, because opening hundreds of files would dominate the startup time. */
const PROGRAM = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  tsconfig: join(root, 'tsconfig.json'),
  external: ['better-sqlite3', 'better-sqlite3-node22', '@napi-rs/canvas'],
  plugins: [englishZod, withoutMultibyteSets],
  // Bundled CommonJS packages need these names.
  banner: {
    js: "import { createRequire as createRequire_ } from 'node:module'; const require = createRequire_(import.meta.url);",
  },
  // At each start Node reads all of it before the service answers. Names stay, for stack traces without a source map.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  // The final folder, because source maps contain paths relative to it; the files are first written to a temporary
  // folder.
  outdir: home,
  write: false,
  logLevel: 'warning',
}
const sourcesIn = (folder) => fs.readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()
const commands = sourcesIn('commands').filter((name) => name.endsWith('.ts'))
const workers = sourcesIn('src').filter((name) => /(?<!start)-worker[.]ts$/.test(name))

const results = await Promise.all([
  // Built together, because a command must use the same classes as the bot that runs it.
  build({
    ...PROGRAM,
    entryPoints: ['src/main.ts', 'src/demo.ts', ...commands.map((name) => `commands/${name}`)],
    outbase: root,
    splitting: true,
    chunkNames: 'src/chunks/[name]-[hash]',
  }),
  build({ ...PROGRAM, entryPoints: workers.map((name) => `src/${name}`), outbase: root }),
  // Code splitting keeps modules that only some commands need out of the main file.
  build({ ...PROGRAM, entryPoints: ['src/cli/main.ts'], outdir: join(home, 'cli'), splitting: true }),
])
for (const { path, contents } of results.flatMap(({ outputFiles }) => outputFiles)) {
  const file = join(dist, relative(home, path))
  fs.mkdirSync(dirname(file), { recursive: true })
  fs.writeFileSync(file, contents)
}
