import { CALLS, failAnswer } from '@pasar/api';
import { asMemberId, type MemberId, type ShopId } from '@pasar/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { setMemberShops } from '../src/records/grants.ts';
import { type Scope, wholeAccount } from '../src/storage/database.ts';
import { SecretRefused } from '../src/storage/secrets.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openTestDatabase,
  type TestDatabase,
  type TestTenant,
} from './harness/database.ts';
import { fillShops, ownerOf } from './harness/isolated-rows.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

let database: TestDatabase;
let web: TestWeb;
let ours: TestTenant;
let theirs: TestTenant;
let subId: MemberId;

const TENANT_TABLES = [
  'account',
  'member',
  'session',
  'account_counter',
  'secret',
  'connection',
  'connection_lease',
  'shop',
  'member_shop',
  'conversation',
  'message',
  'delivery',
  'delivery_image',
  'outgoing_video',
  'outgoing_video_part',
  'setting_outbox',
  'conversation_assignment',
  'conversation_note',
  'note_mention',
  'draft',
  'change',
  'quarantine',
  'translation',
  'translation_switch',
  'known_buyer',
  'buyer_note',
  'remark',
  'remark_picture',
  'remark_count',
  'buyer_tag',
  'buyer_tag_relation',
  'conversation_view',
  'bulk_action',
  'bulk_item',
  'chat_setting',
  'assignment_rules',
  'assignment_rule_change',
  'assignment_turn',
  'auto_reply_setting',
  'auto_reply_keyword',
  'auto_reply_version',
  'automatic_picture',
  'automatic_video',
  'automatic_video_part',
  'buyer_tag_rules',
  'buyer_tag_rule_change',
  'buyer_tag_watch',
  'buyer_tag_due',
  'buyer_tag_given',
  'buyer_tag_sweep',
  'bulk_send_task',
  'bulk_send_item',
  'shop_fan',
  'send_message_config',
  'send_message_log',
  'forgotten_sending',
  'order_care_content',
  'order_care_setting',
  'order_cared_before',
];
const SHOP_TABLES = [
  'shop',
  'conversation',
  'message',
  'delivery',
  'delivery_image',
  'outgoing_video',
  'outgoing_video_part',
  'setting_outbox',
  'conversation_assignment',
  'conversation_note',
  'note_mention',
  'draft',
  'change',
  'quarantine',
  'translation_switch',
  'known_buyer',
  'remark',
  'remark_count',
  'buyer_tag_relation',
  'buyer_tag_due',
  'buyer_tag_given',
  'bulk_item',
  'auto_reply_queue',
  'automatic_stop',
  'bulk_send_item',
  'send_message_log',
  'forgotten_sending',
  'shop_fan',
];

beforeAll(async () => {
  database = await openTestDatabase();
  const sub = { username: 'ours:sub', password: 'right', name: 'sub', permissionCodeList: ['chat' as const] };
  ours = await makeTenant(
    database,
    'ours@x',
    [['11', '12']],
    [{ ...sub, shops: [{ marketplace: 'shopee', platformShopId: '11' }] }],
  );
  theirs = await makeTenant(database, 'theirs@x', [['11', '99']]);
  const found = await database.owner.query('select member_id from member where username = $1', ['ours:sub']);
  subId = asMemberId(found.rows[0]?.member_id);
  await fillShops(database, ours, ['11', '12']);
  await fillShops(database, theirs, ['11', '99']);
  web = await openTestWeb(database);
});
afterAll(async () => {
  await web.close();
  await database.close();
});

const shopIdOf = (tenant: TestTenant, platformShopId: string): ShopId => {
  for (const [platform, shopId] of ownerOf(tenant).shopIds) if (platform === platformShopId) return shopId;
  throw new Error(`no shop ${platformShopId}`);
};
const subScope = (): Scope => ({ accountId: ours.accountId, shops: 'granted', memberId: subId });
const rowsOf = (scope: Scope, table: string) =>
  database.app.within(scope, async (transaction) => (await transaction.query(`select * from ${table}`)).rows);

