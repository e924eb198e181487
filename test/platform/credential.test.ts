// To which hosts the operator's credential may be sent (PROCESS-7).
import { describe, expect, it } from 'vitest'
import { cookieHeader, mayCarryCredential } from '../../src/platform/lookups/credential.js'

describe('the credential', () => {
  it.each([
    'https://games.roblox.com',
    'https://roblox.com/games',
    'https://GAMES.Roblox.com:443/x',
    'http://127.0.0.1:9000/games',
    'http://127.8.9.10/games',
    'http://[::1]:9000/games',
    'http://localhost:9000/games',
    'http://2130706433/games',
  ])('may go to %s', (address) => expect(mayCarryCredential(address)).toBe(true))

  it.each([
    'http://games.roblox.com',
    'https://games.roproxy.com',
    'https://evilroblox.com',
    'https://games.roblox.com.evil.example',
    'https://games.roblox.com@evil.example/',
    'https://evil.example/games.roblox.com',
    'https://roblox.com.',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://10.0.0.1/games',
    'http://0.0.0.0/games',
    'not an address',
  ])('may not go to %s', (address) => expect(mayCarryCredential(address)).toBe(false))

  it('is the same whether its name was pasted along or not', () => {
    expect(cookieHeader('.ROBLOSECURITY=abc')).toBe('.ROBLOSECURITY=abc')
    expect(cookieHeader('abc')).toBe('.ROBLOSECURITY=abc')
  })
})
