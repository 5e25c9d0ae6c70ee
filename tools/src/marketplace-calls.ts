import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  CALLS_BEYOND,
  CATALOGUE_CALLS,
  type CallKey,
  type CallTag,
  type Repeat,
  supportOf,
  TRANSPORT_TOPICS,
  TRANSPORTS,
  type TransportTopic,
  UNUSED_CALLS,
} from '@pasar/connector-kit';
import { LAZADA_CALLS } from '@pasar/connector-lazada';
import { SHOPEE_CALLS, SHOPEE_CALLS_BEYOND } from '@pasar/connector-shopee';
import { TIKTOK_CALLS } from '@pasar/connector-tiktok';
import { ABILITIES, type Ability, type AbilityRow, levelOf, MARKETPLACES } from '@pasar/domain';
import { ROOT } from './checks.ts';

/** The path of the generated `docs/marketplace-calls.md`. */
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
const FIXTURE_FILES = ['shopee', 'lazada', 'tiktok'].flatMap((name) =>
  sourcesUnder(`packages/connectors/${name}/fixtures`),
);
const isTest = (file: string): boolean => file.endsWith('.test.ts');

/**
 * The one file among those that `wanted` accepts whose text holds the key. @throws when there is none or more than one.
 */
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

/**
 * The page as it must be: one row for each call of the catalogue and for each call beyond it. @throws when a call has no definition or no example.
 */
export function describeMarketplaceCalls(): string {
  const facts = new Map<string, CallFacts>(
    [...SHOPEE_CALLS, ...SHOPEE_CALLS_BEYOND, ...LAZADA_CALLS, ...TIKTOK_CALLS].map((call) => [call.key, call]),
  );
  const product = readAll(CONNECTOR_FILES.filter((file) => !isTest(file) && !/\/(table|index)\.ts$/.test(file)));
  const definitions = new Map([...product].filter(([file]) => file.includes('/src/calls/')));
  const tests = readAll(CONNECTOR_FILES.filter((file) => file.endsWith('/src/calls/calls.test.ts')));
  const examples = examplesOf(tests, readAll(FIXTURE_FILES));
  const rowOf = (key: CallKey): string => {
    const call = facts.get(key);
    if (call === undefined) throw new Error(`${key}: no connector has it`);
    const file = fileOf(key, definitions);
    const name = nameOf(key, definitions.get(file) ?? '');
    requireExample(key, name, ofConnector(file, examples));
    const user = userOf(name, file, ofConnector(file, product));
    const used = user === null ? `${TESTS_ONLY}: ${whyUnused(key)}` : link(user);
    if (user !== null && UNUSED_CALLS[key] !== undefined)
      throw new Error(`${key}: said to be unused, and made in ${user}`);
    const cells = [call.tag, call.repeat, link(file), used, link(testOver(file))];
    return `| \`${key}\` | ${cells.join(' | ')} |`;
  };
  const rows = CATALOGUE_CALLS.map(rowOf);
  const beyond = CALLS_BEYOND.map(rowOf);
  const spare = rows.filter((row) => row.includes(`| ${TESTS_ONLY}: `)).length;
  const abilities = (Object.keys(ABILITIES) as Ability[]).map(describeAbility);
  const topics = TRANSPORT_TOPICS.map(describeTopic);
  const tables = [
    [headOf(spare, rows.length), ...rows],
    [BEYOND_HEAD, ...beyond],
    [ABILITY_HEAD, ...abilities],
    [TRANSPORT_HEAD, ...topics],
  ];
  return tables.map((table) => `${table.join('\n')}\n`).join('\n');
}

type Texts = ReadonlyMap<string, string>;
const ofConnector = (file: string, texts: Texts): Texts =>
  new Map([...texts].filter(([path]) => path.split('/')[2] === file.split('/')[2]));
const mentions = (text: string, name: string): number => text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;

/** The name of the constant that defines a key. */
function nameOf(key: string, text: string): string {
  const before = text.slice(0, text.indexOf(`'${key}'`));
  const name = [...before.matchAll(/export const (\w+)/g)].at(-1)?.[1];
  if (name === undefined) throw new Error(`${key}: its definition has no name`);
  return name;
}

/** @throws when no example that a test runs uses the call. */
function requireExample(key: string, name: string, examples: Texts): void {
  const isWorked = [...examples].some(([, text]) => mentions(text, name) > 0);
  if (!isWorked) throw new Error(`${key}: ${name} has no worked example`);
}

/**
 * The file that makes the call: another file of the product, or its own file if that chooses the call; null for none.
 */
function userOf(name: string, definition: string, product: Texts): string | null {
  const imported = new RegExp(`import[^;]*\\b${name}\\b[^;]*/${definition.split('/').at(-1)}'`);
  // A file that uses only `.key` looks the key up and does not make the call.
  const used = new RegExp(`\\b${name}\\b(?!\\.key)`);
  const others = [...product].filter(
    ([file, text]) => file !== definition && imported.test(text) && used.test(text.replace(/^import[^;]*;$/gm, '')),
  );
  const [first] = others;
  if (first !== undefined) return first[0];
  // In its own file a call counts as made only where it is chosen or passed on, not where a list or a comment names it.
  return new RegExp(`(\\?|:|\\()\\s*${name}\\b`).test(product.get(definition) ?? '') ? definition : null;
}