describe('row-level security alone, without any filter of the application', () => {
  test.each(TENANT_TABLES)('%s shows one tenant its own rows only', async (table) => {
    await new Visitor(web.origin).logIn(CALLS.account.login, 'ours@x', 'right');
    const stored = await database.owner.query(`select count(*)::int as n from ${table} where account_id = $1`, [
      ours.accountId,
    ]);
    const seen = await rowsOf(wholeAccount(ours.accountId), table);
    const aimed = seen.filter((row) => row.account_id !== ours.accountId);
    expect(aimed).toEqual([]);
    const hidden = table === 'change' ? await aimedChanges() : 0;
    if (table !== 'member_shop') expect(stored.rows[0]?.n).toBeGreaterThan(0);
    expect(seen).toHaveLength((stored.rows[0]?.n ?? 0) - hidden);
  });

  async function aimedChanges(): Promise<number> {
    const found = await database.owner.query(
      'select count(*)::int as n from change where account_id = $1 and member_id is not null',
      [ours.accountId],
    );
    return found.rows[0]?.n ?? 0;
  }

  test.each(SHOP_TABLES)('%s shows a sub-account its shops only', async (table) => {
    const rows = await rowsOf(subScope(), table);
    const shops = new Set(rows.map((row) => row.shop_id).filter((id) => id !== null));
    expect(shops).toEqual(new Set([shopIdOf(ours, '11')]));
  });

  test.each(TENANT_TABLES)('%s shows nothing to a transaction that names no account', async (table) => {
    expect(await database.app.query(`bare-${table}`, `select 1 from ${table}`, [])).toEqual([]);
  });

  test('nothing can be written into another tenant or an unassigned shop', async () => {
    const insert = (scope: Scope, accountId: string, shopId: string) =>
      database.app.within(scope, (transaction) =>
        transaction.query(
          `insert into quarantine (account_id, connection_id, shop_id, reason, bytes) values ($1, $3, $2, '', '')`,
          [accountId, shopId, ownerOf(ours).connectionId],
        ),
      );
    await expect(insert(wholeAccount(ours.accountId), theirs.accountId, shopIdOf(theirs, '99'))).rejects.toThrow(
      'row-level security',
    );
    await expect(insert(subScope(), ours.accountId, shopIdOf(ours, '12'))).rejects.toThrow('row-level security');
    await expect(insert(subScope(), ours.accountId, shopIdOf(ours, '11'))).resolves.toBeDefined();
  });

  test('the engine finds work everywhere but changes nothing outside the account it names', async () => {
    const changed = await database.engine.within(wholeAccount(ours.accountId), (transaction) =>
      transaction.query("update delivery set refusal_detail = 'changed'"),
    );
    const foreign = await database.owner.query(
      "select 1 from delivery where refusal_detail = 'changed' and account_id <> $1",
      [ours.accountId],
    );
    expect(changed.rowCount).toBe(2);
    expect(foreign.rows).toEqual([]);
  });
});

