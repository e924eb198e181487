// The texts around every answer of the bot: its buttons and menus, and who may see and delete it.
export const answers = {
  privately: 'Whether only you see the answer (no, if you leave it out)',
  delete: 'Delete',
  notYours: 'Only the person who asked can delete this answer.',
  openPage: 'Open page',
  buttons: {
    stats: 'Now',
    chart: 'Chart',
    summary: 'Summary',
    week: '7 days',
    compare: 'Compare',
    updates: 'Updates',
    goal: 'Milestones',
    alert: 'Alert me',
    rank: 'Ranking',
    games: 'All games',
  },
  showGame: 'Show a game',
  compareWith: (name: string) => `Compare ${name} with up to four other games.`,
  chooseOthers: 'Choose the other games',
  noOthers: 'No other game is tracked here that this one could be compared with.',
  alert: (command: string) =>
    `Alerts are posted in a channel: people who manage the server add one with ${command}. The condition \`unusual\` compares with what is usual.`,
}
