// Limits from where pictures are downloaded: over TLS from the platform's own image hosts (PLATFORM-28), or from the
// simulator to which PLATFORM_URL leads.

/** `apiAddress` is the address of the thumbnails service. */
export function mayHaveImages(address: string, apiAddress: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, origin, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (protocol === 'https:' && port === '' && /^([a-z0-9-]+[.])+rbxcdn[.]com$/.test(hostname)) return true
  return isSimulator(apiAddress) && origin === new URL(apiAddress).origin
}

/** Only the simulator is reached without TLS. */
const isSimulator = (apiAddress: string): boolean =>
  URL.canParse(apiAddress) && new URL(apiAddress).protocol === 'http:'
