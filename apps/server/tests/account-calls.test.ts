/** Every call of `/api/account/index/`: as JSON or a form, with the specification's parameters, in the four languages. */
import { AUTHORIZATION_EXPIRED_CODE, CALLS, type Call, failAnswer, reasonText } from '@pasar/api';
import { LOCALES } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeTenant, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const PREFIX = '/api/account/index/';
const calls: readonly Call[] = Object.values(CALLS)
  .flatMap((feature) => Object.values(feature) as Call[])
  .filter(({ path }) => path.startsWith(PREFIX));
const nameOf = ({ path }: Call): string => path.slice(PREFIX.length);

/** What a call is given for its success; `null`: the call succeeds only after others, which other tests make. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, string>> | null>> = {
  login: { mobile: 'main@x.example', password: 'right', platform: 'web', clientVersion: '1.2.3' },
  abroad_login: { email: 'main@x.example', password: 'right', platform: 'web', clientVersion: '1.2.3' },
  sendValidateCode: { mobile: '13800138000', isResetPassword: '1' },
  send_find_password_email: null,
  register: null,
  abroad_register: null,
  resetPassword: null,
  loginOut: {},
  getAccount: {},
  getUiConfig: { affiliateCode: 'friend-7' },
  keepLive: {},
  getBoosterProxy: {},
  delBoosterProxy: null,
  getDomainSwitchType: { country: 'TH' },
  saveDomainSwitchType: { country: 'TH', type: 'success' },
  getChildAccountList: {},
  saveChildAccount: {
    username: 'anna',
    name: 'Anna',
    password: 'a good word 1',
    permissionCodeList: '["chat"]',
    responsibility: '{"kind":"all"}',
  },
  updateChildAccount: null,
  deleteChildAccount: null,
  getChildUserCnt: {},
  saveCnscLoginLog: null,
  updateUserByUserIdAndIsGlobalMap: null,
  getProductSourceDetail: null,
};
const WITHOUT_LOGIN = ['login', 'abroad_login', 'getUiConfig', 'sendValidateCode'];

let database: TestDatabase;
let web: TestWeb;
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database, null, {
    isRegistrationOpen: true,
    sms: { send: async () => true, close: async () => undefined },
  });
  await makeTenant(database, 'main@x.example', []);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

test('the calls are those that the specification names', () => {
  expect(calls.map(nameOf).toSorted()).toEqual(Object.keys(GIVEN).toSorted());
});

const asForm = (input: Readonly<Record<string, string>>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(input).toString(),
});
const asJson = (input: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
});
async function send(call: Call, { headers, body }: ReturnType<typeof asJson> | ReturnType<typeof asForm>, more = {}) {
  const response = await fetch(`${web.origin}${call.path}`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body,
  });
  return (await response.json()) as unknown;
}
const okShape = z.object({ result: z.literal('success'), data: z.unknown() });

describe.each(calls.map((call) => [nameOf(call), call] as const))('%s', (name, call) => {
  const given = GIVEN[name];
  test.runIf(given != null)('succeeds as a form and as JSON', async () => {
    for (const write of [asForm, asJson]) {
      await database.owner.query("delete from member where username like '%:anna'");
      await database.owner.query('delete from entrance_code');
      const visitor = new Visitor(web.origin);
      if (!WITHOUT_LOGIN.includes(name)) await visitor.logIn(CALLS.account.login, 'main@x.example', 'right');
      const answer = okShape.safeParse(await send(call, write(given ?? {}), { cookie: visitor.cookie }));
      expect(answer.success, `${write.name}: ${JSON.stringify(answer.data ?? answer.error)}`).toBe(true);
      expect(call.output.safeParse(answer.data?.data).success).toBe(true);
    }
  });

  test('fails with a reason in the language of the request, as a form and as JSON', async () => {
    // Without a login, or with fields that no call has.
    for (const locale of LOCALES) {
      for (const write of [asForm, asJson]) {
        const told = failAnswer.safeParse(
          await send(call, write({ affiliateCode: 'x'.repeat(81) }), { 'accept-language': `${locale},en;q=0.5` }),
        ).data;
        if (told === undefined) throw new Error('the call did not fail');
        const reason = told.code === AUTHORIZATION_EXPIRED_CODE ? 'authorization_expired' : told.code;
        expect(told.reason).toBe(reasonText(reason as Parameters<typeof reasonText>[0], locale));
        if (call.access.kind !== 'public') expect(told.code).toBe(AUTHORIZATION_EXPIRED_CODE);
      }
    }
  });
});
