import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { it } from 'vitest'
import { startHttpApp } from '../support/start-http.js'
it('probe', async () => {
  const http = await startHttpApp({ settings: { corsOrigins: ['http://a.example'] } })
  const send = async (bytes: string) => {
    const socket = connect(http.port, '127.0.0.1'); socket.on('error', () => {})
    socket.write(bytes)
    const t = setTimeout(() => socket.destroy(), 3000)
    const r = await text(socket).catch((e) => 'ERR ' + e); clearTimeout(t)
    console.log(JSON.stringify(bytes.slice(0, 120)), '=>\n', r.replace(/content-security-policy: .*\r\n/i, '').slice(0, 700))
  }
  const k = `X-API-Key: ${http.key}\r\n`
  await send(`GET /api/v1/games HTTP/1.1\r\n${k}Connection: close\r\n\r\n`)
  await send(`GET /api/v1/games HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n${k}Connection: close\r\n\r\n`)
  await send(`GET http://[::1/api/v1/games HTTP/1.1\r\nHost: x\r\n${k}Connection: close\r\n\r\n`)
  await send(`GET //api/v1/games HTTP/1.1\r\nHost: x\r\n${k}Connection: close\r\n\r\n`)
  await send(`GET http://x:99999/api/v1/games HTTP/1.1\r\nHost: x\r\n${k}Connection: close\r\n\r\n`)
  await send(`GET http://%/api/v1/games HTTP/1.1\r\nHost: x\r\n${k}Connection: close\r\n\r\n`)
  await send(`CONNECT x:80 HTTP/1.1\r\nHost: x\r\n${k}\r\n`)
  await send(`GET /api/v1/games HTTP/1.1\r\nHost: x\r\n${k}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`)
  await send(`POST /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n${k}Connection: close\r\n\r\n`)
  await send(`GET /api/v1/games HTTP/1.1\r\nHost: a\r\nHost: b\r\n${k}Connection: close\r\n\r\n`)
  await send(`GET /docs HTTP/1.0\r\n\r\n`)
  await send(`GET /api/v1/games HTTP/1.1\r\nHost: x\r\n${k}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nzz\r\n`)
  await send(`GET /api/v1/games HTTP/2.0\r\nHost: x\r\n${k}\r\n`)
  await send(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`)
  await send(`GET  HTTP/1.1\r\nHost: x\r\n\r\n`)
  await send(`GET ?x HTTP/1.1\r\nHost: x\r\n\r\n`)
  await send(`GET /api/v1/games HTTP/1.1\r\nHost: x\r\n${k}Content-Length: 100\r\nConnection: close\r\n\r\n`)
  console.log(http.logged)
  await http.stop()
}, 60000)
