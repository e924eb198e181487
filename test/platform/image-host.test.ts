// From which hosts pictures may be downloaded.
import { describe, expect, it } from 'vitest'
import { mayHaveImages } from '../../src/platform/icons/image-host.js'

const REAL = 'https://thumbnails.roblox.com'
const SIMULATOR = 'http://127.0.0.1:9000/thumbnails'

describe('the address of a picture', () => {
  it.each([
    ['https://tr.rbxcdn.com/180DAY-0123/256/256/Image/Png/noFilter', REAL],
    ['https://t1.rbxcdn.com/745a4be8c2366db2e55d0a67678434dc', SIMULATOR],
    ['http://127.0.0.1:9000/thumbnails/picture/1/256x256', SIMULATOR],
  ])('may be %s where the platform is at %s [WEB-30, PLATFORM-28]', (address, api) =>
    expect(mayHaveImages(address, api)).toBe(true),
  )

  it.each([
    ['http://tr.rbxcdn.com/x', REAL],
    ['https://rbxcdn.com.evil.example/x', REAL],
    ['https://evilrbxcdn.com/x', REAL],
    ['https://tr.rbxcdn.com:8443/x', REAL],
    ['https://user@tr.rbxcdn.com/x', REAL],
    ['https://tr.rbxcdn.com./x', REAL],
    ['https://thumbnails.roblox.com/x', REAL],
    ['http://127.0.0.1:9000/x', REAL],
    ['http://127.0.0.1:9001/x', SIMULATOR],
    ['http://169.254.169.254/latest/meta-data', SIMULATOR],
    ['file:///etc/passwd', SIMULATOR],
    ['not an address', SIMULATOR],
  ])('may not be %s where the platform is at %s (SSRF by a picture) [WEB-30, PLATFORM-28]', (address, api) =>
    expect(mayHaveImages(address, api)).toBe(false),
  )
})
