// The page at the root: what this is and where to go on.
import type { RequestHandler } from 'express'
import { type Html, html } from '../html.js'

export function frontPage(operatorContact: string | undefined): RequestHandler {
  const { text } = page(operatorContact)
  return (_, response) => {
    response.type('html').send(text)
  }
}

const page = (contact: string | undefined): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Headcount</title>
</head>
<body>
<main>
<h1>Headcount</h1>
<p>Headcount records how many people play your games, since when, and why it changed.</p>
<p>In Discord, type <code>/rank</code> or <code>/stats</code>. Programs ask the API with a key: <a href="/docs">how to use it</a>.</p>
<p>The state of this service: <a href="/readyz">/readyz</a>.</p>
<p>For a key, a plan or licensed data, reach the operator${contact === undefined ? '' : `: ${contact}`}.</p>
</main>
</body>
</html>
`
