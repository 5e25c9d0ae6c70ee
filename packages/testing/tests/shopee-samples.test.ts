/**
 * The simulator's answers have the keys and types of the connector's samples, so that simulator and connector cannot
 * both rely on the same invented shape.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { HttpBody } from '@pasar/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Browser, CHAT_LOGIN, Chatter, CNSC, parseJson, ShopeeSite, switchShop } from './shopee-site.ts';

const SAMPLES = new URL('../../connectors/shopee/samples/', import.meta.url);
const sampleSchema = z.object({ optional: z.array(z.string()).default([]), wire: z.unknown() });
const readSample = (name: string) =>
  sampleSchema.parse(parseJson(readFileSync(new URL(`${name}.json`, SAMPLES), 'utf8')));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const typeOf = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'bigint' ? 'number' : Array.isArray(value) ? 'list' : typeof value;

/**
 * The content of a card depends on the kind beside it, so it is only compared when answer and sample have the same
 * kind.
 */
const KIND_BESIDE: Readonly<Record<string, string>> = {
  content: 'type',
  latest_message_content: 'latest_message_type',
};

/**
 * Paths where the answer has another type than the sample, or other keys. Rows of a list are compared with the sample's
 * rows.
 */
function differences(actual: unknown, sample: unknown, optional: readonly string[], path = ''): readonly string[] {
  if (typeOf(actual) !== typeOf(sample)) return [`${path}: ${typeOf(actual)} instead of ${typeOf(sample)}`];
  if (Array.isArray(actual) && Array.isArray(sample)) {
    return actual.flatMap((row, index) => differences(row, rowLike(row, index, sample), optional, `${path}[]`));
  }
  if (!isRecord(actual) || !isRecord(sample)) return [];
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  return [...new Set([...Object.keys(actual), ...Object.keys(sample)])].flatMap((key) => {
    if (!(key in actual)) return optional.includes(at(key)) ? [] : [`${at(key)}: missing`];
    if (!(key in sample)) return optional.includes(at(key)) ? [] : [`${at(key)}: not in the sample`];
    const kind = KIND_BESIDE[key];
    if (kind !== undefined && actual[kind] !== sample[kind]) return [];
    return differences(actual[key], sample[key], optional, at(key));
  });
}

/**
 * An event frame is a tuple. A row of a list is compared with the sample row of the same message type, else with the
 * first.
 */
function rowLike(row: unknown, index: number, rows: readonly unknown[]): unknown {
  if (typeof rows[0] === 'string') return rows[index];
  const type = isRecord(row) ? row.type : undefined;
  return rows.find((each) => isRecord(each) && type !== undefined && each.type === type) ?? rows[0];
}

const json = (value: unknown): HttpBody => ({ type: 'json', value });
const none = { identifier: 'nobody', password: 'nothing' };

let site: ShopeeSite;
beforeAll(async () => {
  site = await ShopeeSite.open(60_000);
});
afterAll(() => site.close());

async function merchantBrowser(): Promise<Browser> {
  const browser = site.browser();
  await browser.logIn(`${CNSC}/login/`, site.login('merchant'));
  return browser;
}
async function sellerBrowser(): Promise<Browser> {
  const browser = site.browser();
  await browser.logIn('/api/v2/login/', site.login('shop'));
  return browser;
}

/** The first frame, and the payloads of the next events; `act` causes the events. */
async function listen(act: (chatter: Chatter) => Promise<unknown>, count: number): Promise<readonly unknown[]> {
  const chatter = await Chatter.enter(site, 'shop');
  const stream = await chatter.listen();
  await act(chatter);
  const events = await stream.waitForEvents(count);
  stream.socket.close();
  return [parseJson((stream.frames[0] ?? '').slice(1)), ...events];
}

async function postThree(chatter: Chatter): Promise<void> {
  for (const text of ['one', 'two', 'three']) await site.control.post(chatter.place(1), text);
}
/** Three forms take turns, so this listens to three pushes and picks the wanted form. */
async function pushOfForm(form: 'text' | 'object' | 'data'): Promise<unknown> {
  const pushes = (await listen(postThree, 3)).slice(1);
  return pushes.find((push) => {
    const envelope = Array.isArray(push) && isRecord(push[1]) ? push[1] : {};
    if ('data' in envelope) return form === 'data';
    return form === (typeof envelope.message_content === 'string' ? 'text' : 'object');
  });
}
/** A push in the sample's form: the content as an object. */
function unfolded(push: unknown): unknown {
  if (!Array.isArray(push) || !isRecord(push[1])) return push;
  const envelope = isRecord(push[1].data) ? push[1].data : push[1];
  const { message_content: content } = envelope;
  return [push[0], { ...envelope, message_content: typeof content === 'string' ? parseJson(content) : content }];
}
const pushOf = async (act: (chatter: Chatter) => Promise<unknown>): Promise<unknown> =>
  unfolded((await listen(act, 1))[1]);

