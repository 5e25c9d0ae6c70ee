import { expect, test } from 'vitest';
import { isNewer } from './version.ts';

test.each([
  ['0.10.0', '0.9.1', true],
  ['0.9.1', '0.10.0', false],
  ['1.0.0', '0.999.999', true],
  ['0.1.12', '0.1.2', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0.1', '0.1.0', true],
])('%s against a page of %s', (server, page, isIt) => {
  expect(isNewer(server, page)).toBe(isIt);
});