/** The unit test that runs the examples of a connector's calls. */
const testOver = (definition: string): string =>
  `${definition.split('/').slice(0, 3).join('/')}/src/calls/calls.test.ts`;

/** The fixtures that these files import, directly or through other fixtures: the examples that a test runs. */
function examplesOf(files: Texts, fixtures: Texts): Texts {
  const imported = new Map(
    [...fixtures].filter(([name]) => [...files].some(([file, text]) => importsFile(file, text, name))),
  );
  const isAll = [...imported].every(([name]) => files.has(name));
  return isAll ? imported : examplesOf(new Map([...files, ...imported]), fixtures);
}
const importsFile = (file: string, text: string, wanted: string): boolean =>
  [...text.matchAll(/from '(\.[^']*)'/g)].some(([, path = '']) => join(dirname(file), path) === wanted);

/** @throws when nothing says why the call is not made. */
function whyUnused(key: CallKey): string {
  const why = UNUSED_CALLS[key];
  if (why === undefined) throw new Error(`${key}: only tests make it, and nothing says why`);
  return 'because' in why ? why.because : `planned, ${why.awaits}`;
}

/** One row of the table of abilities. */
function describeAbility(ability: Ability): string {
  const row: AbilityRow = ABILITIES[ability];
  const levels = MARKETPLACES.map((marketplace) => levelOf(marketplace, ability));
  return `| ${ability} | ${levels.join(' | ')} | ${'awaits' in row ? row.awaits : ''} |`;
}

/** One row: what each transport of each marketplace can do, with the reason. */
function describeTopic(topic: TransportTopic): string {
  const cells = MARKETPLACES.flatMap((marketplace) =>
    TRANSPORTS.map((transport) => {
      const { level, note } = supportOf(marketplace, transport, topic);
      return `**${level}** ${note}`;
    }),
  );
  return `| ${topic} | ${cells.join(' | ')} |`;
}

const link = (file: string): string => `[${relative('packages/connectors', file)}](../${file})`;

const TESTS_ONLY = 'tests only';

const headOf = (spare: number, all: number): string => `# Marketplace calls

Generated from the connectors' call tables by \`npm run generate:calls\`; \`npm run check\` refuses a page that differs.

Every call that the specification names, with its catalogue name: surface, method, call.

*Known* says how the shape of the call is known: **seen** in public code or captures, from **official** documentation, or
**ours** where both are silent. *Repeat* says when the retry table may repeat the call: a \`read\` or \`idempotent\` call after
any fault, a \`once\` call only when it certainly never arrived, a \`login\` within the login attempts, and a \`send\` never,
because only the delivery ledger repeats it.

*Used by* names a file of a connector that makes the call. **${TESTS_ONLY}** (${spare} of ${all}) means that the call is defined and
tested like the others, but no connector makes it: either the ability of the table below that needs it is planned, or another
call does the same work ([unused-calls.ts](../packages/connectors/kit/src/unused-calls.ts)). The desk cannot make it either: the
contract of a session ([types.ts](../packages/connectors/kit/src/types.ts)) has methods for the actions of the desk, and no
method that makes a call by its key. A feature that needs such a call first adds a method to the contract.

*Asserted by* names the test of the call's worked example: the request that is sent, and the value that is read from the answer.
The same example goes through every fault of the fault table
([fault-table.test.ts](../packages/testing/src/fault-table/fault-table.test.ts)). In addition, each marketplace's call tests
([packages/testing/tests](../packages/testing/tests)) make every call of the catalogue against the running simulator, and fail
when a call is left out; calls for tests only go through the connector's request layer. The contract suite
([SPEC.md](../packages/connectors/kit/SPEC.md)) asserts the methods of a session for all three marketplaces alike.

| Call | Known | Repeat | Defined in | Used by | Asserted by |
|---|---|---|---|---|---|`;

const BEYOND_HEAD = `## Calls beyond the catalogue

Calls that the specification does not name. They are publicly known, and the desk makes them for what the specification asks of
it. The columns are those of the table above.

| Call | Known | Repeat | Defined in | Used by | Asserted by |
|---|---|---|---|---|---|`;

const ABILITY_HEAD = `## Abilities

What the desk does at each marketplace ([abilities.ts](../packages/domain/src/abilities.ts)). **yes**: the desk does it.
**planned**: a call of the marketplace for it is publicly known, and the desk will use it with the feature in the last column. **no**: no call
for it is publicly known. The rows from \`goods\` to \`creators\` are methods of the same name; a test proves that the server
calls the methods that say yes, and no others
([abilities.test.ts](../apps/server/src/abilities.test.ts)).

| Ability | Shopee | Lazada | TikTok Shop | Awaits |
|---|---|---|---|---|`;

const TRANSPORT_HEAD = `## Transports

What each transport of a marketplace can do: its web session, which the connectors use, and its official open platform, of which
only signing, token refresh and webhook signatures exist yet
([which test vectors are documented](../packages/connectors/kit/SPEC.md#official-platforms)). The levels of the web session
follow from the table of abilities: "yes" where the desk does all abilities of the topic, "partly" where it does some of them,
"planned" where it does none and the marketplace has at least one, "no" where the marketplace has none. The levels of the
official platforms say what their documents offer.

| Topic | Shopee, web | Shopee, official | Lazada, web | Lazada, official | TikTok Shop, web | TikTok Shop, official |
|---|---|---|---|---|---|---|`;
