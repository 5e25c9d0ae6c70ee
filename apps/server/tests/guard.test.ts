import { CALLS } from '@pasar/api';
import { defaultGuardWords, PERMISSION_KEYS } from '@pasar/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { guardWords, saveGuardWords } = CALLS.guard;
let database: TestDatabase;
let web: TestWeb;
let main: Visitor;
let sub: Visitor;
let stranger: Visitor;

beforeAll(async () => {
  database = await openTestDatabase();
  const person = { password: 'right', name: 'sub', permissionCodeList: PERMISSION_KEYS, shops: [] };
  await makeTenant(database, 'ours@x', [['11']], [{ ...person, username: 'ours:sub' }]);
  await makeTenant(database, 'theirs@x', [['12']]);
  web = await openTestWeb(database);
  const signIn = async (name: string) => {
    const visitor = new Visitor(web.origin);
    expect(await visitor.logIn(CALLS.account.login, name, 'right')).toMatchObject({ result: 'success' });
    return visitor;
  };
  [main, sub, stranger] = [await signIn('ours@x'), await signIn('ours:sub'), await signIn('theirs@x')];
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const list = async (visitor: Visitor, country = 'TH') => {
  const answer = await visitor.call(guardWords, { country });
  return answer.result === 'success' ? answer.data : answer;
};
const PASARS = { words: defaultGuardWords('TH'), isDefault: true };

test("a country's words are those of Pasar until the main account writes others, which all its members get", async () => {
  expect(await list(sub)).toEqual(PASARS);
  const words = ['LINE', ' ＬＩＮＥ ', 'ไลน์'];
  expect(await main.call(saveGuardWords, { country: 'TH', words })).toMatchObject({ result: 'success' });
  const own = { words: ['ＬＩＮＥ', 'ไลน์'], isDefault: false };
  for (const visitor of [main, sub]) expect(await list(visitor)).toEqual(own);
  expect(await list(main, 'VN')).toEqual({ words: defaultGuardWords('VN'), isDefault: true });
  expect(await list(stranger)).toEqual(PASARS);
  expect(await main.call(saveGuardWords, { country: 'TH', words: [] })).toMatchObject({ result: 'success' });
  expect(await list(sub)).toEqual({ words: [], isDefault: false });
  expect(await main.call(saveGuardWords, { country: 'TH', words: null })).toMatchObject({ result: 'success' });
  expect(await list(sub)).toEqual(PASARS);
});

test('a sub-account with every key changes no list, and neither does a word that is empty or too long', async () => {
  const refused = { result: 'fail', code: 'no_permission' };
  expect(await sub.call(saveGuardWords, { country: 'TH', words: ['x'] })).toMatchObject(refused);
  for (const word of ['', ' ', 'x'.repeat(61)]) {
    const answer = await main.call(saveGuardWords, { country: 'TH', words: [word] });
    expect(answer).toMatchObject({ result: 'fail', code: 'invalid_request' });
  }
  expect(await list(main)).toEqual(PASARS);
});
