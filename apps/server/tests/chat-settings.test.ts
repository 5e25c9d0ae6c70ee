import { readFile } from 'node:fs/promises';
import {
  type AccountChatSetting,
  CALLS,
  type CallInput,
  memberChatSetting,
  USUAL_ACCOUNT_CHAT_SETTING,
} from '@pasar/api';
import { ANY_BUYER, type ReachRule, USUAL_MEMBER_CHAT_SETTING } from '@pasar/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTenant, openTestDatabase, type TestDatabase, type TestTenant } from './harness/database.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { chatSettings, chat, audit, translation, buyerTags } = CALLS;
let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let tenant: TestTenant;
let main: Visitor;
/** Sees shop 11 only. */
let sub: Visitor;

beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
afterAll(async () => {
  await web.close();
  await database.close();
});
beforeEach(async () => {
  tenants += 1;
  const username = `chat${tenants}:sub`;
  const shops = [{ marketplace: 'shopee' as const, platformShopId: '11' }];
  const person = { username, password: 'right', name: 'Suda', permissionCodeList: ['chat' as const], shops };
  tenant = await makeTenant(database, `chat${tenants}@x`, [['11', '12']], [person]);
  main = await loggedIn(`chat${tenants}@x`);
  sub = await loggedIn(username);
});

async function loggedIn(name: string): Promise<Visitor> {
  const visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, name, 'right');
  return visitor;
}
async function read(visitor: Visitor) {
  const answer = await visitor.call(chatSettings.getChatSetting, {});
  return chatSettings.getChatSetting.output.parse(answer.result === 'success' ? answer.data : answer);
}
async function snapshotOf(visitor: Visitor) {
  const answer = await visitor.call(chat.snapshot, {});
  return chat.snapshot.output.parse(answer.result === 'success' ? answer.data : answer);
}
const save = (visitor: Visitor, input: CallInput<typeof chatSettings.saveChatSetting>) =>
  visitor.call(chatSettings.saveChatSetting, input);
const saved = async (visitor: Visitor, input: CallInput<typeof chatSettings.saveChatSetting>) =>
  expect(await save(visitor, input)).toMatchObject({ result: 'success' });
const shopIdOf = (shop: string): string => {
  for (const { shopIds } of tenant.connections) for (const [id, shopId] of shopIds) if (id === shop) return shopId;
  throw new Error(`no shop ${shop}`);
};
const FAQ: AccountChatSetting['faq'] = [
  {
    category: 'Delivery',
    variants: [],
    questions: [{ question: 'When does it come?', answer: 'In 3 days.', variants: [] }],
  },
];

const Q = { question: 'q', answer: 'a', variants: [] };
const A = { category: 'a', questions: [Q], variants: [] };

