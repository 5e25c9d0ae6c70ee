import { crc32 } from 'node:zlib';
import { CALLS, type DeliveryView, deliveryMediaPath } from '@pasar/api';
import { OWN_LIMITS, refusal, SCREEN_LIMITS, VIDEO_LIMITS } from '@pasar/domain';
import { SAMPLE_VIDEO, sampleVideoOf } from '@pasar/simulator';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import type { OwnedConnection } from '../src/engine/ingest/types.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { JPEG, PictureConnector } from './harness/picture-connector.ts';
import { openRunner } from './harness/runner.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const { beginVideo, putVideoPart, sendVideo, cancelVideo, resendVideo } = CALLS.chat;
const PART = SCREEN_LIMITS.videoPartBytes;
const PATIENT = { timeout: 15_000, interval: 20 };
/** Three parts, the last of which is short. */
const FILM = sampleVideoOf(2 * PART + 1_000);

let database: TestDatabase;
let web: TestWeb;
let tenants = 0;
let seller: Seller;
const ended: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  web = await openTestWeb(database);
});
beforeEach(async () => {
  seller = await Seller.enter();
});
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(async () => {
  await web.close();
  await database.close();
});

/** A seller at Shopee with one conversation, and a second member who does not see the shop. */
class Seller {
  static async enter(): Promise<Seller> {
    tenants += 1;
    const name = `videos-${tenants}@x`;
    const blind = {
      username: `${name}:blind`,
      password: 'right',
      name: 'blind',
      permissionCodeList: ['chat' as const],
    };
    const tenant = await makeTenant(database, name, [['11']], [{ ...blind, shops: [] }]);
    const [owner] = tenant.connections as [OwnedConnection];
    await ingest(database.engine, tenant.accountId, [
      { kind: 'event', owner, event: { kind: 'conversation.listed', conversation: listing('11', 'c') } },
      {
        kind: 'event',
        owner,
        event: { kind: 'message.received', message: messageAt('11', 'c', 1, 'buyer'), via: 'live' },
      },
    ]);
    const found = await database.owner.query<{ conversation_id: string }>(
      'select conversation_id from conversation where account_id = $1',
      [tenant.accountId],
    );
    const visitor = new Visitor(web.origin);
    await visitor.logIn(CALLS.account.login, name, 'right');
    return new Seller(name, owner, found.rows[0]?.conversation_id ?? '', visitor);
  }
  readonly clientId = crypto.randomUUID();
  readonly name: string;
  readonly owner: OwnedConnection;
  readonly conversationId: string;
  readonly visitor: Visitor;
  constructor(name: string, owner: OwnedConnection, conversationId: string, visitor: Visitor) {
    this.name = name;
    this.owner = owner;
    this.conversationId = conversationId;
    this.visitor = visitor;
  }

  begin(film = FILM, more: object = {}, visitor = this.visitor) {
    const { conversationId, clientId } = this;
    const video = { fileName: 'a.mp4', bytes: film.length, width: 320, height: 180, durationSeconds: 4.2, ...more };
    return visitor.call(beginVideo, { conversationId, clientId, video, cover: JPEG.toString('base64') });
  }

  part(number: number, film = FILM, visitor = this.visitor) {
    const bytes = film.subarray(number * PART, (number + 1) * PART);
    return visitor.call(putVideoPart, {
      clientId: this.clientId,
      offset: number * PART,
      part: bytes.toString('base64'),
      checksum: crc32(bytes),
    });
  }

  send = () => this.visitor.call(sendVideo, { conversationId: this.conversationId, clientId: this.clientId });

  async sent(film = FILM): Promise<DeliveryView> {
    await this.begin(film);
    for (let number = 0; number * PART < film.length; number += 1) await this.part(number, film);
    const answer = await this.send();
    if (answer.result !== 'success') throw new Error(answer.reason);
    return sendVideo.output.parse(answer.data).delivery;
  }

