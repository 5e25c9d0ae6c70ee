import { expect, test } from 'vitest';
import { explainStart, StartupError } from './startup-error.ts';

const refusedWith = (message: string, more: Record<string, string>) => Object.assign(new Error(message), more);

test.each([
  [refusedWith('EACCES: denied', { code: 'EACCES', syscall: 'open', path: '/x' }), 'permission is missing (/x)'],
  [refusedWith('ENOSPC: full', { code: 'ENOSPC', syscall: 'write' }), 'the disk is full'],
  [refusedWith('EMFILE: too many\n  open files', { code: 'EMFILE', syscall: 'open' }), 'EMFILE: too many open files'],
  [
    refusedWith('permission denied to create role', { code: '42501', severity: 'ERROR' }),
    'permission denied to create',
  ],
  [refusedWith('could not extend file', { code: '53100', severity: 'ERROR' }), 'could not extend file'],
])('%s is explained in one line, also where a library wraps it', (refused, line) => {
  const explained = explainStart(new Error('Failed query:\ncreate role', { cause: refused }));
  expect(explained).toBeInstanceOf(StartupError);
  expect(String(explained)).toContain(line);
  expect(String(explained)).not.toContain('\n');
});

test('a bug stays unchanged', () => {
  const bug = new TypeError('x is not a function');
  expect(explainStart(bug)).toBe(bug);
  const wrong = refusedWith('column x does not exist', { code: '42703', severity: 'ERROR' });
  expect(explainStart(wrong)).toBe(wrong);
});
