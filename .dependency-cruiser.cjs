// Imports point one way (docs/architecture.md). `npm run check` also proves, with one seeded
// violation for each rule (tools/src/check-layers.ts), that every one of them is seen.
const inside = (path) => `^${path}/`;
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: inside(from) },
  to: { path: '^(apps|packages|e2e|bench|tools)/', pathNot: [inside(from), ...allowed.map(inside)] },
});

/** Rooms of one program: `room` may import itself, and of the program's other rooms only those that are named. */
const room = (program, name, rooms, comment) => ({
  name: `${program.split('/')[1]}-${name}`,
  comment,
  severity: 'error',
  from: { path: inside(`${program}/src/${name}`) },
  to: {
    path: inside(`${program}/src`),
    pathNot: [name, ...rooms].map((allowed) => `^${program}/src/${allowed}${allowed.endsWith('.ts') ? '$' : '/'}`),
  },
});
const features = (program) => ({
  name: `${program.split('/')[1]}-no-feature-imports-another`,
  comment: 'what two features need lies below them',
  severity: 'error',
  from: { path: `^${program}/src/features/([^/]+)/` },
  to: { path: `^${program}/src/features/[^/]+/`, pathNot: `^${program}/src/features/$1/` },
});
/**
 * The floors of a connector: each imports itself and what stands before it; the session and the connector are on top.
 * The official platform stands beside them: the two import nothing of each other.
 */
const CONNECTOR_FLOORS = [['wire'], ['calls'], ['auth'], ['chat', 'shop']];
const CONNECTOR_TOP = ['session\\.ts', 'connector\\.ts', 'index\\.ts'];
const connectorFloor = (name, floor, above) => ({
  name: `${name}-${floor.join('-')}`,
  comment: 'wire, then the definitions of calls, then signing in, then chat and shop, then the session',
  severity: 'error',
  from: { path: `^packages/connectors/${name}/src/(${floor.join('|')})(/|$)`, pathNot: '[.]test[.]ts$' },
  to: { path: `^packages/connectors/${name}/src/(${above.flat().join('|')})(/|$)` },
});
const SERVER = 'apps/server';
/** At the bottom of the server: how it logs. */
const LOG = ['log.ts', 'log-events.ts'];
const WEB = 'apps/web';
const CHAT = 'apps/web/src/features/chat';
/** Rooms of the chat: each may import itself and the rooms before it. */
const CHAT_ROOMS = [
  ['texts', 'place', 'pictures', 'guard', 'opening', 'translation'],
  ['emoji', 'quick-replies', 'suggestions', 'together'],
  ['cards'],
  ['pickers', 'tab', 'tags'],
  ['orders', 'reach'],
  ['products'],
  ['composer', 'conversations', 'settings', 'shops', 'side'],
  ['assignment', 'links'],
  ['messages'],
  ['finding', 'viewer'],
];
const chatRoom = (name, below) => ({
  name: `chat-${name}`,
  comment:
    'rooms of the chat: texts, place, pictures and guard, quick replies, cards, pickers, parts of a tab, tags of buyers, orders, products, what stands side by side, messages, the page',
  severity: 'error',
  from: { path: inside(`${CHAT}/${name}`) },
  to: { path: `^${CHAT}/[^/]+/`, pathNot: [name, ...below].map((allowed) => `^${CHAT}/${allowed}/`) },
});

