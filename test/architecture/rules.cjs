// The dependency rules between the modules; run by `npm run check` and by test/architecture/dependencies.test.ts.
const only = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^(src|commands|test)/', pathNot: to },
})
const owner = (library, where) => ({
  name: `owner-of-${library}`,
  severity: 'error',
  comment: `${library} is imported in ${where} only`,
  from: { pathNot: [where, '^test/'] },
  to: { path: `node_modules/(${library})/` },
})
const ORACLE = '^test/store/oracle/'
const ORACLE_COLUMNS = `${ORACLE}columns[.]ts$`
const MEASURES = '^src/domain/measures[.]ts$'
const oracleTakes = (name, from, values) => ({
  name,
  severity: 'error',
  comment:
    'What the engine is compared with must not be wrong together with it: import types, and the list of measures.',
  from,
  to: { dependencyTypesNot: ['type-only'], pathNot: `${ORACLE}|${values}` },
})
const PRESENTATION = 'charts|messages|files'
const ENTRY_POINTS = '^src/(main|demo|cli/main)[.]ts$|^src/ready[.]mjs$|^src/bundle[.]mjs$'
/** Each is a script of its own. */
const BROWSER = '^src/http/web/browser/[^/]+[.]ts$'
/** A process of its own, which composes the services on a copy. */
const DRILL_WORKER = '^src/drill/drill-worker[.]ts$'
const ROOT = `^src/(main|demo|run|service|command-server|compose|config|cli/main|cli/local|cli/dispatch)[.]ts$|${DRILL_WORKER}`

