// The HTTP settings of the benches: everything is switched on.
import { openPngPainter } from '../../../src/charts/render-png.js'

export const settings = {
  trustProxy: false,
  operatorContact: undefined,
  publicUrl: undefined,
  givenOrigin: undefined,
  signUp: 'closed' as const,
  discordClientId: () => undefined,
  painter: openPngPainter(),
  discordOrigin: 'https://discord.com',
  corsOrigins: ['https://dash.studio.example'],
  legacySegments: ['platform'],
  legacyRequestsPerMinute: 60,
}