  async rows(text: string, ...values: unknown[]) {
    return (await database.owner.query(text, values)).rows;
  }
  /** The numbers of videos and of parts that are stored for the account. */
  async kept(): Promise<readonly [number, number]> {
    const [row] = await this.rows(
      `select (select count(*)::int from outgoing_video where account_id = $1) as videos,
         (select count(*)::int from outgoing_video_part where account_id = $1) as parts`,
      this.owner.accountId,
    );
    return [row.videos, row.parts];
  }
  state = async ({ clientId }: Pick<DeliveryView, 'clientId'>): Promise<string> =>
    (await this.rows('select state from delivery where client_id = $1', clientId))[0]?.state;

  /** Serves the shop; an earlier owner is fenced. */
  begins(connector: PictureConnector, token = 1): void {
    const first = messageAt('11', 'c', 1, 'buyer');
    connector.histories.set('c', connector.histories.get('c') ?? [first]);
    connector.listed = [listing('11', 'c', { lastMessageId: first.platformMessageId, lastMessageAt: first.sentAt })];
    const { stop } = openRunner(database, { ...this.owner, token }, connector);
    ended.push(stop);
  }

  async serve(connector: PictureConnector, token = 1): Promise<void> {
    this.begins(connector, token);
    const { connectionId } = this.owner;
    await expect
      .poll(
        async () => (await this.rows('select state from connection where connection_id = $1', connectionId))[0].state,
        PATIENT,
      )
      .toBe('live');
  }
}

const taken = (received: number) => ({ result: 'success', data: { received } });

