/** The chat pages' JSON calls under /chat/api/seller/ and the shop list of the newer generation (facts 3.2). */
import { z } from 'zod';
import type { Provenance } from '../world/types.ts';
import type { ChatCall } from './chat-call.ts';
import { closeConversation, restartConversation } from './closing.ts';
import { BIZ_SERVICE_ID, conversationOf } from './context.ts';
import { CODES, type Envelope, failure, success } from './envelope.ts';
import { historyConversations, historyMessages } from './history-api.ts';
import { CAN_NOT_SEND, isOutOfReach } from './send-limits.ts';
import { pigeonCidOf, pigeonShopIdOf } from './shops.ts';

export interface ChatEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly provenance: Provenance;
  readonly answer: (call: ChatCall) => Envelope;
}

export const CHAT_ENDPOINTS: readonly ChatEndpoint[] = [
  { method: 'GET', path: '/chat/api/seller/getShopAndCsInfo', provenance: 'seen', answer: shopAndCsInfo },
  { method: 'GET', path: '/chat/api/seller/token', provenance: 'seen', answer: token },
  { method: 'GET', path: '/api/v1/shop_im/multi_shop/user/get_info_list', provenance: 'seen', answer: shopList },
  { method: 'GET', path: '/chat/api/seller/getHistoryConversation', provenance: 'ours', answer: historyConversations },
  { method: 'GET', path: '/chat/api/seller/getHistoryMsg', provenance: 'ours', answer: historyMessages },
  { method: 'POST', path: '/chat/api/seller/getUserInfo', provenance: 'ours', answer: userInfo },
  { method: 'POST', path: '/chat/api/seller/mgetConversationMetaInfo', provenance: 'ours', answer: metaInfo },
  { method: 'POST', path: '/chat/api/seller/msetConversationMetaInfo', provenance: 'ours', answer: setMetaInfo },
  { method: 'POST', path: '/chat/api/seller/createGroupChat', provenance: 'ours', answer: createGroupChat },
  { method: 'POST', path: '/chat/api/seller/closeConversation', provenance: 'ours', answer: closeConversation },
  { method: 'POST', path: '/chat/api/seller/restartConversation', provenance: 'ours', answer: restartConversation },
];

function shopAndCsInfo({ shop }: ChatCall): Envelope {
  return success({
    shopName: shop.name,
    pigeonShopId: pigeonShopIdOf(shop),
    shopLogo: '',
    shopRegion: shop.country,
    regionCode: shop.country,
    outerShopId: shop.shopId,
    shopTimezone: 'UTC',
    customerServiceType: 1,
    customerServiceInfo: {
      pigeonCid: pigeonCidOf(shop),
      outerCid: shop.userId,
      screenName: shop.name,
      avatarUrl: '',
      lang: 'en',
      status: 1,
    },
  });
}

function token({ context, login, shop }: ChatCall): Envelope {
  return success({
    token: context.accounts.issueToken(login, shop),
    env: 'prod',
    pigeonCid: pigeonCidOf(shop),
    idcRegion: 'sim',
    wsUrl: context.wsUrl(),
    bizServiceId: BIZ_SERVICE_ID,
    apiUrl: context.apiUrl(),
  });
}

function shopList({ context, login }: ChatCall): Envelope {
  return success({
    shop_infos: context.accounts.shopsOf(login).map((shop) => ({
      outer_shop_id: shop.shopId,
      im_shop_id: pigeonShopIdOf(shop),
      shop_region: shop.country,
      // Ours: the owner of a cross-border login's shops.
      ...(login.kind === 'merchant' ? { global_seller_id: login.loginId } : {}),
    })),
  });
}

const pigeonUids = z.object({ pigeonUidList: z.array(z.string()).max(100) });
const shortIds = z.object({ conversationShortIdList: z.array(z.string()).max(100) });
const stars = shortIds.extend({ setStar: z.boolean() });
const buyerOf = z.object({ pigeonUid: z.string() });

function userInfo({ context, shop, body }: ChatCall): Envelope {
  const asked = pigeonUids.safeParse(body);
  if (!asked.success) return badRequest();
  const users = asked.data.pigeonUidList.flatMap((pigeonUid) => {
    const buyer = context.world.conversationWith('tiktok', shop.shopId, pigeonUid)?.buyer;
    return buyer === undefined
      ? []
      : [[pigeonUid, { screenName: buyer.name, avatarUrl: buyer.avatarUrl ?? '', lang: buyer.language }] as const];
  });
  return success({ userInfoMap: Object.fromEntries(users) });
}

function metaInfo({ context, shop, body }: ChatCall): Envelope {
  const asked = shortIds.safeParse(body);
  if (!asked.success) return badRequest();
  const known = asked.data.conversationShortIdList.flatMap((id) => conversationOf(context, shop, id) ?? []);
  return success({
    metaInfoMap: Object.fromEntries(known.map(({ conversationId, isPinned }) => [conversationId, { star: isPinned }])),
  });
}

function setMetaInfo({ context, shop, body }: ChatCall): Envelope {
  const asked = stars.safeParse(body);
  if (!asked.success) return badRequest();
  for (const id of asked.data.conversationShortIdList) {
    if (conversationOf(context, shop, id) !== null) context.world.pin('tiktok', id, asked.data.setStar);
  }
  return success({});
}

/** Ours: also opens a closed service session again. */
function createGroupChat({ context, shop, body }: ChatCall): Envelope {
  const asked = buyerOf.safeParse(body);
  if (!asked.success) return badRequest();
  if (isOutOfReach(context, shop.shopId, asked.data.pigeonUid)) return failure(CAN_NOT_SEND.code, CAN_NOT_SEND.words);
  const conversation = context.world.open('tiktok', shop.shopId, asked.data.pigeonUid);
  if (conversation === null) return failure(CODES.badRequest, 'user not found');
  context.world.setStatus('tiktok', conversation.conversationId, 'activated');
  return success({ conversationShortId: conversation.conversationId, conversationId: conversation.conversationId });
}

const badRequest = (): Envelope => failure(CODES.badRequest, 'invalid parameter');