/** What a user runs. */
const PRODUCT = { path: '/src/', pathNot: ['[.]test[.]tsx?$', '^packages/testing/', '^e2e/', '^bench/', '^tools/'] };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    // A virtual module is made by a plugin of the client's build.
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    only('domain', 'packages/domain', [], 'the domain is pure and knows nobody'),
    only('im-protocol', 'packages/im-protocol', [], 'the wire protocol imports nothing of ours'),
    only('bridge', 'packages/bridge', ['packages/domain'], 'the bridge is below the connectors'),
    only('api', 'packages/api', ['packages/domain'], 'the contract speaks the domain'),
    only('kit', 'packages/connectors/kit', ['packages/domain', 'packages/bridge'], 'the connector contract'),
    ...['shopee', 'lazada'].map((name) =>
      only(
        `connector-${name}`,
        `packages/connectors/${name}`,
        ['packages/domain', 'packages/bridge', 'packages/connectors/kit'],
        'connectors never see each other',
      ),
    ),
    only(
      'connector-tiktok',
      'packages/connectors/tiktok',
      ['packages/domain', 'packages/bridge', 'packages/connectors/kit', 'packages/im-protocol'],
      'only TikTok Shop speaks the binary protocol',
    ),
    ...['shopee', 'lazada', 'tiktok'].flatMap((name) =>
      [...CONNECTOR_FLOORS, ['official']].map((floor, at) =>
        connectorFloor(name, floor, [
          ...(floor[0] === 'official' ? CONNECTOR_FLOORS : [...CONNECTOR_FLOORS.slice(at + 1), ['official']]),
          CONNECTOR_TOP,
        ]),
      ),
    ),
    only(
      'sync',
      'packages/sync',
      ['packages/domain', 'packages/api'],
      'the replica knows the contract, not the server',
    ),
    only('web', 'apps/web', ['packages/domain', 'packages/api', 'packages/sync'], 'the screens never see the server'),
    only(
      'server',
      'apps/server/src',
      ['packages/domain', 'packages/api', 'packages/bridge', 'packages/connectors'],
      'the server is on top of the connectors and below the screens',
    ),
    room(
      SERVER,
      'storage',
      ['config.ts', 'startup-error.ts', ...LOG],
      'the database and its secrets know nobody above',
    ),
    room(SERVER, 'metrics', ['storage', 'startup-error.ts', ...LOG], 'counts what the parts report, and knows no part'),
    room(SERVER, 'records', ['storage', ...LOG], 'stored facts that the engine and the features share'),
    room(SERVER, 'mail', LOG, 'sends mails, and knows nothing of what they say'),
    room(SERVER, 'sms', LOG, 'sends codes, and knows nothing of what they open'),
    room(SERVER, 'engine', ['mail', 'records', 'storage', ...LOG], 'the engine and the features never see each other'),
    room(SERVER, 'files', LOG, 'reads files that people send, and knows nothing of what they are for'),
    room(
      SERVER,
      'features',
      ['files', 'mail', 'records', 'sms', 'storage', ...LOG],
      'the engine and the features never see each other',
    ),
    room(
      SERVER,
      'live-session',
      ['engine', 'records', 'storage', 'config.ts', 'startup-error.ts', ...LOG],
      'asks the process that serves a shop',
    ),
    room(
      SERVER,
      'http',
      ['features', 'engine', 'live-session', 'records', 'storage', ...LOG],
      'requests come in at the top of the server',
    ),
    {
      name: 'server-http-calls',
      comment:
        'a feature is reached by its calls; except who a request is from, and pictures and downloads, which are no calls of the contract',
      severity: 'error',
      from: { path: inside(`${SERVER}/src/http`) },
      to: {
        path: `^${SERVER}/src/features/[^/]+/`,
        pathNot: [
          '[^/]+/calls\\.ts$',
          'account/sessions\\.ts$',
          '(automation|chat|quick-replies|remarks)/pictures\\.ts$',
          'data/download\\.ts$',
          'order-book/export\\.ts$',
        ].map((file) => `^${SERVER}/src/features/${file}`),
      },
    },
    features(SERVER),
    room(WEB, 'ui', [], 'parts without any knowledge of shops or messages'),
    room(WEB, 'base', ['ui'], 'what all features stand on'),
    room(WEB, 'features', ['base', 'ui'], 'features know nothing of the window around them'),
    features(WEB),
    {
      name: 'web-calls',
      comment: 'a screen reads from the replica or by a look-up, and changes something by a command (decision 17)',
      severity: 'error',
      from: {
        path: inside(`${WEB}/src`),
        pathNot: [
          `^${WEB}/src/base/(look-up|desk|session)\\.tsx?$`,
          `^${WEB}/src/(base|features/chat|features)/[^/]+/commands\\.ts$`,
        ],
      },
      to: { path: `^${WEB}/src/base/call-api\\.ts$` },
    },
    ...CHAT_ROOMS.flatMap((floor, at) =>
      floor.map((name) => chatRoom(name, [...CHAT_ROOMS.slice(0, at).flat(), ...(at === 0 ? ['texts'] : [])])),
    ),
    only(
      'simulator',
      'apps/simulator',
      ['packages/im-protocol'],
      'the simulator shares nothing with what it is compared to',
    ),
    only(
      'recount',
      'apps/server/tests/recount',
      [],
      'figures are recounted by code that shares nothing with the product',
    ),
    {
      name: 'concrete-connectors',
      comment: 'one file names the concrete connectors',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: ['^apps/server/src/connectors\\.ts$', '^packages/connectors/', '^packages/testing/'],
      },
      to: { path: '^packages/connectors/(shopee|lazada|tiktok)/' },
    },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: PRODUCT,
      to: { path: ['^packages/testing/', '[.]test[.]tsx?$', '/tests/'] },
    },
    {
      name: 'no-fixtures-in-product',
      comment: 'worked examples of calls and samples of answers are for tests',
      severity: 'error',
      from: PRODUCT,
      to: { path: '^(apps|packages)/.+/(fixtures|samples)/' },
    },
    {
      name: 'no-testing-in-product',
      comment: 'the model of the backend, builders and worlds of tests are for tests',
      severity: 'error',
      from: { ...PRODUCT, pathNot: [...PRODUCT.pathNot, '^(apps|packages)/.+/testing/'] },
      to: { path: '^(apps|packages)/.+/testing/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/gen/', '[.]d[.]mts$'] },
    tsPreCompilationDeps: true,
    parser: 'swc',
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
