import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FRAME_C } from '../src/sample-frames.ts';

const PACKAGE = join(import.meta.dirname, '..');
const BIN = join(PACKAGE, '../../node_modules/.bin');
// below node_modules, so that its one dependency is found as an installed package's would be
const cache = join(BIN, '../.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'im-protocol-dist-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('IM-N1 what would be published stands alone: plain JavaScript, one dependency, nothing of ours', () => {
  const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };
  execFileSync(process.execPath, [join(PACKAGE, 'scripts/build.ts'), folder], { env, stdio: 'pipe' });
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect(sources.length).toBeGreaterThan(40);
  for (const file of sources) {
    const imported = [...readFileSync(join(folder, file), 'utf8').matchAll(/^(?:im|ex)port .*from '([^.'][^']*)';$/gm)];
    for (const [, name] of imported) expect(name).toMatch(/^(node:|@bufbuild\/protobuf)/);
  }
  const hex = Buffer.from(FRAME_C).toString('hex');
  const out = execFileSync(process.execPath, [join(folder, 'cli/main.js'), 'decode', '--hex', hex]);
  expect(JSON.parse(String(out))).toMatchObject({ payload: { cmd: 500 } });
});