describe('a video that is sent', () => {
  test('comes in parts, goes on where it was cut off, and is sent once with its key', async () => {
    expect(await seller.begin()).toEqual(taken(0));
    expect(await seller.part(0)).toEqual(taken(PART));
    // The line was cut: the window asks how far it has come. A part that arrives again changes nothing.
    expect(await seller.begin()).toEqual(taken(PART));
    expect(await seller.part(0)).toEqual(taken(PART));
    // A part that came before its turn counts when the gap is closed.
    expect(await seller.part(2)).toEqual(taken(PART));
    expect(await seller.send()).toMatchObject({ result: 'fail', code: 'invalid_request' });
    expect(await seller.part(1)).toEqual(taken(FILM.length));
    const answer = await seller.send();
    if (answer.result !== 'success') throw new Error(answer.reason);
    const { delivery } = sendVideo.output.parse(answer.data);
    expect(delivery).toMatchObject({
      mark: 'pending',
      content: { type: 'video', video: { fileName: 'a.mp4', bytes: FILM.length, durationSeconds: 4.2 } },
    });
    expect(await seller.send()).toEqual(answer);
    expect(await seller.begin()).toEqual(taken(FILM.length));
    const shown = await fetch(`${web.origin}${deliveryMediaPath(delivery.deliveryId)}`, {
      headers: { cookie: seller.visitor.cookie },
    });
    expect(Buffer.from(await shown.arrayBuffer()).equals(JPEG)).toBe(true);

    const connector = new PictureConnector();
    await seller.serve(connector);
    await expect.poll(() => seller.state(delivery), PATIENT).toBe('confirmed');
    expect(connector.videoFiles.map(({ name, bytes, cover }) => [name, FILM.equals(bytes), cover?.type])).toEqual([
      ['a.mp4', true, 'image/jpeg'],
    ]);
    expect(connector.videos).toMatchObject([{ idempotencyKey: delivery.clientId, video: { vid: '1' } }]);
    expect(await seller.kept()).toEqual([0, 0]);
    const [message] = await seller.rows('select content from message where client_id = $1', delivery.clientId);
    expect(message.content).toMatchObject({
      type: 'video',
      video: { url: 'https://videos.example/1.mp4', width: 320, durationSeconds: 4.2 },
    });
  });

  test('is answered for while the engine settles it, which locks the delivery and then the video', async () => {
    const { deliveryId } = await seller.sent();
    await database.owner.query('begin');
    try {
      await database.owner.query('select 1 from delivery where delivery_id = $1 for update', [deliveryId]);
      expect(await seller.send()).toMatchObject({ result: 'success', data: { delivery: { deliveryId } } });
      await database.owner.query('delete from outgoing_video where delivery_id = $1', [deliveryId]);
    } finally {
      await database.owner.query('rollback');
    }
  });

  test('is sent once when its process dies between the upload and the intent, and not uploaded again', async () => {
    const delivery = await seller.sent();
    const dying = new PictureConnector();
    dying.onVideoUpload = async () => {
      await seller.rows('update connection_lease set token = 2 where connection_id = $1', seller.owner.connectionId);
      return { ok: true, value: { vid: 'early', url: 'https://videos.example/e.mp4', coverUrl: null, isReady: true } };
    };
    seller.begins(dying);
    await expect.poll(() => dying.videoFiles.length, PATIENT).toBe(1);
    // The heir comes when the lease has moved and the dying process has ended, as after a kill.
    for (const end of ended.splice(0)) await end();
    expect(await seller.state(delivery)).toBe('claimed');
    const heir = new PictureConnector();
    await seller.serve(heir, 2);
    await expect.poll(() => seller.state(delivery), PATIENT).toBe('confirmed');
    expect([dying.videos.length, heir.videos.length, heir.videoFiles.length]).toEqual([0, 1, 0]);
    expect(heir.videos[0]?.video.vid).toBe('early');
  });

  test('stays in doubt without an answer; a new message takes its bytes over, and is answered once', async () => {
    const delivery = await seller.sent();
    const connector = new PictureConnector();
    connector.onVideo = () =>
      connector.videos.length === 1 ? { kind: 'inDoubt', detail: 'cut' } : connector.accepts();
    await seller.serve(connector);
    await expect.poll(() => seller.state(delivery), PATIENT).toBe('unconfirmed');
    const clientId = crypto.randomUUID();
    const again = await seller.visitor.call(resendVideo, { deliveryId: delivery.deliveryId, clientId });
    expect(again).toMatchObject({ result: 'success', data: { delivery: { clientId, content: delivery.content } } });
    await expect.poll(() => seller.state({ clientId }), PATIENT).toBe('confirmed');
    expect(await seller.state(delivery)).toBe('dismissed');
    expect(connector.videos.map(({ idempotencyKey }) => idempotencyKey)).toEqual([delivery.clientId, clientId]);
    const repeated = await seller.visitor.call(resendVideo, { deliveryId: delivery.deliveryId, clientId });
    expect(repeated).toMatchObject({ result: 'success', data: { delivery: { clientId } } });
    expect(await seller.kept()).toEqual([0, 0]);
  });

  test('that the marketplace refuses says so of the video, and keeps its bytes for another try', async () => {
    const delivery = await seller.sent();
    const connector = new PictureConnector();
    connector.onVideo = () => ({ kind: 'refused', refusal: refusal('message_refused', 'no'), next: { kind: 'stop' } });
    await seller.serve(connector);
    await expect.poll(() => seller.state(delivery), PATIENT).toBe('refused');
    const [row] = await seller.rows('select refusal_reason from delivery where client_id = $1', delivery.clientId);
    expect(row.refusal_reason).toBe('video_refused');
    expect(await seller.kept()).toEqual([1, 3]);
    await seller.visitor.call(CALLS.chat.dismissDelivery, { deliveryId: delivery.deliveryId });
    expect(await seller.kept()).toEqual([0, 0]);
  });
});