describe('calls', () => {
  test('lists show nothing of another tenant or of an unassigned shop', async () => {
    const sub = await loggedIn('ours:sub');
    const main = await loggedIn('ours@x');
    for (const call of [CALLS.chat.snapshot, CALLS.chat.conversations]) {
      const text = JSON.stringify(await sub.call(call, {}));
      expect(text).toContain(shopIdOf(ours, '11'));
      expect(text).not.toContain(shopIdOf(ours, '12'));
      for (const shopId of ownerOf(theirs).shopIds.values()) expect(text).not.toContain(shopId);
      const whole = JSON.stringify(await main.call(call, {}));
      expect(whole).toContain(shopIdOf(ours, '12'));
      for (const shopId of ownerOf(theirs).shopIds.values()) expect(whole).not.toContain(shopId);
    }
  });

  test('a page of messages never ends between two messages of one position', async () => {
    const main = await loggedIn('ours@x');
    const owner = ownerOf(ours);
    const conversation = listing('12', 'ties');
    const twins = [201, 202, 203, 204].map((number) => ({
      ...messageAt('12', 'ties', number, 'buyer' as const),
      position: messageAt('12', 'ties', number > 202 ? 203 : 201, 'buyer').position,
    }));
    await ingest(database.engine, ours.accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation } },
      ...twins.map((message) => ({
        kind: 'event' as const,
        owner,
        event: { kind: 'message.received' as const, message, via: 'live' as const },
      })),
    ]);
    const { ids } = await fingerprint(ours.accountId, 'ties', 'ties');
    const page = async (more: object) => {
      const answer = await main.call(CALLS.chat.messages, { conversationId: ids.conversationId, limit: '1', ...more });
      return CALLS.chat.messages.output.parse(answer.result === 'success' ? answer.data : null);
    };
    const first = await page({});
    expect([first.messages.length, first.older]).toEqual([2, 'yes']);
    const second = await page({ before: first.messages.at(-1)?.position ?? '' });
    expect(second.messages).toHaveLength(2);
  });

  test('a page of another site can neither make a call nor open the stream', async () => {
    const main = await loggedIn('ours@x');
    const answer = await main.call(CALLS.chat.markUnread, {}, { origin: 'https://evil.example' });
    expect(failAnswer.parse(answer)).toMatchObject({ code: 'origin_refused' });
  });

  test('a call may be form-encoded', async () => {
    const response = await fetch(`${web.origin}${CALLS.account.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ mobile: 'ours@x', password: 'right' }),
    });
    expect(await response.json()).toMatchObject({ result: 'success', data: { member: { username: 'ours@x' } } });
  });

  test('refusals are in the language of the request', async () => {
    const visitor = new Visitor(web.origin);
    const answer = await visitor.call(
      CALLS.account.login,
      { mobile: 'a', password: 'b' },
      { 'accept-language': 'zh-CN,en;q=0.5' },
    );
    expect(answer).toMatchObject({ result: 'fail', reason: '账号或密码错误。', code: 'wrong_account_or_password' });
  });
});

describe('the live stream', () => {
  test('a sub-account receives only its shops, and its numbers still advance', async () => {
    const sub = await loggedIn('ours:sub');
    const since = await head();
    const window = await sub.live(since);
    await say('12', 50);
    await say('11', 51);
    await window.until(({ changes }) => changes.some((change) => change.kind === 'message'));
    expect(JSON.stringify(window.frames)).not.toContain(shopIdOf(ours, '12'));
    expect(window.frames.at(-1)?.upTo).toBe(await head());
    window.close();
  });

  test('a shop that is taken away disappears from an open window, and a new one causes a resync', async () => {
    const sub = await loggedIn('ours:sub');
    const window = await sub.live(await head());
    await grant([shopIdOf(ours, '12')]);
    await window.until(({ changes }) => changes.some((change) => change.kind === 'resync'));
    expect(window.changes).toContainEqual(expect.objectContaining({ kind: 'purge', shopId: shopIdOf(ours, '11') }));
    await say('11', 60);
    await say('12', 61);
    await window.until(({ changes }) => changes.some((change) => change.kind === 'message'));
    expect(JSON.stringify(window.changes.filter((change) => change.kind !== 'purge'))).not.toContain(
      shopIdOf(ours, '11'),
    );
    await grant([shopIdOf(ours, '11')]);
    window.close();
  });

  test('a window that was away gets the missed changes in order; one too far behind is told to reload', async () => {
    const main = await loggedIn('ours@x');
    const since = await head();
    for (const number of [70, 71, 72]) await say('11', number);
    const window = await main.live(since);
    await window.until(({ frames }) => frames.at(-1)?.upTo !== undefined);
    const numbers = window.changes.map((change) => change.seq);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => since + index + 1));
    window.close();
    const ahead = await main.live((await head()) + 1_000);
    await ahead.until(({ frames }) => frames.some((frame) => frame.type === 'reload'));
    ahead.close();
  });

  const say = (shop: string, number: number) =>
    ingest(database.engine, ours.accountId, [
      {
        kind: 'event',
        owner: ownerOf(ours),
        event: { kind: 'message.received', message: messageAt(shop, `c-${shop}`, number, 'buyer'), via: 'live' },
      },
    ]);
  const grant = (shopIds: readonly ShopId[]) =>
    database.app.within(wholeAccount(ours.accountId), (transaction) =>
      setMemberShops(transaction, ours.accountId, subId, shopIds),
    );
  async function head(): Promise<number> {
    const found = await database.owner.query('select seq from account_counter where account_id = $1', [ours.accountId]);
    return Number(found.rows[0]?.seq);
  }
});

describe('secrets', () => {
  test('an envelope that was moved to another owner or field is refused', async () => {
    const [first, second] = [ownerOf(ours), ownerOf(theirs)];
    const place = (owner: OwnedConnection) => ({
      accountId: owner.accountId,
      ownerId: owner.connectionId,
      field: 'password' as const,
    });
    const read = (owner: OwnedConnection) =>
      database.engine.within(wholeAccount(owner.accountId), (transaction) =>
        database.secrets.read(transaction, place(owner)),
      );
    expect(await read(first)).toBe('password of ours@x-0');
    await database.owner.query(
      `update secret set envelope = other.envelope from secret other
       where secret.field = 'password' and other.field = 'password' and secret.owner_id <> other.owner_id`,
    );
    await expect(read(first)).rejects.toThrow(SecretRefused);
    await expect(read(second)).rejects.toThrow(SecretRefused);
  });
});

const visitors = new Map<string, Visitor>();
/** Signs in once for each name, because the desk limits login attempts. */
async function loggedIn(username: string): Promise<Visitor> {
  const known = visitors.get(username);
  if (known && known.cookie !== '') return known;
  const visitor = new Visitor(web.origin);
  visitors.set(username, visitor);
  expect(await visitor.logIn(CALLS.account.login, username, 'right')).toMatchObject({ result: 'success' });
  return visitor;
}

async function fingerprint(accountId: string, shop: string, conversation = `c-${shop}`) {
  const found = await database.owner.query(
    `select c.conversation_id, c.unread_count, c.is_pinned, c.is_marked_unread, c.seller_read_position,
       (select count(*)::int from delivery d where d.conversation_id = c.conversation_id) as deliveries,
       (select min(d.delivery_id::text) from delivery d where d.conversation_id = c.conversation_id) as delivery_id
     from conversation c where c.account_id = $1 and c.platform_conversation_id = $2`,
    [accountId, conversation],
  );
  const row = found.rows[0];
  return {
    ...row,
    ids: { conversationId: row?.conversation_id ?? '', deliveryId: row?.delivery_id ?? crypto.randomUUID() },
  };
}
