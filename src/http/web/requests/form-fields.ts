// What the fields of forms and the parameters of addresses are called on the pages, so that an error names a field as its label
// does, and what each takes.
import type { MessageCatalog } from '../../../messages/catalog.js'

/** What a field takes; the text for a value that does not fit depends on it. `hidden`: nobody typed it. */
export type FieldContent =
  | 'text'
  | 'choice'
  | 'number'
  | 'time'
  | 'date'
  | 'zone'
  | 'period'
  | 'compared games'
  | 'hidden'

interface FormFieldKind {
  readonly takes: FieldContent
  label(catalog: MessageCatalog): string
}

type Labels = (texts: MessageCatalog['web']) => string

const field = (takes: FieldContent, label: Labels): FormFieldKind => ({ takes, label: ({ web }) => label(web) })
const hidden: FormFieldKind = { takes: 'hidden', label: () => '' }

/** The same name may be another field below these addresses. */
const FIELDS_BELOW: readonly (readonly [address: RegExp, fields: Readonly<Record<string, FormFieldKind>>])[] = [
  [
    /^\/accounts\/[^/]+\/alerts/,
    {
      metric: field('choice', ({ alerts }) => alerts.metric),
      game: field('choice', ({ alerts }) => alerts.game),
      channel: field('text', ({ alerts }) => alerts.channel),
      at: field('text', ({ alerts }) => alerts.digestAt),
      role: field('choice', ({ alerts }) => alerts.role),
      all: hidden,
    },
  ],
  [/^\/accounts\/[^/]+\/favorites/, { add: hidden, remove: hidden }],
  [/^\/accounts\/[^/]+\/discord/, { zone: field('zone', ({ discord }) => discord.settings.zone) }],
  [
    /^\/accounts\/[^/]+\/wall\/links/,
    {
      theme: field('choice', ({ wall }) => wall.links.theme),
      zone: field('zone', ({ wall }) => wall.links.zone),
    },
  ],
  [/^\/accounts\/[^/]+\/games\/[^/]+\/(?:export|days)/, { from: field('date', fromLabel), to: field('date', toLabel) }],
  [/^\/(?:games|shared)\/[^/]+\/(?:export|days)/, { from: field('date', fromLabel), to: field('date', toLabel) }],
  [/^\/accounts\/\d+$/, { name: field('text', ({ account }) => account.name) }],
  [/^\/setup$/, { name: field('text', ({ setup }) => setup.name) }],
  [/^\/operator\/accounts/, { find: field('text', ({ operator }) => operator.find) }],
]

function fromLabel({ game }: MessageCatalog['web']): string {
  return game.from
}

function toLabel({ game }: MessageCatalog['web']): string {
  return game.to
}

export const FORM_FIELDS: Readonly<Record<string, FormFieldKind>> = {
  metric: field('choice', ({ game }) => game.metric),
  range: field('choice', ({ game }) => game.range),
  from: field('time', fromLabel),
  to: field('time', toLabel),
  compare: field('compared games', ({ game }) => game.compareGames),
  add: field('text', ({ game }) => game.compareGames),
  previous: field('choice', ({ game }) => game.against),
  against: field('period', ({ game }) => game.against),
  against_from: field('time', ({ game }) => game.againstFrom),
  scale: field('choice', ({ game }) => game.scale),
  counters: field('choice', ({ game }) => game.counterForm),
  days: field('choice', ({ game }) => game.daily),
  format: field('choice', ({ game }) => game.download),
  by: field('choice', ({ rankings }) => rankings.by),
  find: field('text', ({ rankings }) => rankings.find),
  q: field('text', ({ rankings }) => rankings.find),
  column: field('choice', ({ rankings }) => rankings.columns),
  page: field('number', ({ rankings }) => rankings.pages),
  at: field('time', ({ rankings }) => rankings.at),
  sort: field('choice', ({ faults }) => faults.labels.sort),
  reversed: field('choice', ({ faults }) => faults.labels.sort),
  tag: field('text', ({ marks }) => marks.tags),
  tags: field('text', ({ marks }) => marks.tagsField),
  favorites: field('choice', ({ marks }) => marks.onlyFavorites),
  zone: field('zone', ({ frame }) => frame.zone),
  theme: field('choice', ({ frame }) => frame.theme),
  width: field('choice', ({ faults }) => faults.labels.size),
  view: field('choice', ({ wall }) => wall.view),
  game: field('text', ({ games }) => games.which),
  games: field('text', ({ games }) => games.several.field),
  channel: field('text', ({ games }) => games.channelField),
  public: field('choice', ({ games }) => games.publicField),
  condition: field('choice', ({ alerts }) => alerts.condition),
  value: field('text', ({ alerts }) => alerts.value),
  unit: field('choice', ({ alerts }) => alerts.unit),
  minutes: field('text', ({ alerts }) => alerts.minutes),
  readings: field('text', ({ alerts }) => alerts.readings),
  cooldown: field('text', ({ alerts }) => alerts.cooldown),
  quiet_from: field('text', ({ alerts }) => alerts.quietFrom),
  quiet_until: field('text', ({ alerts }) => alerts.quietUntil),
  kind: field('choice', ({ alerts }) => alerts.kind),
  every: field('choice', ({ alerts }) => alerts.digestEvery),
  news: field('choice', ({ discord }) => discord.settings.news),
  urgent: field('choice', ({ discord }) => discord.settings.urgent),
  server: field('choice', ({ faults }) => faults.labels.server),
  name: field('text', ({ keys }) => keys.name),
  expires: field('date', ({ keys }) => keys.expires),
  grace: field('text', ({ keys }) => keys.grace),
  user: field('text', ({ members }) => members.user),
  role: field('choice', ({ members }) => members.role),
  token: field('text', ({ setup }) => setup.token),
  status: field('choice', ({ operator }) => operator.show),
  query: field('text', ({ sharing }) => sharing.link),
  once: hidden,
  code: hidden,
  return: hidden,
  before: hidden,
  state: hidden,
  error: hidden,
  error_description: hidden,
  guild_id: hidden,
}

/** `path`: that of the page or the form. */
export function formFieldOf(name: string, path: string): FormFieldKind {
  const own = FIELDS_BELOW.find(([pattern, fields]) => pattern.test(path) && Object.hasOwn(fields, name))?.[1][name]
  return own ?? (Object.hasOwn(FORM_FIELDS, name) ? FORM_FIELDS[name] : undefined) ?? hidden
}