module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Two files that need each other are one, or lack a third below them.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-dead-file',
      severity: 'error',
      comment: 'Nothing reaches this file from an entry point: delete it, or connect it.',
      // A worker is started by its file's name.
      from: { path: `${ENTRY_POINTS}|^commands/|-worker[.]ts$|${BROWSER}` },
      // drizzle-kit reads the tables of the series; the code has its statements by hand.
      to: {
        path: '^src/',
        pathNot: `${ENTRY_POINTS}|drizzle[.]config[.]ts$|^src/store/postgres/series/schema[.]ts$|-worker[.]ts$|${BROWSER}`,
        reachable: false,
      },
    },
    only(
      'domain-imports-nothing',
      '^src/domain/',
      '^src/domain/',
      'The core knows no technology: move the technology out.',
    ),
    {
      name: 'domain-imports-no-package',
      severity: 'error',
      comment: 'The core knows no technology: move the technology out.',
      from: { path: '^src/domain/' },
      to: { dependencyTypesNot: ['local', 'type-only'], pathNot: '^src/domain/' },
    },
    only(
      'services-ask-for-ports',
      '^src/services/',
      '^src/(domain|services)/',
      'Take a port as parameter; compose.ts hands in the engine.',
    ),
    only(
      'presentation-is-pure',
      `^src/(${PRESENTATION})/`,
      `^src/(domain|${PRESENTATION})/|^src/(project-root[.]ts$|threads/)`,
      'Charts, messages and files turn domain values into things to read; they fetch nothing.',
    ),
    only(
      'engines-stand-alone',
      '^src/(platform|popularity|identity)/',
      '^src/(domain/|$1/|log[.]ts$|project-root[.]ts$)',
      'An engine implements a port and knows no neighbor.',
    ),
    only(
      'storage-engines-stand-alone',
      '^src/store/',
      '^src/(domain/|series/|store/|log[.]ts$|project-root[.]ts$|threads/)',
      'An engine implements a port and knows no neighbor but the series, of which it stores the rows.',
    ),
    only(
      'storage-engines-apart',
      '^src/store/([^/]+)/',
      '^src/(domain/|series/|store/$1/|store/values/|log[.]ts$|project-root[.]ts$|threads/)',
      'Two storage engines never meet: what both need of the values is in store/values, without SQL.',
    ),
    only(
      'series-know-no-database',
      '^src/series/',
      '^src/(domain|series)/',
      'Both storage engines run this code: it sees rows through the interfaces of its tables only.',
    ),
    {
      name: 'series-are-read-by-the-engines',
      severity: 'error',
      comment: 'Everybody else reads samples through the port.',
      from: { path: '^(src|commands)/', pathNot: '^src/(series|store)/' },
      to: { path: '^src/series/' },
    },
    {
      name: 'series-import-no-database',
      severity: 'error',
      comment: 'Both storage engines run this code, and each has its own driver.',
      from: { path: '^src/series/' },
      to: { path: 'node_modules/(drizzle-orm|better-sqlite3|pg)/' },
    },
    {
      name: 'storage-engines-share-no-database',
      severity: 'error',
      comment: 'What both storage engines share knows neither database.',
      from: { path: '^src/store/values/' },
      to: { path: 'node_modules/(drizzle-orm|better-sqlite3|pg)/' },
    },
    only(
      'doors-stand-alone',
      '^src/(http|bot|poller)/',
      `^src/(domain/|services/|(${PRESENTATION})/|$1/|log[.]ts$|project-root[.]ts$|program-version[.]ts$)`,
      'An adapter calls services, never infrastructure or another adapter.',
    ),
    only(
      'http-faces-apart',
      '^src/http/(api|legacy|web|metrics)/',
      `^src/(domain/|services/|(${PRESENTATION})/|log[.]ts$|project-root[.]ts$|program-version[.]ts$)|^src/http/($1/|access/|[^/]+$)`,
      'What two faces share lies directly in src/http, or belongs to the access log.',
    ),
    only(
      'browser-code-stands-alone',
      '^src/http/web/browser/',
      '^src/(domain|charts|messages)/|^src/http/web/browser/',
      'It runs in the browser: charts, messages and domain, nothing of the server.',
    ),
    {
      name: 'browser-code-stays-there',
      severity: 'error',
      comment: 'src/bundle.mjs takes it to the browser; the server only names its file.',
      from: { path: '^(src|commands)/', pathNot: '^src/http/web/browser/' },
      to: { path: '^src/http/web/browser/' },
    },
    only(
      'notification-sender-knows-no-service',
      '^src/bot/notifications/(sender|message)[.]ts$',
      `^src/(domain/|bot/(?!notifications/)|bot/notifications/message[.]ts$|(${PRESENTATION})/)`,
      'The sender answers with values, which the delivery stores: nothing calls back. The commands beside it call services.',
    ),
    {
      name: 'delivery-is-started-from-the-top',
      severity: 'error',
      comment:
        'compose.ts hands the sender and the renderer to the delivery; what they can reach does not lead back to it.',
      from: {
        pathNot: [
          '^src/services/notifications/(deliver|attempt)[.]ts$',
          `${ROOT}|^src/poller/start-beside-ticks[.]ts$`,
        ],
      },
      to: { path: '^src/services/notifications/(deliver|attempt|outcome)[.]ts$' },
    },
    {
      name: 'evaluation-knows-no-delivery',
      severity: 'error',
      comment: 'An evaluator decides; the outbox and the sender come after it.',
      from: { path: '^src/domain/notifications/(evaluators/|evaluator|facts|settings|notification)' },
      to: { path: '^src/domain/notifications/(outbox|sender)[.]ts$' },
    },
    only(
      'simulator-answers-like-the-platform',
      '^src/simulator/',
      '^src/(domain/|simulator/|log[.]ts$|platform/schemas)',
      'It shares the schemas, nothing else.',
    ),
    only(
      'demo-story-calls-services',
      '^src/demo/',
      '^src/(demo|domain|services|simulator)/',
      'It writes through services and ports; demo.ts composes for it.',
    ),
    {
      ...only(
        'drill-knows-no-engine',
        '^src/drill/',
        '^src/(drill/|domain/|project-root[.]ts$)',
        'compose.ts hands in the copy and its check; only the worker composes.',
      ),
      from: { path: '^src/drill/', pathNot: DRILL_WORKER },
    },
    only(
      'cli-verbs-call-services',
      '^src/cli/(?!(main|local|dispatch)[.]ts$)',
      `^src/(domain/|services/|(${PRESENTATION})/|cli/|simulator/|log[.]ts$|environment[.]ts$|local-socket[.]mjs$|program-version[.]ts$)`,
      'A verb is an adapter, too: cli/local.ts and command-server.ts compose for it.',
    ),
    only(
      'commands-see-the-bot',
      '^commands/',
      `^src/(bot|domain|services|${PRESENTATION})/`,
      'A slash command gets its services handed in.',
    ),
    {
      name: 'nobody-imports-an-entry-point',
      severity: 'error',
      comment: 'Entry points start things; what two of them share lies in run.ts or service.ts.',
      from: { path: '^(src|commands)/' },
      to: { path: `^(commands|test)/|${ENTRY_POINTS}` },
    },
    {
      name: 'config-stays-at-the-top',
      severity: 'error',
      comment: 'Configuration is parsed once; hand down the value.',
      from: { pathNot: [ROOT, '^test/'] },
      to: { path: '^src/config[.]ts$' },
    },
    oracleTakes('oracle-shares-no-code', { path: ORACLE, pathNot: ORACLE_COLUMNS }, MEASURES),
    oracleTakes(
      'oracle-columns-share-the-empty-block',
      { path: ORACLE_COLUMNS },
      `${MEASURES}|^src/domain/sample[.]ts$`,
    ),
    owner('drizzle-orm|better-sqlite3|pg', '^src/store/'),
    owner('undici', '^src/(platform|popularity)/'),
    owner('discord[.]js|@discordjs', '^(src/bot|commands)/'),
    owner('express', '^src/http/'),
    owner('prom-client', '^src/http/metrics/'),
    owner('echarts|@napi-rs', '^src/(charts|http/web/browser)/'),
    owner('preact|preact-render-to-string', '^src/http/web/'),
    owner('openid-client', '^src/identity/'),
    owner('esbuild', '^src/bundle[.]mjs$'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
  },
}
