/** Settings of a conversation: read by command 2002, pin as the star, unread nowhere. */
import type { Bridge } from '@pasar/bridge';
import type { ConversationRef, Outcome } from '@pasar/connector-kit';
import type { ConversationSetting, MessageMark } from '@pasar/domain';
import { ActionType, COMMANDS, InputStatus } from '@pasar/im-protocol';
import { ask } from '../chat/ask.ts';
import type { Channel } from '../chat/channel.ts';
import { idsOf, whereOf } from '../inbound/fetch.ts';
import { anyData } from '../inbound/shapes.ts';
import { ok, refused } from '../outcome.ts';
import type { SellerSite } from '../site.ts';

const ACTION_TYPES: Readonly<Record<MessageMark, ActionType>> = {
  favorite: ActionType.FAVORITE,
  pin: ActionType.PIN,
  unread: ActionType.UNREAD,
};
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
    case 'mute':
      return passed(
        await ask(bridge, channel, COMMANDS.setSetting, { ...idsOf(conversation), setMute: setting.isMuted }),
      );
    case 'favorite':
      return passed(
        await ask(bridge, channel, COMMANDS.setSetting, { ...idsOf(conversation), setFavorite: setting.isFavorite }),
      );
    case 'recall':
      return ask(bridge, channel, COMMANDS.recallMessage, {
        ...idsOf(conversation),
        serverMessageId: BigInt(setting.platformMessageId),
      });
    case 'delete':
      return ask(bridge, channel, COMMANDS.deleteMessage, {
        ...idsOf(conversation),
        messageId: BigInt(setting.platformMessageId),
      });
    case 'mark':
      return passed(
        await ask(bridge, channel, COMMANDS.markMessage, {
          ...idsOf(conversation),
          serverMessageId: BigInt(setting.platformMessageId),
          doAction: setting.isMarked,
          actionType: ACTION_TYPES[setting.mark],
        }),
      );
  }
}

/** A reply may refuse although the call itself went well: its own status says so, with words (spec 3 §4.2). */
function passed(answer: Outcome<{ readonly status: number; readonly checkMessage: string }>): Outcome<null> {
  if (!answer.ok) return answer;
  const { status, checkMessage } = answer.value;
  return status === 0 ? ok(null) : refused('marketplace_error', checkMessage || `status ${status}`);
}

/** Of the moment: over an open line or not at all. */
export async function showTyping(
  channel: Channel,
  conversation: ConversationRef,
  isTyping: boolean,
): Promise<Outcome<null>> {
  const status = isTyping ? InputStatus.TYPING : InputStatus.CLEAR_INPUT;
  await channel.openLine()?.call(COMMANDS.inputStatus, { ...idsOf(conversation), status });
  return ok(null);
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
