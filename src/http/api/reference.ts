// Renders the API reference that /docs shows, from the declarations of the endpoints.
import { z } from 'zod'
import { type Html, html } from '../html.js'
import type { Endpoint } from './endpoint.js'
import type { Publisher } from './openapi.js'
import { ENDPOINTS } from './routes.js'

/** The HTML content of /docs, without the layout of the web pages. */
export const referenceHtml = ({ origin, operatorContact: contact }: Publisher): Html => html`<h1>Headcount API</h1>
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
${ENDPOINTS.map((endpoint) => section(endpoint, origin))}`

const section = (endpoint: Endpoint, origin: string): Html => html`<section id="${endpoint.path.slice(1)}">
<h2><code>GET ${endpoint.path.replace(/:(\w+)/g, '{$1}')}</code></h2>
<p>${endpoint.summary}. ${endpoint.access === 'full' ? 'For active Premium and Enterprise subscriptions.' : 'Answers trials, too.'}</p>
${parameters(endpoint)}
<pre tabindex="0"><code>curl -H 'X-API-Key: YOUR_KEY' '${origin}/api/v1${endpoint.example.call}'</code></pre>
<pre tabindex="0"><code>${JSON.stringify({ success: true, ...endpoint.example.answer }, undefined, 2)}</code></pre>
</section>
`

function parameters(endpoint: Endpoint): Html {
  const rows = [...rowsOf(endpoint.params, 'path'), ...rowsOf(endpoint.query, 'query')]
  if (rows.length === 0) return html``
  return html`<section class="scroll" tabindex="0" aria-label="Parameters of ${endpoint.path}"><table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Needed</th><th scope="col">What it is</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

function rowsOf(schema: z.ZodObject, where: string): Html[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', enum: choices, default: fallback } = typeof property === 'object' ? property : {}
    const details = [
      description,
      choices ? `one of ${choices.join(', ')}` : '',
      fallback === undefined ? '' : `default ${fallback}`,
    ]
    const needed = required.includes(name) ? 'yes' : 'no'
    return html`<tr><td><code>${name}</code></td><td>${where}</td><td>${needed}</td><td>${details.filter(Boolean).join('; ')}</td></tr>`
  })
}
