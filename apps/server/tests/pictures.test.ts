import { asDeliveryId, type ConnectionStateName, type MessageFacts, type Refusal, refusal } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionRunner } from '../src/engine/connection/runner.ts';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { dismissDelivery, retryDelivery, sendText } from '../src/features/chat/send.ts';
import { sendImage } from '../src/features/chat/send-image.ts';
import type { Member } from '../src/records/members.ts';
import type { Transaction } from '../src/storage/database.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { PictureConnector, PNG, uploadedAs } from './harness/picture-connector.ts';
import { openRunner } from './harness/runner.ts';

const PATIENT = { timeout: 15_000, interval: 20 };

let database: TestDatabase;
let tenants = 0;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(() => database.close());

/** A seller with one shop, `11`, and one conversation with a buyer's message, not served yet. */
async function enter() {
  tenants += 1;
  const tenant = await makeTenant(database, `pictures-${tenants}@x`, [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const { accountId, mainId } = tenant;
  const first = messageAt('11', 'c', 1, 'buyer');
  await ingest(database.engine, accountId, [
    { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
    { kind: 'event', owner, event: { kind: 'message.received', message: first, via: 'live' } },
  ]);
  const one = async (text: string, ...values: unknown[]) => (await database.owner.query(text, values)).rows[0];
  const { conversation_id: conversationId } = await one(
    'select conversation_id from conversation where account_id = $1',
    accountId,
  );
  const scope = { accountId, shops: 'all' as const, memberId: mainId };
  const member = { scope, view: null as never, grant: null as never } satisfies Member;
  const desk = <Value>(run: (transaction: Transaction) => Promise<Value>) => database.app.within(scope, run);
  const send = (more: object = {}) => {
    const input = { conversationId, clientId: crypto.randomUUID(), fileName: 'a.png', type: 'image/png' as const };
    return desk((transaction) =>
      sendImage({ transaction, member, now: Date.now() }, { ...input, file: PNG.toString('base64'), ...more }),
    );
  };
  const sent = async () => {
    const answer = await send();
    if (!answer.ok) throw new Error(answer.refusal.reason);
    return answer.data.delivery;
  };
  const state = (deliveryId: string) => async () =>
    (await one('select state from delivery where delivery_id = $1', deliveryId)).state as string;
  const kept = async (deliveryId: string) =>
    (await database.owner.query('select from delivery_image where delivery_id = $1', [deliveryId])).rowCount;
  return { tenant, owner, member, conversationId, desk, one, send, sent, state, kept, first };
}
type Entered = Awaited<ReturnType<typeof enter>>;

/** Serves the shop as the owner with this token; earlier owners are fenced. */
function begin({ owner, first }: Entered, connector: PictureConnector, token = 1): ConnectionRunner {
  if (!connector.histories.has('c')) connector.histories.set('c', [first]);
  connector.listed = [listing('11', 'c', { lastMessageId: first.platformMessageId, lastMessageAt: first.sentAt })];
  const served: OwnedConnection = { ...owner, token };
  const { runner, stop } = openRunner(database, served, connector);
  ended.push(stop);
  return runner;
}

async function serve(seller: Entered, connector: PictureConnector, token = 1): Promise<ConnectionRunner> {
  const runner = begin(seller, connector, token);
  const state = async () =>
    (await seller.one('select state from connection where connection_id = $1', seller.owner.connectionId))
      .state as ConnectionStateName;
  await expect.poll(state, PATIENT).toBe('live');
  return runner;
}

/** Lets another process take the connection over, as after a kill; the earlier owner is fenced. */
const takeOver = ({ owner, one }: Entered) =>
  one('update connection_lease set token = 2 where connection_id = $1', owner.connectionId);

const pictureOf = (number: number, more: Partial<MessageFacts> = {}): MessageFacts =>
  messageAt('11', 'c', number, 'seller', {
    content: {
      type: 'image',
      picture: { url: 'https://pictures.example/1.png', thumbUrl: null, width: 1, height: 1 },
      wireType: 'image',
      raw: null,
    },
    sentAt: Date.now(),
    ...more,
  });

describe('a picture that is sent', () => {
  test('is uploaded, sent once with its key, and its bytes are deleted when it is confirmed', async () => {
    const seller = await enter();
    const connector = new PictureConnector();
    const runner = await serve(seller, connector);
    const delivery = await seller.sent();
    expect(delivery).toMatchObject({
      mark: 'pending',
      content: { type: 'image', image: { fileName: 'a.png', type: 'image/png', width: 1, height: 1 } },
    });
    expect(delivery.content).not.toHaveProperty('image.digest');
    runner.wake();
    await expect.poll(seller.state(delivery.deliveryId), PATIENT).toBe('confirmed');
    expect(connector.uploads.map(({ name, type, bytes }) => [name, type, Buffer.from(bytes).equals(PNG)])).toEqual([
      ['a.png', 'image/png', true],
    ]);
    expect(connector.images).toMatchObject([
      { idempotencyKey: delivery.clientId, image: { extra: { name: '1.png' } } },
    ]);
    expect(await seller.kept(delivery.deliveryId)).toBe(0);
    const message = await seller.one('select content, author from message where client_id = $1', delivery.clientId);
    expect(message).toMatchObject({
      author: 'seller',
      content: { type: 'image', picture: { url: 'https://pictures.example/1.png' } },
    });
    expect(message.content.picture).not.toHaveProperty('extra');
  });

  test('goes out in the order in which pictures and texts were written', async () => {
    const seller = await enter();
    const connector = new PictureConnector();
    const first = await seller.sent();
    const { member, conversationId } = seller;
    const text = { conversationId, clientId: crypto.randomUUID(), text: 'as you see' };
    await seller.desk((transaction) => sendText({ transaction, member, now: Date.now() + 1 }, text));
    const order: string[] = [];
    connector.onImage = () => {
      order.push(`picture, ${connector.asked.sent.length} texts before`);
      return connector.accepts();
    };
    await serve(seller, connector);
    await expect.poll(() => connector.asked.sent.length, PATIENT).toBe(1);
    expect(order).toEqual(['picture, 0 texts before']);
    expect(await seller.state(first.deliveryId)()).toBe('confirmed');
  });

  test('is sent once when its process dies between the upload and the intent, and not uploaded again', async () => {
    const seller = await enter();
    const dying = new PictureConnector();
    dying.onUpload = async () => {
      await takeOver(seller);
      return uploadedAs('before-death.png');
    };
    const { deliveryId } = await seller.sent();
    begin(seller, dying);
    await expect
      .poll(() => seller.one('select uploaded from delivery_image where delivery_id = $1', deliveryId), PATIENT)
      .toMatchObject({ uploaded: { extra: { name: 'before-death.png' } } });
    for (const end of ended.splice(0)) await end();
    expect(await seller.state(deliveryId)()).toBe('claimed');
    expect(dying.images).toEqual([]);
    const next = new PictureConnector();
    await serve(seller, next, 2);
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('confirmed');
    expect(next.uploads).toEqual([]);
    expect(next.images.map(({ image }) => image.extra.name)).toEqual(['before-death.png']);
  });

  test('is looked for, and not sent again, when its process dies after the intent', async () => {
    const seller = await enter();
    const dying = new PictureConnector();
    dying.onImage = async () => {
      await takeOver(seller);
      return dying.accepts();
    };
    const { deliveryId, clientId } = await seller.sent();
    begin(seller, dying);
    await expect.poll(() => dying.images.length, PATIENT).toBe(1);
    for (const end of ended.splice(0)) await end();
    expect(await seller.state(deliveryId)()).toBe('intent');
    const next = new PictureConnector();
    next.histories.set('c', [pictureOf(2), seller.first]);
    await serve(seller, next, 2);
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('confirmed');
    expect(next.images).toEqual([]);
    expect(await seller.kept(deliveryId)).toBe(0);
    const message = await seller.one('select client_id from message where platform_message_id = $1', ID_OF_2);
    expect(message.client_id).toBe(clientId);
  });

  test('that no look finds is unconfirmed, and its bytes are kept until a person has dealt with it', async () => {
    const seller = await enter();
    const connector = new PictureConnector();
    connector.onImage = () => ({ kind: 'inDoubt', detail: 'the line broke' });
    const { deliveryId } = await seller.sent();
    await serve(seller, connector);
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('unconfirmed');
    expect(connector.images).toHaveLength(1);
    expect(await seller.kept(deliveryId)).toBe(1);
    const input = { deliveryId: asDeliveryId(deliveryId) };
    await seller.desk((transaction) => dismissDelivery({ transaction, member: seller.member }, input));
    expect(await seller.kept(deliveryId)).toBe(0);
  });
});

const ID_OF_2 = messageAt('11', 'c', 2, 'seller').platformMessageId;

describe('an upload', () => {
  test('that failed for a passing reason is repeated, and no message was sent meanwhile', async () => {
    const seller = await enter();
    const connector = new PictureConnector();
    connector.onUpload = (number) => {
      if (number === 1) return { ok: false, refusal: refusal('marketplace_unreachable'), canRetry: true };
      if (number === 2) throw new Error('a bug of ours');
      return uploadedAs('third.png');
    };
    const { deliveryId } = await seller.sent();
    await serve(seller, connector);
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('confirmed');
    expect(connector.uploads).toHaveLength(3);
    expect(connector.images.map(({ image }) => image.extra.name)).toEqual(['third.png']);
  });

  test.each<[Refusal, Refusal]>([
    [refusal('message_refused', 'forbidden'), refusal('picture_refused', 'forbidden')],
    [refusal('file_too_large'), refusal('file_too_large')],
  ])('that is refused with %o ends the delivery; a person’s retry uploads anew', async (told, shown) => {
    const seller = await enter();
    const connector = new PictureConnector();
    connector.onUpload = (number) =>
      number === 1 ? { ok: false, refusal: told, canRetry: false } : uploadedAs('again.png');
    const { deliveryId } = await seller.sent();
    const runner = await serve(seller, connector);
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('refused');
    const row = await seller.one(
      'select refusal_reason as reason, refusal_detail as detail from delivery where delivery_id = $1',
      deliveryId,
    );
    expect(row).toEqual(shown);
    expect(connector.images).toEqual([]);
    expect(await seller.kept(deliveryId)).toBe(1);
    const input = { deliveryId: asDeliveryId(deliveryId) };
    await seller.desk((transaction) => retryDelivery({ transaction, member: seller.member, now: Date.now() }, input));
    runner.wake();
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('confirmed');
    expect(connector.images.map(({ image }) => image.extra.name)).toEqual(['again.png']);
  });

  test('is repeated when a person retries a picture that was refused after the upload', async () => {
    const seller = await enter();
    const connector = new PictureConnector();
    const refuse = { kind: 'refused', refusal: refusal('message_refused'), next: { kind: 'stop' } } as const;
    connector.onImage = () => (connector.images.length === 1 ? refuse : connector.accepts());
    const { deliveryId } = await seller.sent();
    const runner = await serve(seller, connector);
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('refused');
    const input = { deliveryId: asDeliveryId(deliveryId) };
    await seller.desk((transaction) => retryDelivery({ transaction, member: seller.member, now: Date.now() }, input));
    runner.wake();
    await expect.poll(seller.state(deliveryId), PATIENT).toBe('confirmed');
    expect(connector.images.map(({ image }) => image.extra.name)).toEqual(['1.png', '2.png']);
  });
});

describe('a picture whose key is not echoed', () => {
  /** A picture in doubt, and a function that delivers messages to the ingest. */
  async function doubted(more: object = {}) {
    const seller = await enter();
    const { deliveryId } = await seller.sent();
    await seller.one(
      `update delivery set state = 'doubted', attempt = 1, intent_at = $2, look_until = $3 where delivery_id = $1`,
      deliveryId,
      Date.now(),
      Date.now() + 60_000,
    );
    await seller.one('update delivery_image set uploaded = $2 where delivery_id = $1', deliveryId, more);
    const take = (...messages: MessageFacts[]) =>
      ingest(
        database.engine,
        seller.tenant.accountId,
        messages.map((message) => ({
          kind: 'event' as const,
          owner: seller.owner,
          event: { kind: 'message.received' as const, message, via: 'history' as const },
        })),
      );
    return { ...seller, state: seller.state(deliveryId), take };
  }

  test('is recognised in a picture of the shop, and in no other message', async () => {
    const { state, take, first } = await doubted();
    const text = { content: { type: 'text' as const, text: '' }, sentAt: Date.now() };
    await take(
      messageAt('11', 'c', 3, 'seller', text),
      pictureOf(4, { author: 'buyer' }),
      pictureOf(5, { sentAt: Date.now() - 3_600_000 }),
      pictureOf(0, { sentAt: Date.now() }),
    );
    expect(first.position > pictureOf(0).position).toBe(true);
    expect(await state()).toBe('doubted');
    await take(pictureOf(6));
    expect(await state()).toBe('confirmed');
  });

  test('is recognised in a picture whose details could not be read', async () => {
    const { state, take } = await doubted();
    const content = { type: 'placeholder' as const, kind: 'image' as const, wireType: 'image', raw: {} };
    await take(pictureOf(6, { content }));
    expect(await state()).toBe('confirmed');
  });

  test('is matched by the address of its upload, when there are several', async () => {
    const { take, one, tenant } = await doubted({ url: 'https://pictures.example/mine.png' });
    const mine = pictureOf(8);
    if (mine.content.type !== 'image') throw new Error('no picture');
    const picture = { ...mine.content.picture, url: 'https://pictures.example/mine.png' };
    await take(pictureOf(7), { ...mine, content: { ...mine.content, picture } });
    const linked = await one(
      'select platform_message_id from message where account_id = $1 and client_id is not null',
      tenant.accountId,
    );
    expect(linked.platform_message_id).toBe(mine.platformMessageId);
  });
});

describe('a file that is given as a picture', () => {
  test('gets the first delivery again for the same file, and a refusal for another', async () => {
    const seller = await enter();
    const clientId = crypto.randomUUID();
    const first = await seller.send({ clientId });
    const again = await seller.send({ clientId });
    expect(again).toEqual(first);
    const other = Buffer.concat([PNG, Buffer.from('!')]).toString('base64');
    expect(await seller.send({ clientId, file: other })).toMatchObject({ refusal: { reason: 'invalid_request' } });
    const { member, conversationId } = seller;
    const text = await seller.desk((transaction) =>
      sendText({ transaction, member, now: Date.now() }, { conversationId, clientId, text: 'hello' }),
    );
    expect(text).toMatchObject({ refusal: { reason: 'invalid_request' } });
  });

  test.each([
    ['file_unsupported', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
    ['file_unsupported', Buffer.from('GIF89a')],
    ['file_unsupported', PNG.subarray(0, 12)],
    ['file_unsupported', Buffer.alloc(0)],
    ['file_too_large', Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)])],
  ])('is refused with %s when its bytes say so', async (reason, bytes) => {
    const seller = await enter();
    expect(await seller.send({ file: bytes.toString('base64') })).toMatchObject({ refusal: { reason } });
    expect(await seller.send({ type: 'image/jpeg' })).toMatchObject({ refusal: { reason: 'file_unsupported' } });
  });
});