describe('the settings of the account', () => {
  test('are as usual until the main account changes some of them, and every member reads them', async () => {
    expect(await read(sub)).toEqual({
      account: USUAL_ACCOUNT_CHAT_SETTING,
      member: USUAL_MEMBER_CHAT_SETTING,
      isTranslated: false,
    });
    await saved(main, { account: { promiseLimit: 12, faq: FAQ } });
    await saved(main, { account: { isWelcomeOn: true, welcomeText: '  Hello! ', answerHours: 24 } });
    const account = {
      isWelcomeOn: true,
      welcomeText: 'Hello!',
      welcomeVariants: [],
      answerHours: 24,
      faq: FAQ,
      promiseLimit: 12,
    };
    expect((await read(main)).account).toEqual(account);
    expect((await read(sub)).account).toEqual(account);
  });

  test('that an earlier version stored have no languages, and keep their texts when one is added', async () => {
    const faq = [{ category: 'Delivery', questions: [{ question: 'When does it come?', answer: 'In 3 days.' }] }];
    await database.owner.query('insert into chat_setting (account_id, setting) values ($1, $2)', [
      tenant.accountId,
      JSON.stringify({ welcomeText: 'Hello!', faq }),
    ]);
    expect((await read(main)).account).toMatchObject({ welcomeText: 'Hello!', welcomeVariants: [], faq: FAQ });
    const welcomeVariants = [{ language: 'th' as const, text: 'สวัสดี' }];
    await saved(main, { account: { welcomeVariants } });
    expect((await read(main)).account).toMatchObject({ welcomeText: 'Hello!', welcomeVariants, faq: FAQ });
    const twice = await save(main, { account: { welcomeVariants: [...welcomeVariants, ...welcomeVariants] } });
    expect(twice).toMatchObject({ result: 'fail', code: 'invalid_request' });
  });

  test('keep the texts of the FAQ in other languages, which a window of an earlier version cannot take away', async () => {
    const question = { ...Q, variants: [{ language: 'th' as const, question: 'กี่วัน', answer: 'สามวัน' }] };
    const faq = [{ ...A, questions: [question], variants: [{ language: 'th' as const, category: 'การจัดส่ง' }] }];
    await saved(main, { account: { faq } });
    for (const earlier of [
      { category: 'a', questions: [question] },
      { ...A, questions: [{ question: 'q', answer: 'a' }] },
    ]) {
      const answer = await main.call(chatSettings.saveChatSetting, { account: { faq: [earlier] } });
      expect(answer).toMatchObject({ result: 'fail', code: 'chat_setting_of_old_window' });
    }
    // The main text of the welcome is a field of its own.
    await saved(main, { account: { welcomeVariants: [{ language: 'th', text: 'สวัสดี' }] } });
    await saved(main, { account: { welcomeText: 'Hello!' } });
    const { account } = await read(main);
    expect(account).toMatchObject({ faq, welcomeText: 'Hello!', welcomeVariants: [{ text: 'สวัสดี' }] });
  });

  test('are refused to a sub-account, which keeps its own ones unsaved beside them', async () => {
    const answer = await save(sub, { account: { promiseLimit: 1 }, member: { sendingKey: 'ctrlEnter' } });
    expect(answer).toMatchObject({ result: 'fail', code: 'no_permission' });
    expect(await read(sub)).toMatchObject({ account: { promiseLimit: 30 }, member: { sendingKey: 'enter' } });
  });

  test.each([
    ['welcome_missing', { isWelcomeOn: true }],
    ['welcome_missing', { isWelcomeOn: true, welcomeText: '   ' }],
    ['chat_setting_text_long', { welcomeText: 'x'.repeat(1_001) }],
    ['faq_full', { faq: Array.from({ length: 4 }, () => ({ ...FAQ[0] })) }],
    ['faq_full', { faq: [{ ...A, questions: Array.from({ length: 4 }, () => Q) }] }],
    ['faq_incomplete', { faq: [{ ...A, questions: [] }] }],
    ['faq_incomplete', { faq: [{ ...A, category: ' ' }] }],
    ['faq_incomplete', { faq: [{ ...A, questions: [{ ...Q, answer: ' ' }] }] }],
    ['promise_limit_form', { promiseLimit: 0 }],
    ['promise_limit_form', { promiseLimit: 1_000 }],
    ['promise_limit_form', { promiseLimit: 1.5 }],
    ['invalid_request', { answerHours: 3 }],
    ['invalid_request', { welcome: 'x' }],
  ])('%s, case %#', async (code, account) => {
    const answer = await main.call(chatSettings.saveChatSetting, { account });
    expect(answer).toMatchObject({ result: 'fail', code });
    expect((await read(main)).account).toEqual(USUAL_ACCOUNT_CHAT_SETTING);
  });

  test('a welcome that is on keeps its text, whichever window changes what', async () => {
    await saved(main, { account: { isWelcomeOn: true, welcomeText: 'Hello!' } });
    expect(await save(main, { account: { welcomeText: '' } })).toMatchObject({ code: 'welcome_missing' });
    const [off, text] = await Promise.all([
      save(main, { account: { isWelcomeOn: false } }),
      save(main, { account: { answerHours: 8 } }),
    ]);
    expect([off.result, text.result]).toEqual(['success', 'success']);
    expect((await read(main)).account).toMatchObject({ isWelcomeOn: false, welcomeText: 'Hello!', answerHours: 8 });
  });

  test('a change is told to every window, stands in the audit trail, and leaves other accounts as they were', async () => {
    const { seq } = await snapshotOf(sub);
    const window = await sub.live(seq);
    await saved(main, { account: { promiseLimit: 5 } });
    await window.until(({ changes }) => changes.some(({ kind }) => kind === 'chatSetting'));
    expect(window.changes.find(({ kind }) => kind === 'chatSetting')).toMatchObject({ setting: null });
    window.close();
    const trail = await main.call(audit.auditTrail, {});
    expect(JSON.stringify(trail)).toContain('"action":"chat_setting"');
    await makeTenant(database, `other${tenants}@x`, [['91']]);
    expect((await read(await loggedIn(`other${tenants}@x`))).account.promiseLimit).toBe(30);
  });

  test('say whether all shops are translated, and tell when that is switched', async () => {
    const { seq } = await snapshotOf(main);
    const window = await main.live(seq);
    expect(await main.call(translation.switchTranslation, { isOn: true })).toMatchObject({ result: 'success' });
    await window.until(({ changes }) => changes.some(({ kind }) => kind === 'chatSetting'));
    window.close();
    expect((await read(sub)).isTranslated).toBe(true);
  });
});

