import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FRAME_C } from '../src/sample-frames.ts';

const PACKAGE = join(import.meta.dirname, '..');
const BIN = join(PACKAGE, '../../node_modules/.bin');
// Below node_modules, so that its one dependency is found like that of an installed package.
const cache = join(BIN, '../.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'im-protocol-dist-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };
  execFileSync(process.execPath, [join(PACKAGE, 'scripts/build.ts'), folder], { env, stdio: 'pipe' });
}, 60_000);

const built = (extension: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(extension));
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

test('IM-N1 the published package stands alone: plain JavaScript, one dependency, no import of this repository', () => {
  const sources = built('.js');
  expect(sources.length).toBeGreaterThan(40);
  for (const file of sources) {
    const imported = [...textOf(file).matchAll(/^(?:im|ex)port .*from '([^.'][^']*)';$/gm)];
    for (const [, name] of imported) expect(name).toMatch(/^(node:|@bufbuild\/protobuf)/);
  }
});

test('IM-N1 the command starts by its own name', () => {
  const { bin } = JSON.parse(textOf('package.json'));
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}` };
  const out = execFileSync(join(folder, bin.im), ['decode', '--hex', Buffer.from(FRAME_C).toString('hex')], { env });
  expect(JSON.parse(String(out))).toMatchObject({ payload: { cmd: 500 } });
});

test('IM-N1 contains no test code', () => {
  const helpers = /(^|\/)(testing|[^/]*harness|random-bodies|sample-frames|[^/]*\.test)(\/|\.(js|d\.ts)$)/;
  expect([...built('.js'), ...built('.d.ts')].filter((file) => helpers.test(file))).toEqual([]);
});

test('IM-N1 contains the documents, whose links work', () => {
  const documents = built('.md');
  expect([...documents].sort()).toEqual(['README.md', 'SPEC.md', 'client/CLIENT.md', 'server/SERVER.md']);
  for (const file of documents) {
    for (const [, target = ''] of textOf(file).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(existsSync(join(folder, dirname(file), target)), `${file}: ${target}`).toBe(true);
    }
    expect(textOf(file)).not.toContain('](src/');
  }
});
