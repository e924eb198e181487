// The page at the root: what this is and where to go on.
import type { RequestHandler } from 'express'

export function frontPage(operatorContact: string | undefined): RequestHandler {
  const html = page(operatorContact)
  return (_, response) => {
    response.type('html').send(html)
  }
}

const page = (contact: string | undefined): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Headcount</title>
</head>
<body>
<main>
<h1>Headcount</h1>
<p>Headcount records how many people play your games, since when, and why it changed.</p>
<p>In Discord, type <code>/rank</code> or <code>/stats</code>. Programs ask the API with a key:</p>
<pre><code>curl -H "X-API-Key: YOUR_KEY" https://THIS-HOST/api/v1/games</code></pre>
<p>The state of this service: <a href="/readyz">/readyz</a>.</p>
${contact === undefined ? '' : `<p>For a key, a plan or licensed data, reach the operator: ${escapeHtml(contact)}.</p>`}
</main>
</body>
</html>
`

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
