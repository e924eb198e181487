// What is wrong with an option of the command line, with a variable of the configuration, or with data/plans.json; for the
// operator.

/** Each text follows the name of the option. `hint` is empty or proposes the nearest value: ` Did you mean ccu?`. */
export const optionErrors = {
  metrics: (names: readonly string[], hint: string) =>
    `It takes different metrics of ${names.join(', ')}, separated by commas.${hint}`,
  types: (names: readonly string[], hint: string) =>
    `It takes different types of ${names.join(', ')}, separated by commas.${hint}`,
  oneOf: (list: string, hint: string) => `It takes ${list}.${hint}`,
  wholeNumber: (from: number, to: number) => `It takes a whole number from ${from} to ${to}.`,
  trueOrFalse: 'It takes true or false.',
  date: 'It takes a date such as 2027-01-31.',
  databaseAddress: 'It takes file:PATH or postgres://USER@HOST/DATABASE.',
  dateOrTime: 'It takes a date such as 2027-01-31, or a time such as 2027-01-31T19:30Z.',
  time: 'It takes a time with its offset, such as 2027-01-31T19:30Z.',
  length: (hint: string) => `It takes a number with a unit of m, h, d, w or y, for example 24h or 30d.${hint}`,
  timeZone: (hint: string) => `It takes UTC or the name of a time zone such as Europe/Berlin.${hint}`,
}

interface PollerAddressProblem {
  readonly kind: 'no address' | 'not specific' | 'not local' | 'twice'
  readonly address: string
  readonly first?: string
}

function addressProblemText({ kind, address, first }: PollerAddressProblem): string {
  const texts = {
    'no address': `${address} is not an IPv4 or IPv6 address; names, ports and networks are not taken.`,
    'not specific': `${address} is not one address of this machine: name each from which calls leave.`,
    'not local': `${address} is not an address of this machine; see them with: ip address.`,
    twice: `${address} is there twice${first === address ? '' : `, first as ${first}`}.`,
  }
  return texts[kind]
}

export const configurationErrors = {
  wrongValue: (name: string, takes: string) => `${name} takes ${takes}.`,
  serverBackups:
    'BACKUP_DIR takes copies of a SQLite file. With PostgreSQL, leave it unset and use its own backups, such as pg_dump.',
  rolesApart:
    'ROLES takes api,bot,poller with a SQLite file, which one process owns: leave it unset. Roles run apart over PostgreSQL only.',
  pollerAddress: (problem: PollerAddressProblem) => `POLLER_ADDRESSES: ${addressProblemText(problem)}`,
  bothSet: (name: string) => `${name}_FILE and ${name} are both set; one is enough.`,
  unreadableFile: (name: string) => `${name}_FILE takes the path of a readable file.`,
  wrongPlans: (place: string, problem: string | undefined) =>
    `data/plans.json: ${place}: ${problem ?? 'is not as expected'}.`,
  malformedPlans: 'data/plans.json is not valid JSON.',
}