/** How to get the answer for each sample. */
const ASK: Readonly<Record<string, () => Promise<unknown>>> = {
  'login-success': async () => (await site.browser().logIn('/api/v2/login/', site.login('shop'))).json,
  'login-refused': async () => (await site.browser().logIn('/api/v2/login/', none)).json,
  'login-not-logged-in': async () => (await site.browser().call('GET', '/api/v2/login/')).json,
  'cnsc-login-success': async () => (await site.browser().logIn(`${CNSC}/login/`, site.login('merchant'))).json,
  'cnsc-token-not-found': async () => (await site.browser().call('GET', `${CNSC}/get_session/`)).json,
  'cnsc-session': async () => (await (await merchantBrowser()).call('GET', `${CNSC}/get_session/`)).json,
  'cnsc-merchant-list': async () => (await (await merchantBrowser()).call('GET', `${CNSC}/get_merchant_list/`)).json,
  'cnsc-merchant-shop-list': async () =>
    (await (await merchantBrowser()).call('GET', `${CNSC}/get_merchant_shop_list/`)).json,
  'cnsc-switched': async () => (await switchShop(await merchantBrowser(), site.login('merchant'))).json,
  'get-shop': async () => (await (await sellerBrowser()).call('GET', '/api/v3/general/get_shop/')).json,
  'chat-login': async () => (await (await sellerBrowser()).call('POST', CHAT_LOGIN, { body: json({}) })).json,
  'chat-token-not-found': async () => (await site.browser().call('POST', CHAT_LOGIN, { body: json({}) })).json,
  'chat-unauthorized': async () => (await Chatter.enter(site, 'shop')).get('user/sync', { _uid: '0-1' }),
  conversations: async () => (await Chatter.enter(site, 'shop')).get('conversations'),
  'subaccount-conversations': async () => (await Chatter.enter(site, 'merchant')).get('subaccount/conversations'),
  'unread-count': async () => (await Chatter.enter(site, 'shop')).get('conversation/unread-count'),
  'user-sync': async () => (await Chatter.enter(site, 'shop')).get('user/sync'),
  'shop-list': async () => (await Chatter.enter(site, 'merchant')).get('shop_list'),
  redirection: async () => {
    const chatter = await Chatter.enter(site, 'shop');
    return chatter.post('conversation/redirection', { user_id: chatter.place(0).buyerId });
  },
  'image-uploaded': async () => {
    const chatter = await Chatter.enter(site, 'shop');
    const { conversationId } = await site.control.conversation(chatter.place(0));
    const form = new FormData();
    form.append('conversation_id', conversationId);
    form.append('file', new Blob([new Uint8Array([1])], { type: 'image/png' }), 'a.png');
    const encoded = new Response(form);
    const contentType = encoded.headers.get('content-type') ?? '';
    const bytes = new Uint8Array(await encoded.arrayBuffer());
    return (await chatter.ask('POST', 'images', { body: { type: 'bytes', bytes, contentType } })).json;
  },
  'message-shortcut-groups': async () => (await Chatter.enter(site, 'shop')).get('message_shortcuts/groups'),
  'local-shop-info': async () => (await (await sellerBrowser()).call('GET', '/api/selleraccount/shop_info/')).json,
  messages: async () => {
    const chatter = await Chatter.enter(site, 'shop');
    const rows = z.array(z.looseObject({ id: z.string() })).parse(await chatter.get('conversations'));
    const lists = await Promise.all(
      rows.map(({ id }) => chatter.get(`conversations/${id}/messages`, { offset: '0', limit: '50' })),
    );
    return lists.flatMap((list) => z.array(z.unknown()).parse(list));
  },
  'message-sent': async () => {
    const chatter = await Chatter.enter(site, 'shop');
    return chatter.send(chatter.place(0));
  },
  'send-conversation-closed': async () => {
    const chatter = await Chatter.enter(site, 'shop');
    await site.control.setStatus(chatter.place(2), 'closed');
    return chatter.send(chatter.place(2));
  },
  'push-message-text': () => pushOfForm('text'),
  'push-message-object': () => pushOfForm('object'),
  'push-message-under-data': () => pushOfForm('data'),
  'push-read': async () => {
    // The buyer has something to read.
    const writer = await Chatter.enter(site, 'shop');
    await writer.send(writer.place(3));
    return pushOf((chatter) => site.control.read(chatter.place(3), 'buyer'));
  },
  'push-pin': () =>
    pushOf(async (chatter) => {
      const { conversationId } = await site.control.conversation(chatter.place(4));
      await chatter.put(`conversations/${conversationId}/pin`);
    }),
  'push-status': () => pushOf((chatter) => site.control.setStatus(chatter.place(5), 'closed')),
  'engine-open': async () => (await listen(async () => undefined, 0))[0],
};

/** A second form of the list that one client reads; the simulator answers the first form. */
const NOT_TOLD = ['cnsc-merchant-shop-list-data'];

describe('the simulator answers in the shape of the samples', () => {
  it('covers every sample', () => {
    const names = readdirSync(SAMPLES).flatMap((file) => (file.endsWith('.json') ? file.slice(0, -5) : []));
    expect([...Object.keys(ASK), ...NOT_TOLD].sort()).toEqual(names.sort());
  });
  for (const [name, ask] of Object.entries(ASK)) {
    it(name, async () => {
      const { wire, optional } = readSample(name);
      const actual = await ask();
      expect(actual).toBeDefined();
      expect([...new Set(differences(actual, wire, optional))]).toEqual([]);
      if (Array.isArray(wire)) expect(actual).not.toEqual([]);
    });
  }
});
