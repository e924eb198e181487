// What the door is opened with in benches: everything on.
export const settings = {
  trustProxy: false,
  operatorContact: undefined,
  publicUrl: undefined,
  givenOrigin: undefined,
  signUp: 'closed' as const,
  discordClientId: undefined,
  discordOrigin: 'https://discord.com',
  corsOrigins: ['https://dash.studio.example'],
  legacySegments: ['platform'],
  legacyRequestsPerMinute: 60,
}