describe('the settings of a member', () => {
  test("are the member's own, stand in the snapshot, and reach the member's open windows alone", async () => {
    const mine = await sub.live((await snapshotOf(sub)).seq);
    const others = await main.live((await snapshotOf(main)).seq);
    const quietHours = { from: 1_320, to: 450, timeZone: 'Asia/Bangkok' };
    await saved(sub, { member: { sendingKey: 'ctrlEnter', quietHours } });
    const rules = [{ ...ANY_BUYER, shopIds: [shopIdOf('11')], tone: 'triple' as const }];
    await saved(sub, { member: { rules } });
    await saved(sub, { member: { warnMinutes: null } });
    await saved(sub, { member: { hasSound: false, againMinutes: 15 } });
    await mine.until(({ changes }) => changes.filter(({ kind }) => kind === 'chatSetting').length === 4);
    const setting = {
      ...USUAL_MEMBER_CHAT_SETTING,
      sendingKey: 'ctrlEnter',
      quietHours,
      rules,
      hasSound: false,
      againMinutes: 15,
      warnMinutes: null,
    };
    expect(mine.changes.at(-1)).toMatchObject({ kind: 'chatSetting', setting });
    expect((await snapshotOf(sub)).chatSetting).toEqual(setting);
    expect((await read(main)).member).toEqual(USUAL_MEMBER_CHAT_SETTING);
    // A later change of the account, which both see, shows that the other window has got all before it.
    await saved(main, { account: { promiseLimit: 7 } });
    await others.until(({ changes }) => changes.some(({ kind }) => kind === 'chatSetting'));
    expect(others.changes.filter(({ kind }) => kind === 'chatSetting')).toMatchObject([{ setting: null }]);
    mine.close();
    others.close();
  });

  test('of an earlier version are as usual where that version lacked a choice', async () => {
    const held = { ...USUAL_MEMBER_CHAT_SETTING, tone: 'triple', rules: undefined, warnMinutes: undefined };
    await saved(sub, { member: { tone: 'triple' } });
    await database.owner.query('update member_chat_setting set setting = $1', [held]);
    expect((await read(sub)).member).toEqual({ ...USUAL_MEMBER_CHAT_SETTING, tone: 'triple' });
    expect(memberChatSetting.parse(held)).toEqual({ ...USUAL_MEMBER_CHAT_SETTING, tone: 'triple' });
    const { quietHours: _lacking, ...rule } = { ...ANY_BUYER, isMineOnly: true };
    await database.owner.query('update member_chat_setting set setting = $1', [{ rules: [rule] }]);
    expect((await read(sub)).member.rules).toEqual([{ ...rule, quietHours: null }]);
  });

  test('keep the quiet hours of each rule, which a window of an earlier version cannot take away', async () => {
    const night = { from: 1_320, to: 450, timeZone: 'Asia/Bangkok' };
    const rules = [
      { ...ANY_BUYER, shopIds: [shopIdOf('11')], quietHours: 'never' as const },
      { ...ANY_BUYER, quietHours: night },
    ];
    await saved(sub, { member: { rules } });
    expect((await read(sub)).member).toEqual({ ...USUAL_MEMBER_CHAT_SETTING, rules });
    const earlier = rules.map(({ quietHours: _unknown, ...rule }) => rule);
    const answer = await sub.call(chatSettings.saveChatSetting, { member: { rules: earlier } });
    expect(answer).toMatchObject({ result: 'fail', code: 'chat_setting_of_old_window' });
    expect((await read(sub)).member.rules).toEqual(rules);
  });

  test('of before the rules are one rule', async () => {
    await saved(sub, { member: { tone: 'triple' } });
    await saved(main, { member: { tone: 'triple' } });
    const earlier = { shopIds: [shopIdOf('11')], tagIds: null, isMineOnly: true };
    await database.owner.query('update member_chat_setting set setting = setting || $1::jsonb', [earlier]);
    await database.owner.query('update member_chat_setting set setting = setting || $1::jsonb where member_id = $2', [
      { shopIds: null, isMineOnly: false },
      (await snapshotOf(main)).member.memberId,
    ]);
    const file = new URL('../src/storage/migrations/0083_reach_rules.sql', import.meta.url);
    await database.owner.query(await readFile(file, 'utf8'));
    const triple = { ...USUAL_MEMBER_CHAT_SETTING, tone: 'triple' };
    expect((await read(sub)).member).toEqual({ ...triple, rules: [{ ...ANY_BUYER, ...earlier }] });
    expect((await read(main)).member).toEqual(triple);
  });

  test.each([
    ['quiet_hours_form', { quietHours: { from: 1_320, to: 1_320, timeZone: 'Asia/Bangkok' } }],
    ['quiet_hours_form', { quietHours: { from: 1_320, to: 420, timeZone: 'Mars/Olympus' } }],
    ['invalid_request', { quietHours: { from: 1_440, to: 420, timeZone: 'Asia/Bangkok' } }],
    [
      'quiet_hours_form',
      { rules: [{ ...ANY_BUYER, quietHours: { from: 1_320, to: 1_320, timeZone: 'Asia/Bangkok' } }] },
    ],
    ['quiet_hours_form', { rules: [{ ...ANY_BUYER, quietHours: { from: 0, to: 420, timeZone: 'Mars/Olympus' } }] }],
    ['invalid_request', { rules: [{ ...ANY_BUYER, quietHours: { from: 0, to: 1_440, timeZone: 'Asia/Bangkok' } }] }],
    ['invalid_request', { rules: [{ ...ANY_BUYER, quietHours: 'always' }] }],
    ['reach_shops_missing', { rules: [{ ...ANY_BUYER, shopIds: [] }] }],
    ['reach_tags_missing', { rules: [ANY_BUYER, { ...ANY_BUYER, tagIds: [] }] }],
    ['not_found', { rules: [ANY_BUYER, { ...ANY_BUYER, tagIds: ['01a20aec-fa56-7f71-804b-107f17e6328d'] }] }],
    ['invalid_request', { rules: Array.from({ length: 11 }, () => ANY_BUYER) }],
    ['invalid_request', { rules: [{ ...ANY_BUYER, tone: 'siren' }] }],
    ['invalid_request', { tone: 'siren' }],
    ['invalid_request', { againMinutes: 7 }],
    ['invalid_request', { warnMinutes: 0 }],
  ])('%s, case %#', async (code, member) => {
    const answer = await sub.call(chatSettings.saveChatSetting, { member });
    expect(answer).toMatchObject({ result: 'fail', code });
    expect((await read(sub)).member).toEqual(USUAL_MEMBER_CHAT_SETTING);
  });

  test('forget a tag that was deleted, and with it a rule that fits nobody then', async () => {
    const made = await main.call(buyerTags.saveTag, { buyerTagName: 'VIP', color: 'red' });
    const { buyerTagId } = buyerTags.saveTag.output.parse(made.result === 'success' ? made.data : made);
    const ofShop = { ...ANY_BUYER, shopIds: [shopIdOf('11')] };
    const rules = [{ ...ANY_BUYER, tagIds: [buyerTagId], tone: 'triple' as const }, ofShop];
    await saved(sub, { member: { rules } });
    expect(await main.call(buyerTags.deleteTag, { buyerTagId })).toMatchObject({ result: 'success' });
    const changed = rules.map((rule) => ({ ...rule, isMineOnly: true }));
    await saved(sub, { member: { rules: changed } });
    expect((await read(sub)).member.rules).toEqual([{ ...ofShop, isMineOnly: true }]);
    // It is new now, as an id that never was.
    expect(await save(sub, { member: { rules: changed } })).toMatchObject({ code: 'not_found' });
  });

  test('name no shop that the member does not see, and only tags of the account', async () => {
    const of = (rule: Partial<ReachRule>) => ({ member: { rules: [{ ...ANY_BUYER, ...rule }] } });
    expect(await save(sub, of({ shopIds: [shopIdOf('11'), shopIdOf('12')] }))).toMatchObject({ code: 'not_found' });
    await makeTenant(database, `tags${tenants}@x`, [['91']]);
    const made = await (await loggedIn(`tags${tenants}@x`)).call(buyerTags.saveTag, {
      buyerTagName: 'VIP',
      color: 'red',
    });
    const { buyerTagId } = buyerTags.saveTag.output.parse(made.result === 'success' ? made.data : made);
    expect(await save(sub, of({ tagIds: [buyerTagId] }))).toMatchObject({ code: 'not_found' });
    const ours = await main.call(buyerTags.saveTag, { buyerTagName: 'VIP', color: 'red' });
    const own = buyerTags.saveTag.output.parse(ours.result === 'success' ? ours.data : ours);
    await saved(sub, of({ tagIds: [own.buyerTagId] }));
  });

  test('come as a form, as the specification sends them; a call without any is refused', async () => {
    await saved(sub, { member: { hasTimeMarks: false } });
    const answer = await sub.call(chatSettings.saveChatSetting, {
      member: JSON.stringify({ sendingKey: 'ctrlEnter' }),
    });
    expect(answer).toMatchObject({ result: 'success' });
    expect((await read(sub)).member).toMatchObject({ hasTimeMarks: false, sendingKey: 'ctrlEnter' });
    expect(await save(sub, {})).toMatchObject({ code: 'invalid_request' });
  });
});
