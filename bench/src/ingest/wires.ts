import { asPlatformShopId } from '@pasar/domain';
import { decodeFrame, encodePushFrame, responseIn } from '@pasar/im-protocol';
import { ingest } from '../../../apps/server/src/engine/ingest/ingest.ts';
import type { IngestItem, OwnedConnection } from '../../../apps/server/src/engine/ingest/types.ts';
import { makeTenant, type TestDatabase } from '../../../apps/server/tests/harness/database.ts';
import { fromWirePush } from '../../../packages/connectors/tiktok/src/chat/push.ts';

export const SHOPS = 50;
export const CONVERSATIONS = 40;
const PER_CONVERSATION = 10;
export const MESSAGES = SHOPS * CONVERSATIONS * PER_CONVERSATION;
export interface Wire {
  readonly owner: OwnedConnection;
  readonly shop: string;
  readonly frame: Uint8Array;
}

export async function prepare(database: TestDatabase, name: string) {
  const shops = Array.from({ length: SHOPS }, (_, index) => [String(7_000_000_000_000_000_000n + BigInt(index))]);
  const tenant = await makeTenant(database, name, shops);
  const owners = new Map(tenant.connections.map((owner) => [[...owner.shopIds.keys()][0] as string, owner]));
  const wires: Wire[] = [];
  for (const [shop, owner] of owners) {
    const listings: IngestItem[] = Array.from({ length: CONVERSATIONS }, (_, index) => ({
      kind: 'event',
      owner,
      event: { kind: 'conversation.listed', conversation: listingOf(shop, index) },
    }));
    await ingest(database.engine, tenant.accountId, listings);
  }
  // A database that has run for a minute has statistics, so every contender gets them.
  await database.owner.query('analyze');
  for (let number = 0; number < PER_CONVERSATION; number += 1) {
    for (let index = 0; index < CONVERSATIONS; index += 1) {
      for (const [shop, owner] of owners) wires.push({ owner, shop, frame: frameOf(shop, index, number) });
    }
  }
  return { tenant, wires };
}

const conversationId = (shop: string, index: number) => String(BigInt(shop) * 1n + 1_000_000n * BigInt(index + 1));

const listingOf = (shop: string, index: number) => ({
  platformShopId: asPlatformShopId(shop),
  platformConversationId: conversationId(shop, index) as never,
  buyer: { buyerId: '8000000000000000001' as never, name: `ผู้ซื้อ ${index}`, avatarUrl: null },
  status: 'activated' as const,
  isPinned: null,
  isMuted: null,
  isFavorite: null,
  unreadCount: null,
  lastMessageId: null,
  lastMessageAt: null,
  sellerReadPosition: null,
  buyerReadPosition: null,
  address: {},
});

let sequence = 0;
function frameOf(shop: string, index: number, number: number): Uint8Array {
  sequence += 1;
  const id = conversationId(shop, index);
  const at = 1_760_000_000_000 + number * 60_000;
  return encodePushFrame(
    { seqid: BigInt(sequence), nowMs: at, service: 10_002, method: 1, headers: {} },
    {
      hasNewMessageNotify: {
        conversationId: id,
        conversationType: 2,
        notifyType: 1,
        message: {
          conversationId: id,
          conversationType: 2,
          serverMessageId: 7_400_000_000_000_000_000n + BigInt(sequence),
          indexInConversation: BigInt(at) * 1_000n + BigInt(number),
          conversationShortId: BigInt(id),
          messageType: 1_000,
          sender: 8_000_000_000_000_000_001n,
          content: 'สินค้ายังมีอยู่ไหมคะ ขอสอบถามไซซ์ค่ะ Is it still available?',
          ext: {
            type: 'text',
            sender_role: '1',
            PIGEON_BIZ_TYPE: '1',
            shop_region: 'TH',
            'a:user_language': 'th',
            uname: 'ผู้ซื้อ',
          },
          createTime: BigInt(at),
        },
      },
    },
    `log-${sequence}`,
    'pb',
  );
}

export function itemsOf({ owner, shop, frame }: Wire): IngestItem[] {
  const notify = responseIn(decodeFrame(frame)).body?.hasNewMessageNotify;
  if (!notify?.message) throw new Error('no message in the frame');
  const facts = {
    platformShopId: asPlatformShopId(shop),
    name: shop,
    country: 'TH' as const,
    userId: null,
    isCb: false,
    merchantId: null,
    accountId: null,
  };
  const access = { facts, region: 'TH', pigeonShopId: shop, pigeonCid: '1' };
  const reading = fromWirePush(notify.message, access, () => true);
  if (reading.kind !== 'events') throw new Error(`not an event: ${reading.kind}`);
  return reading.events.map((event) => ({ kind: 'event', owner, event }));
}
