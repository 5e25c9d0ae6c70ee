import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { logEvent, logFailure } from './log.ts';
import { LOG_EVENTS } from './log-events.ts';

const CANARY = 'canary-81d0';

function linesOf(write: (log: pino.Logger) => void): string {
  const written: string[] = [];
  write(pino({ level: 'debug' }, { write: (line: string) => void written.push(line) }));
  return written.join('');
}
const failed = (error: unknown) => linesOf((log) => logFailure(log, 'sign_in_broke_off', error, { accountId: 'a' }));

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('a line of the log', () => {
  test('has the name, the level, the fields and the sentence of its event', () => {
    expect(JSON.parse(linesOf((log) => logEvent(log, 'login_expired', { connectionId: 'c' })))).toMatchObject({
      level: 30,
      event: 'login_expired',
      connectionId: 'c',
      msg: LOG_EVENTS.login_expired.says,
    });
  });

  test('about an error has its class, its code and its stack, and those of its causes', () => {
    const root = Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' });
    const line = JSON.parse(failed(new TypeError('outer', { cause: new AggregateError([root], '') })));
    expect(line).toMatchObject({
      level: 50,
      accountId: 'a',
      error: {
        type: 'TypeError',
        message: 'outer',
        cause: { type: 'AggregateError', cause: { code: 'EHOSTUNREACH', message: 'no route' } },
      },
    });
    expect(line.error.stack[0]).toContain('log.test.ts');
    expect(line.error.cause.cause.stack[0]).toContain('log.test.ts');
  });

  test('quotes no text that could not be parsed, such as a stored session', () => {
    const error = thrownBy(() => JSON.parse(CANARY));
    expect(String(error)).toContain('canary');
    expect(failed(new Error('the session cannot be read', { cause: error }))).not.toContain('canary');
  });

  test('leaves out all other properties of an error', () => {
    const error = Object.assign(new Error('refused'), { headers: { cookie: CANARY }, detail: CANARY, body: [CANARY] });
    expect(failed(error)).not.toContain(CANARY);
  });

  test('ends when errors refer to each other in a circle', () => {
    const [one, other] = [new Error('one'), new Error('other')];
    one.cause = other;
    other.cause = one;
    expect(JSON.parse(failed(one))).toMatchObject({ error: { message: 'one', cause: { message: 'other' } } });
  });

  test('is written by log.ts alone', () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /(?<!\.test)\.ts$/.test(path) && path !== 'log.ts',
    );
    const others = sources.filter((path) =>
      /\b#?log(ger)?\s*\.(trace|debug|info|warn|error|fatal)\b|\blog\[/.test(
        readFileSync(join(import.meta.dirname, path), 'utf8'),
      ),
    );
    expect(others.filter((path) => path !== 'main.ts')).toEqual([]);
  });
});
