import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  ABILITIES,
  type Ability,
  CATALOGUE_CALLS,
  type CallTag,
  type Repeat,
  supportOf,
  TRANSPORTS,
} from '@pasar/connector-kit';
import { LAZADA_CALLS } from '@pasar/connector-lazada';
import { SHOPEE_CALLS } from '@pasar/connector-shopee';
import { TIKTOK_CALLS } from '@pasar/connector-tiktok';
import { MARKETPLACES } from '@pasar/domain';
import { ROOT } from './checks.ts';

/** Where `docs/marketplace-calls.md` is. */
export const MARKETPLACE_CALLS_FILE = join(ROOT, 'docs/marketplace-calls.md');

interface CallFacts {
  readonly key: string;
  readonly tag: CallTag;
  readonly repeat: Repeat;
}

const sourcesUnder = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

const CONNECTOR_FILES = ['shopee', 'lazada', 'tiktok'].flatMap((name) =>
  sourcesUnder(`packages/connectors/${name}/src`),
);
const isTest = (file: string): boolean => /\.(test|fixtures?)\.ts$/.test(file);

/** The one file that holds the text of a key, among those that `wanted` lets in. @throws when there is none or more. */
function fileOf(key: string, texts: ReadonlyMap<string, string>): string {
  const found = [...texts].filter(([, text]) => text.includes(`'${key}'`)).map(([file]) => file);
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Error(`${key}: expected in one file, found in ${found.length} (${found.join(', ')})`);
  }
  return only;
}

function readAll(files: readonly string[]): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
}

/** The page as it must be: a row for each call of the catalogue. @throws when a call has no definition or no test. */
export function describeMarketplaceCalls(): string {
  const facts = new Map<string, CallFacts>(
    [...SHOPEE_CALLS, ...LAZADA_CALLS, ...TIKTOK_CALLS].map((call) => [call.key, call]),
  );
  const sources = readAll(
    CONNECTOR_FILES.filter((file) => file.includes('/src/calls/') && !isTest(file) && !file.endsWith('/table.ts')),
  );
  const fixtures = readAll(CONNECTOR_FILES.filter((file) => file.endsWith('.fixtures.ts')));
  const rows = CATALOGUE_CALLS.map((key) => {
    const call = facts.get(key);
    if (call === undefined) throw new Error(`${key}: no connector has it`);
    const file = fileOf(key, sources);
    return `| \`${key}\` | ${call.tag} | ${call.repeat} | ${link(file)} | ${link(testOf(key, file, fixtures))} |`;
  });
  return [HEAD, ...rows, '', TRANSPORT_HEAD, ...ABILITIES.map(describeAbility), ''].join('\n');
}

/** A definition is imported by exactly the fixtures that work it; the unit test beside them runs over all of them. */
function testOf(key: string, file: string, fixtures: ReadonlyMap<string, string>): string {
  const name = file.split('/').at(-1) ?? file;
  const found = [...fixtures].filter(([path, text]) => sharesConnector(path, file) && text.includes(`/${name}'`));
  const [first] = found;
  if (first === undefined) throw new Error(`${key}: no fixture imports ${file}`);
  return first[0];
}
const sharesConnector = (left: string, right: string): boolean => left.split('/')[2] === right.split('/')[2];

/** One row: what each transport of each marketplace can do, with the reason. */
function describeAbility(ability: Ability): string {
  const cells = MARKETPLACES.flatMap((marketplace) =>
    TRANSPORTS.map((transport) => {
      const { level, note } = supportOf(marketplace, transport, ability);
      return `**${level}** ${note}`;
    }),
  );
  return `| ${ability} | ${cells.join(' | ')} |`;
}

const link = (file: string): string => `[${relative('packages/connectors', file)}](../${file})`;

const HEAD = `# Marketplace calls

Generated from the connectors' call tables by \`npm run generate:calls\`; \`npm run check\` refuses a page that differs.

Every call that the specification names, under its catalogue name: surface, method, call. *Known* says how its shape is
known: **seen** in public code or captures, **official** documentation, or **ours** where both are silent. *Repeat* is what
the retry table may do with it: a \`read\` or an \`idempotent\` call is made again, one that must happen \`once\` only when it
certainly never arrived, a \`login\` within the login attempts, and a \`send\` never: the delivery ledger decides. Each has a
worked example: the request that must leave and the value that must be read from its answer, asserted by the unit test
beside the fixtures; the same example goes through every fault of the fault table
([fault-table.test.ts](../packages/testing/src/fault-table/fault-table.test.ts)), and each call is made against the running simulator
by the contract tests.

| Call | Known | Repeat | Made in | Worked example |
|---|---|---|---|---|`;

const TRANSPORT_HEAD = `## Transports

What each way to a marketplace can do: its web session, which the connectors use, and its official open platform, of which
signing, token refresh and webhook signatures are there and the rest is to come.

| Ability | Shopee, web | Shopee, official | Lazada, web | Lazada, official | TikTok Shop, web | TikTok Shop, official |
|---|---|---|---|---|---|---|`;
