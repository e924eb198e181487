// The texts of the public page of the state of the service.

export const status = {
  title: 'Status',
  description: 'Whether data are coming in, and the incidents of the last 30 days.',
  data: {
    receiving: 'Data are coming in',
    waiting: 'Waiting for the first data',
    missing: 'No data are coming in',
  },
  missingSince: (when: string) => `Since ${when}.`,
  last: (when: string) => `Data are complete up to ${when}.`,
  parts: 'Parts of the service',
  part: 'Part',
  state: 'State',
  sampling: 'Measuring',
  database: 'Database',
  bot: 'Discord bot',
  works: 'Works',
  fails: 'Fails',
  incidents: 'Incidents of Roblox in the last 30 days',
  none: 'None.',
  version: (version: string) => `Headcount ${version}`,
}
