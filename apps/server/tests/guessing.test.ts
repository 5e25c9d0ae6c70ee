/** Guesses of a password from many addresses, while the owner still gets in. The limits' own test has more of them. */
import { CALLS } from '@pasar/api';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
beforeAll(async () => {
  database = await openTestDatabase();
  await makeTenant(database, 'owner@x', []);
  web = await openTestWeb(database, null, { trustedProxies: ['127.0.0.1'] });
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const logIn = (address: string, password: string) =>
  new Visitor(web.origin).call(CALLS.account.login, { mobile: 'owner@x', password }, { 'x-forwarded-for': address });

/** Addresses that guess, and guesses of each, within a minute. */
const ADDRESSES = 10;
const ROUNDS = 60;
const named = z.object({ name: z.string() });

test('the guesses are refused unread after the first few of each address, and the owner gets in', async () => {
  // A password is compared, which takes a core longer than all the rest, right after its member was looked up.
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  const answers: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const guessed = await Promise.all(
      Array.from({ length: ADDRESSES }, (_, each) => logIn(`198.51.100.${each}`, `guess ${round}`)),
    );
    answers.push(...guessed.map((answer) => (answer.result === 'fail' ? String(answer.code) : 'in')));
  }
  const lookedUp = statements.mock.calls.filter(([query]) => named.safeParse(query).data?.name === 'find-login').length;
  statements.mockRestore();
  expect(new Set(answers)).toEqual(new Set(['wrong_account_or_password', 'too_frequent']));
  const read = answers.filter((code) => code === 'wrong_account_or_password').length;
  expect(lookedUp).toBe(read);
  // From there on the name counts as guessed, and an address has fewer guesses than it made already.
  expect(read).toBe(100);
  expect(await logIn('203.0.113.7', 'right')).toMatchObject({ result: 'success' });
});
