// /docs: the API's reference, written on the server from the same declarations; no script, no outside request.
import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { Html, html } from '../html.js'
import type { Endpoint } from './endpoint.js'
import type { Publisher } from './openapi.js'
import { ENDPOINTS } from './routes.js'

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; }
code { font-size: .9em; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); margin-top: 2rem; }
`

export function docsPage(publisher: Publisher): RequestHandler {
  return (_, response) => {
    const hash = createHash('sha256').update(STYLE).digest('base64')
    response.set(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    )
    response.type('html').send(page(publisher.origin, publisher.operatorContact).text)
  }
}

const page = (origin: string, contact: string | undefined): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Headcount API</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>Headcount API</h1>
<p>Statistics of the games that your account tracks. Base: <code>${origin}/api/v1</code>. Every time is UTC.
The same as OpenAPI 3.1: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
<h2>Your key</h2>
<p>Send it as <code>X-API-Key: YOUR_KEY</code> or as <code>Authorization: Bearer YOUR_KEY</code>. Keep it out of client-side
code and public repositories: call from a server. Rotate it now and then.</p>
<h2>Limits</h2>
<p>Premium: 100 requests a minute, Enterprise: 500, by account and not by key. Every answer carries
<code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code>. On 429 wait as long as
<code>Retry-After</code> says, and twice as long each time it comes again. Cache answers: they carry an <code>ETag</code>, and
a new sample comes at most once a minute. Watch <a href="#usage"><code>/usage</code></a>.</p>
<h2>Errors</h2>
<p>Every error is <code>{"success":false,"error":"…","code":"…"}</code> with status 400, 401, 403, 404, 405, 429 or 500.</p>
<h2>Data licensing</h2>
<p>Formal data licensing and bulk datasets are arranged with the operator${contact === undefined ? '' : `: ${contact}`}, not through the API.</p>
${ENDPOINTS.map((endpoint) => section(endpoint, origin))}
</main>
</body>
</html>
`

const section = (endpoint: Endpoint, origin: string): Html => html`<section id="${endpoint.path.slice(1)}">
<h2><code>GET ${endpoint.path.replace(/:(\w+)/g, '{$1}')}</code></h2>
<p>${endpoint.summary}. ${endpoint.access === 'full' ? 'For active Premium and Enterprise subscriptions.' : 'Answers trials, too.'}</p>
${parameters(endpoint)}
<pre><code>curl -H 'X-API-Key: YOUR_KEY' '${origin}/api/v1${endpoint.example.call}'</code></pre>
<pre><code>${JSON.stringify({ success: true, ...endpoint.example.answer }, undefined, 2)}</code></pre>
</section>
`

function parameters(endpoint: Endpoint): Html {
  const rows = [...rowsOf(endpoint.params, 'path'), ...rowsOf(endpoint.query, 'query')]
  if (rows.length === 0) return html``
  return html`<table><thead><tr><th>Parameter</th><th>In</th><th>Needed</th><th>What it is</th></tr></thead><tbody>${rows}</tbody></table>`
}

function rowsOf(schema: z.ZodObject, where: string): Html[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', enum: choices, default: fallback } = typeof property === 'object' ? property : {}
    const words = [
      description,
      choices ? `one of ${choices.join(', ')}` : '',
      fallback === undefined ? '' : `default ${fallback}`,
    ]
    const needed = required.includes(name) ? 'yes' : 'no'
    return html`<tr><td><code>${name}</code></td><td>${where}</td><td>${needed}</td><td>${words.filter(Boolean).join('; ')}</td></tr>`
  })
}
