import { expect, test } from 'vitest';
import { atCaller } from './caller-path.ts';

const npm = { INIT_CWD: '/home/caller', npm_package_json: '/repo/package.json' };

test.each([
  ['npm moved here: the caller is where npm was called', npm, '/repo', '/home/caller/a.bin'],
  ['moved again since', npm, '/elsewhere', '/elsewhere/a.bin'],
  ['without npm', {}, '/repo', '/repo/a.bin'],
])('IM-L6 %s', (_what, env, here, expected) => {
  expect(atCaller('a.bin', env, here)).toBe(expected);
  expect(atCaller('/tmp/a.bin', env, here)).toBe('/tmp/a.bin');
});