describe('a video is refused before it leaves, and nothing of it is kept', () => {
  const most = VIDEO_LIMITS.shopee ?? { maxBytes: 0, maxSeconds: 0 };
  test.each([
    ['too large', { bytes: most.maxBytes + 1 }, 'video_too_large'],
    ['too long', { durationSeconds: most.maxSeconds + 1 }, 'video_too_long'],
  ])('when it is %s', async (_why, more, code) => {
    expect(await seller.begin(FILM, more)).toMatchObject({ result: 'fail', code });
    expect(await seller.kept()).toEqual([0, 0]);
  });

  test('at a marketplace without videos', async () => {
    await seller.rows("update shop set marketplace = 'lazada' where account_id = $1", seller.owner.accountId);
    expect(await seller.begin()).toMatchObject({ result: 'fail', code: 'invalid_request' });
  });

  test.each([
    ['no video', Buffer.alloc(9_000, 1), 'video_unsupported'],
    ['cut off', SAMPLE_VIDEO.subarray(0, 6_000), 'video_damaged'],
  ])('when the file is %s, which only its bytes tell', async (_why, film, code) => {
    await seller.begin(film);
    await seller.part(0, film);
    expect(await seller.send()).toMatchObject({ result: 'fail', code });
    expect(await seller.kept()).toEqual([0, 0]);
  });

  test('a part that was changed on its way, or that is no part, is not taken', async () => {
    await seller.begin();
    const part = FILM.subarray(0, PART).toString('base64');
    const { clientId, visitor } = seller;
    expect(await visitor.call(putVideoPart, { clientId, offset: 0, part, checksum: 1 })).toEqual(taken(0));
    const checksum = crc32(FILM.subarray(0, PART));
    const crooked = await visitor.call(putVideoPart, { clientId, offset: 5, part, checksum });
    expect(crooked).toMatchObject({ result: 'fail', code: 'invalid_request' });
    expect(await seller.kept()).toEqual([1, 0]);
  });

  test('another file under the same client id, and another person', async () => {
    await seller.begin();
    expect(await seller.begin(FILM, { bytes: 9_000 })).toMatchObject({ result: 'fail', code: 'invalid_request' });
    const blind = new Visitor(web.origin);
    await blind.logIn(CALLS.account.login, `${seller.name}:blind`, 'right');
    const stranger = (await Seller.enter()).visitor;
    for (const other of [blind, stranger]) {
      expect(await seller.begin(FILM, {}, other)).toMatchObject({ result: 'fail', code: 'not_found' });
      expect(await seller.part(0, FILM, other)).toMatchObject({ result: 'fail', code: 'video_lost' });
    }
    expect(await seller.kept()).toEqual([1, 0]);
  });

  test('when too many are under way; those of automatic answers do not count', async () => {
    const put = (memberId: string | null) =>
      seller.rows(
        `insert into outgoing_video (account_id, shop_id, conversation_id, member_id, client_id, video, touched_at)
           select account_id, shop_id, conversation_id, $3, gen_random_uuid(), '{}', 1 from conversation,
             generate_series(1, $2) where account_id = $1`,
        seller.owner.accountId,
        OWN_LIMITS.videosUnderWay,
        memberId,
      );
    const memberId = crypto.randomUUID();
    await put(null);
    await put(memberId);
    expect(await seller.begin()).toMatchObject({ result: 'fail', code: 'videos_too_many' });
    await seller.rows('delete from outgoing_video where member_id = $1', memberId);
    expect(await seller.begin()).toEqual(taken(0));
  });
});

test('a cancelled video is never sent, whatever of it arrives later; one that is on its way is not cancelled', async () => {
  const { clientId, visitor } = seller;
  await seller.begin();
  await seller.part(0);
  expect(await visitor.call(cancelVideo, { clientId })).toMatchObject({ result: 'success' });
  const lost = { result: 'fail', code: 'video_lost' };
  expect(await seller.begin()).toMatchObject(lost);
  expect(await seller.part(1)).toMatchObject(lost);
  expect(await seller.send()).toMatchObject(lost);
  expect(await seller.kept()).toEqual([1, 0]);
  const other = await Seller.enter();
  await other.sent();
  const late = await other.visitor.call(cancelVideo, { clientId: other.clientId });
  expect(late).toMatchObject({ result: 'fail', code: 'video_on_its_way' });
});
