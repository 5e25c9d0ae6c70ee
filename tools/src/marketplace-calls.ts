import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
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
import { SHOPEE_CALLS } from '@pasar/connector-shopee';
import { TIKTOK_CALLS } from '@pasar/connector-tiktok';
import { ABILITIES, type Ability, type AbilityRow, levelOf, MARKETPLACES } from '@pasar/domain';
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
const FIXTURE_FILES = ['shopee', 'lazada', 'tiktok'].flatMap((name) =>
  sourcesUnder(`packages/connectors/${name}/fixtures`),
);
const isTest = (file: string): boolean => file.endsWith('.test.ts');

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

/** The page as it must be: a row for each call of the catalogue. @throws when a call has no definition or no example. */
export function describeMarketplaceCalls(): string {
  const facts = new Map<string, CallFacts>(
    [...SHOPEE_CALLS, ...LAZADA_CALLS, ...TIKTOK_CALLS].map((call) => [call.key, call]),
  );
  const product = readAll(CONNECTOR_FILES.filter((file) => !isTest(file) && !/\/(table|index)\.ts$/.test(file)));
  const definitions = new Map([...product].filter(([file]) => file.includes('/src/calls/')));
  const tests = readAll(CONNECTOR_FILES.filter((file) => file.endsWith('/src/calls/calls.test.ts')));
  const examples = examplesOf(tests, readAll(FIXTURE_FILES));
  const rows = CATALOGUE_CALLS.map((key) => {
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
  });
  const spare = rows.filter((row) => row.includes(`| ${TESTS_ONLY}: `)).length;
  const abilities = (Object.keys(ABILITIES) as Ability[]).map(describeAbility);
  const topics = TRANSPORT_TOPICS.map(describeTopic);
  return [headOf(spare, rows.length), ...rows, '', ABILITY_HEAD, ...abilities, '', TRANSPORT_HEAD, ...topics, ''].join(
    '\n',
  );
}

type Texts = ReadonlyMap<string, string>;
const ofConnector = (file: string, texts: Texts): Texts =>
  new Map([...texts].filter(([path]) => path.split('/')[2] === file.split('/')[2]));
const mentions = (text: string, name: string): number => text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;

/** What the definition of a key is called in the code. */
function nameOf(key: string, text: string): string {
  const before = text.slice(0, text.indexOf(`'${key}'`));
  const name = [...before.matchAll(/export const (\w+)/g)].at(-1)?.[1];
  if (name === undefined) throw new Error(`${key}: its definition has no name`);
  return name;
}

/** @throws when no example that a test runs over works the call. */
function requireExample(key: string, name: string, examples: Texts): void {
  const isWorked = [...examples].some(([, text]) => mentions(text, name) > 0);
  if (!isWorked) throw new Error(`${key}: ${name} has no worked example`);
}

/** Who makes the call: another file of the product, else its own where that chooses it; null for nobody. */
function userOf(name: string, definition: string, product: Texts): string | null {
  const imported = new RegExp(`import[^;]*\\b${name}\\b[^;]*/${definition.split('/').at(-1)}'`);
  // who asks for its key alone looks it up and makes nothing.
  const used = new RegExp(`\\b${name}\\b(?!\\.key)`);
  const others = [...product].filter(
    ([file, text]) => file !== definition && imported.test(text) && used.test(text.replace(/^import[^;]*;$/gm, '')),
  );
  const [first] = others;
  if (first !== undefined) return first[0];
  // beside its definition it is only used where it is chosen or passed on; a list or a comment names it and makes nothing.
  return new RegExp(`(\\?|:|\\()\\s*${name}\\b`).test(product.get(definition) ?? '') ? definition : null;
}

/** The unit test that runs over the examples of a connector's calls. */
const testOver = (definition: string): string =>
  `${definition.split('/').slice(0, 3).join('/')}/src/calls/calls.test.ts`;

/** The fixtures that these files import, directly or through other fixtures: examples that a test runs over. */
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

Every call that the specification names, under its catalogue name: surface, method, call. *Known* says how its shape is
known: **seen** in public code or captures, **official** documentation, or **ours** where both are silent. *Repeat* is what
the retry table may do with it: a \`read\` or an \`idempotent\` call is made again, one that must happen \`once\` only when it
certainly never arrived, a \`login\` within the login attempts, and a \`send\` never: the delivery ledger decides.

*Used by* names a place in a connector that makes the call. **${TESTS_ONLY}**, ${spare} of ${all}: it is defined and proven like the others,
and no connector makes it: the ability of the table below that needs it is planned, or something else does the same
([unused-calls.ts](../packages/connectors/kit/src/unused-calls.ts)). The desk cannot ask for it either: the contract of a session
([types.ts](../packages/connectors/kit/src/types.ts)) has methods for what the desk does and none that makes a call by its key;
a feature that needs one of these calls gets its method there first.

*Asserted by*: the request that leaves and the value that is read from the answer, for the worked example of the call. The
same example goes through every fault of the fault table
([fault-table.test.ts](../packages/testing/src/fault-table/fault-table.test.ts)). Beside that each marketplace's call tests
([packages/testing/tests](../packages/testing/tests)) make every call of the catalogue against the running simulator, those
that only tests make through the connector's request layer, and fail when one was left out. What the desk gets to see of
them, the methods of a session, is asserted for all three marketplaces alike by the contract suite
([SPEC.md](../packages/connectors/kit/SPEC.md)).

| Call | Known | Repeat | Defined in | Used by | Asserted by |
|---|---|---|---|---|---|`;

const ABILITY_HEAD = `## Abilities

What the desk does at each marketplace ([abilities.ts](../packages/domain/src/abilities.ts)). **yes**: the desk does it.
**planned**: the marketplace has it, and no feature of the desk asks for it until the one in the last column is built.
**no**: the marketplace has nothing for it that is publicly known. Rows of \`goods\` to \`creators\` are methods of the same
name; a test of the server proves that it reaches those that say yes, and no others
([abilities.test.ts](../apps/server/src/abilities.test.ts)).

| Ability | Shopee | Lazada | TikTok Shop | Awaits |
|---|---|---|---|---|`;

const TRANSPORT_HEAD = `## Transports

What each way to a marketplace can do: its web session, which the connectors use, and its official open platform, of which
signing, token refresh and webhook signatures are there and the rest is to come
([which vectors of these are documented](../packages/connectors/kit/SPEC.md#official-platforms)). The levels of the web
session follow from the table of abilities: "yes" where no ability of the topic says no, "partly" where some do.

| Topic | Shopee, web | Shopee, official | Lazada, web | Lazada, official | TikTok Shop, web | TikTok Shop, official |
|---|---|---|---|---|---|---|`;
