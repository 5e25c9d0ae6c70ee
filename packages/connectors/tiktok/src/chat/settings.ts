/** Settings of a conversation: read by command 2002, pin by the star. */
import type { ConversationRef, OfferedSetting, Outcome } from '@pasar/connector-kit';
import type { MessageMark } from '@pasar/domain';
import { ActionType, InputStatus } from '@pasar/im-protocol';
import { onSite } from '../auth/shop-access.ts';
import type { SellerSite } from '../auth/site.ts';
import { setStarCall } from '../calls/chat.ts';
import { ok } from '../wire/outcome.ts';
import { ask } from './ask.ts';
import type { Channel } from './channel.ts';
import { idsOf } from './fetch.ts';

const ACTION_TYPES: Readonly<Record<MessageMark, ActionType>> = {
  favorite: ActionType.FAVORITE,
  pin: ActionType.PIN,
  unread: ActionType.UNREAD,
};

/** TikTok has a star and no pin, so pinning sets the star. */
export async function applySetting(
  site: SellerSite,
  channel: Channel,
  conversation: ConversationRef,
  setting: OfferedSetting<'tiktok'>,
): Promise<Outcome<null>> {
  switch (setting.setting) {
    case 'read':
      return ask(channel, 'call', 'markRead', {
        ...idsOf(conversation),
        readMessageIndex: BigInt(setting.position),
        convUnreadCount: 0n,
      });
    case 'pin': {
      const shortIds = [String(idsOf(conversation).conversationShortId)];
      return site.make(setStarCall, onSite(channel.shop), { shortIds, isStarred: setting.isPinned });
    }
    case 'mute':
      return passed(await ask(channel, 'call', 'setSetting', { ...idsOf(conversation), setMute: setting.isMuted }));
    case 'favorite':
      return passed(
        await ask(channel, 'call', 'setSetting', { ...idsOf(conversation), setFavorite: setting.isFavorite }),
      );
    case 'deleteConversation':
      // There is no command that brings it back; the next message does.
      if (!setting.isDeleted) return ok(null);
      return ask(channel, 'call', 'deleteConversation', { ...idsOf(conversation), lastMessageIndex: 0n });
    case 'recall':
      return ask(channel, 'call', 'recallMessage', {
        ...idsOf(conversation),
        serverMessageId: BigInt(setting.platformMessageId),
      });
    case 'delete':
      return ask(channel, 'call', 'deleteMessage', {
        ...idsOf(conversation),
        messageId: BigInt(setting.platformMessageId),
      });
    case 'mark':
      return passed(
        await ask(channel, 'call', 'markMessage', {
          ...idsOf(conversation),
          serverMessageId: BigInt(setting.platformMessageId),
          doAction: setting.isMarked,
          actionType: ACTION_TYPES[setting.mark],
        }),
      );
  }
}

const passed = (answer: Outcome<unknown>): Outcome<null> => (answer.ok ? ok(null) : answer);

/** Only over an open socket: it is not repeated later. */
export async function showTyping(
  channel: Channel,
  conversation: ConversationRef,
  isTyping: boolean,
): Promise<Outcome<null>> {
  const status = isTyping ? InputStatus.TYPING : InputStatus.CLEAR_INPUT;
  const client = channel.present();
  if (client?.connection().kind === 'open') await client.call('inputStatus', { ...idsOf(conversation), status });
  return ok(null);
}
