import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const CONFIG = '.dependency-cruiser.cjs';
/** A folder inside the sources of each part that has a rule; created and removed here. */
const FOLDER = 'seeded-violation';

const typeOf = (module: string) => `import type * as Seen from '${module}';\nexport type Seeded = typeof Seen;\n`;
const onlyWithin = (sources: string, module: string): Seed => ({ sources, files: { 'seed.ts': typeOf(module) } });

interface Seed {
  /** The folder in which `seeded-violation` is created. */
  readonly sources: string;
  /** Files by name. One of them breaks the rule. */
  readonly files: Readonly<Record<string, string>>;
}
/** One violation of each rule of the configuration, by type imports, which a check overlooks most easily. */
const SEEDS: Readonly<Record<string, Seed>> = {
  'no-cycles': {
    sources: 'packages/domain/src',
    files: { 'round.ts': typeOf('./and-round.ts'), 'and-round.ts': typeOf('./round.ts') },
  },
  resolvable: { sources: 'packages/domain/src', files: { 'lost.ts': typeOf('./nowhere.ts') } },
  domain: onlyWithin('packages/domain/src', '@pasar/bridge'),
  'im-protocol': onlyWithin('packages/im-protocol/src', '@pasar/domain'),
  bridge: onlyWithin('packages/bridge/src', '@pasar/api'),
  api: onlyWithin('packages/api/src', '@pasar/bridge'),
  kit: onlyWithin('packages/connectors/kit/src', '@pasar/api'),
  'connector-shopee': onlyWithin('packages/connectors/shopee/src', '@pasar/connector-lazada'),
  'connector-lazada': onlyWithin('packages/connectors/lazada/src', '@pasar/connector-shopee'),
  'connector-tiktok': onlyWithin('packages/connectors/tiktok/src', '@pasar/connector-shopee'),
  ...Object.fromEntries(
    ['shopee', 'lazada', 'tiktok'].flatMap((name) =>
      ['wire', 'calls', 'auth', 'chat', 'official'].map((floor) => [
        `${name}-${floor === 'chat' ? 'chat-shop' : floor}`,
        onlyWithin(`packages/connectors/${name}/src/${floor}`, '../../session.ts'),
      ]),
    ),
  ),
  sync: onlyWithin('packages/sync/src', '@pasar/server'),
  web: onlyWithin('apps/web/src', '@pasar/server'),
  server: onlyWithin('apps/server/src', '@pasar/sync'),
  simulator: onlyWithin('apps/simulator/src', '@pasar/domain'),
  recount: onlyWithin('apps/server/tests/recount', '@pasar/domain'),
  'server-storage': onlyWithin('apps/server/src/storage', '../../records/leases.ts'),
  'server-records': onlyWithin('apps/server/src/records', '../../engine/engine.ts'),
  'server-metrics': onlyWithin('apps/server/src/metrics', '../../engine/engine.ts'),
  'server-mail': onlyWithin('apps/server/src/mail', '../../records/leases.ts'),
  'server-sms': onlyWithin('apps/server/src/sms', '../../records/leases.ts'),
  'server-engine': onlyWithin('apps/server/src/engine', '../../features/answer.ts'),
  'server-files': onlyWithin('apps/server/src/files', '../../records/leases.ts'),
  'server-features': onlyWithin('apps/server/src/features', '../../engine/engine.ts'),
  'server-live-session': onlyWithin('apps/server/src/live-session', '../../http/app.ts'),
  'server-http': onlyWithin('apps/server/src/http', '../../server.ts'),
  'server-http-calls': {
    sources: 'apps/server/src/http',
    files: { 'beside-calls.ts': typeOf('../../features/account/provision.ts') },
  },
  'server-no-feature-imports-another': onlyWithin('apps/server/src/features/shops', '../../chat/read.ts'),
  'web-ui': onlyWithin('apps/web/src/ui', '../../base/guard.ts'),
  'web-base': onlyWithin('apps/web/src/base', '../../shell/keys.ts'),
  'web-features': onlyWithin('apps/web/src/features', '../../shell/keys.ts'),
  'web-no-feature-imports-another': onlyWithin('apps/web/src/features/shops', '../../routing/ask.ts'),
  'web-calls': onlyWithin('apps/web/src/features/account', '../../../base/call-api.ts'),
  ...Object.fromEntries(
    [
      'texts',
      'place',
      'pictures',
      'guard',
      'opening',
      'emoji',
      'quick-replies',
      'suggestions',
      'translation',
      'cards',
      'pickers',
      'tab',
      'tags',
      'together',
      'closing',
      'orders',
      'reach',
      'products',
      'composer',
      'conversations',
      'settings',
      'shops',
      'side',
      'assignment-rules',
      'buyer-tag-rules',
      'links',
      'messages',
      'finding',
      'viewer',
    ].map((room) => [`chat-${room}`, onlyWithin(`apps/web/src/features/chat/${room}`, '../../page/message-panel.tsx')]),
  ),
  'concrete-connectors': {
    sources: 'apps/server/src',
    files: { 'concrete.ts': typeOf('@pasar/connector-shopee') },
  },
  'no-test-code-in-product': {
    sources: 'packages/domain/src',
    files: { 'tested.ts': typeOf('./seed.test.ts'), 'seed.test.ts': 'export const seed = 1;\n' },
  },
  'no-fixtures-in-product': onlyWithin('packages/connectors/tiktok/src/shop', '../../../fixtures/socket.ts'),
  'no-testing-in-product': {
    sources: 'packages/sync/src',
    files: { 'model.ts': typeOf('../testing/builders.ts') },
  },
};
const config = z.object({ forbidden: z.array(z.object({ name: z.string() })) });

const cruise = (paths: readonly string[]) =>
  spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', CONFIG, ...paths],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );

/** Checks the real sources. */
function checkReal(): boolean {
  const real = cruise(['apps', 'packages', 'tools', 'bench', 'e2e']);
  process.stdout.write(real.stdout);
  process.stderr.write(real.stderr);
  if (real.status !== 0) return false;
  const counted = Number(/\((\d+) modules/.exec(real.stdout)?.[1] ?? 0);
  if (counted < 100) console.error(`layers: only ${counted} modules were read; the parser sees nothing.`);
  return counted >= 100;
}

/** Proves on a seeded violation of each rule that the check can fail. */
function checkSeeded(): boolean {
  const { forbidden } = config.parse(createRequire(import.meta.url)(join(ROOT, CONFIG)));
  const folders = [...new Set(Object.values(SEEDS).map(({ sources }) => join(sources, FOLDER)))];
  const seen: string[] = [];
  try {
    for (const { sources, files } of Object.values(SEEDS)) {
      mkdirSync(join(ROOT, sources, FOLDER), { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(join(ROOT, sources, FOLDER, name), text);
    }
    seen.push(cruise(folders).stdout);
  } finally {
    for (const folder of folders) rmSync(join(ROOT, folder), { recursive: true, force: true });
  }
  const missed = forbidden
    .map(({ name }) => name)
    .filter((name) => {
      const seed = SEEDS[name];
      // The report names any one file of a cycle.
      return !Object.keys(seed?.files ?? {}).some((file) =>
        seen.join().includes(` ${name}: ${seed?.sources}/${FOLDER}/${file}`),
      );
    });
  if (missed.length > 0) console.error(`layers: no seeded violation was seen of ${missed.join(', ')}.\n${seen.join()}`);
  else console.log(`layers: a seeded violation of each of ${forbidden.length} rules is seen.`);
  return missed.length === 0;
}

process.exitCode = checkReal() && checkSeeded() ? 0 : 1;
