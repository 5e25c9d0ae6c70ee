/** Settings of a conversation: read by command 2002, pin as the star, unread nowhere. */
import type { Bridge } from '@pasar/bridge';
import type { ConversationRef, Outcome } from '@pasar/connector-kit';
import type { ConversationSetting } from '@pasar/domain';
import { COMMANDS } from '@pasar/im-protocol';
import { ask } from '../chat/ask.ts';
import type { Channel } from '../chat/channel.ts';
import { idsOf, whereOf } from '../inbound/fetch.ts';
import { anyData } from '../inbound/shapes.ts';
import { ok } from '../outcome.ts';
import type { SellerSite } from '../site.ts';

const SET_META_PATH = '/chat/api/seller/msetConversationMetaInfo';
const CREATE_CHAT_PATH = '/chat/api/seller/createGroupChat';

/**
 * TikTok has a star and no pin: pinning stars. No public call marks a conversation unread, so that wish stays with us and
 * is answered as done.
 */
export async function applySetting(
  bridge: Bridge,
  site: SellerSite,
  channel: Channel,
  conversation: ConversationRef,
  setting: ConversationSetting,
): Promise<Outcome<null>> {
  switch (setting.setting) {
    case 'read':
      return ask(bridge, channel, COMMANDS.markRead, {
        ...idsOf(conversation),
        readMessageIndex: BigInt(setting.position),
        convUnreadCount: 0n,
      });
    case 'pin': {
      const conversationShortIdList = [String(idsOf(conversation).conversationShortId)];
      const body = { conversationShortIdList, setStar: setting.isPinned };
      const answer = await site.post(SET_META_PATH, whereOf(channel), body, anyData);
      return answer.ok ? ok(null) : answer;
    }
    case 'unread':
      return ok(null);
  }
}

/** Opening a chat with the buyer opens a service session that was closed (facts 3.2; that it does so is ours). */
export async function reopen(
  site: SellerSite,
  channel: Channel,
  conversation: ConversationRef,
): Promise<Outcome<ConversationRef>> {
  const body = { pigeonUid: conversation.address.pigeonUid ?? conversation.buyerId };
  const answer = await site.post(CREATE_CHAT_PATH, whereOf(channel), body, anyData);
  return answer.ok ? ok(conversation) : answer;
}
