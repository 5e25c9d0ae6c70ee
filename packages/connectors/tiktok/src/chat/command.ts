/**
 * Command messages (types 50001 to 70002, spec 3 §4.1), which tell changes to the shop's other clients, and signs of
 * typing.
 */
import {
  asPlatformConversationId,
  asPlatformMessageId,
  type DomainEvent,
  type MESSAGE_MARKS,
  type PlatformConversationId,
  type PlatformShopId,
  parsePosition,
} from '@pasar/domain';
import { ActionType, type CommandContent, type PresenceNotice, type ToldCommand } from '@pasar/im-protocol';
import type { ShopAccess } from '../auth/shop-access.ts';
import { starsIn } from '../calls/told-cards.ts';
import { conversationIdOf, setAside } from './message.ts';
import type { PushReading } from './reading.ts';

const MARKS = new Map<number, (typeof MESSAGE_MARKS)[number]>([
  [ActionType.FAVORITE, 'favorite'],
  [ActionType.PIN, 'pin'],
  [ActionType.UNREAD, 'unread'],
]);

const NOTHING: PushReading = { kind: 'nothing' };
interface Place {
  readonly platformShopId: PlatformShopId;
  readonly platformConversationId: PlatformConversationId;
}
const placeIn = ({ facts }: ShopAccess, conversationId: string): Place => ({
  platformShopId: facts.platformShopId,
  platformConversationId: asPlatformConversationId(conversationId),
});
const tell = (...events: readonly DomainEvent[]): PushReading => ({ kind: 'events', events });

/** Ours: the sender of a read command is the reader. */
export function fromCommand({ content, body }: ToldCommand, shop: ShopAccess): PushReading {
  const place = placeIn(shop, conversationIdOf(body));
  switch (content.kind) {
    case 'read': {
      const position = parsePosition(String(content.readIndex));
      if (position === null) {
        return { kind: 'unreadable', item: setAside(shop, body, 'read whose read_index is no position') };
      }
      const isOwn = String(body.sender) === shop.pigeonCid;
      return tell({ kind: isOwn ? 'conversation.readBySeller' : 'conversation.readByBuyer', ...place, position });
    }
    case 'recall':
      return tell({ kind: 'message.withdrawn', ...place, platformMessageId: idOf(content), status: 'recalled' });
    case 'deleteMessage':
      return tell({ kind: 'message.withdrawn', ...place, platformMessageId: idOf(content), status: 'deleted' });
    case 'mark':
      return marked(content, place);
    case 'deleteConversation': {
      // Without an index it is not known up to which message; the next comparison changes nothing either.
      const position = content.lastMessageIndex === null ? null : parsePosition(String(content.lastMessageIndex));
      return position === null ? NOTHING : tell({ kind: 'conversation.deleted', ...place, position });
    }
    case 'messageExt': {
      // Ours: the stars of a rating come as a change of the card that the shop sent.
      const stars = content.ext === null ? null : starsIn(content.ext);
      return stars === null
        ? { kind: 'stale' }
        : tell({ kind: 'message.rated', ...place, platformMessageId: idOf(content), stars });
    }
    case 'settingUpdate':
    case 'coreUpdate':
    case 'messageProperty':
    case 'pull':
      return { kind: 'stale' };
    default:
      return NOTHING;
  }
}

const idOf = ({ messageId }: { readonly messageId: bigint }) => asPlatformMessageId(String(messageId));

function marked(
  { messageIds, action, isMarked }: Extract<CommandContent, { kind: 'mark' }>,
  place: Place,
): PushReading {
  const mark = MARKS.get(action);
  if (mark === undefined) return NOTHING;
  return tell(
    ...messageIds.map(
      (messageId): DomainEvent => ({
        kind: 'message.marked',
        ...place,
        platformMessageId: asPlatformMessageId(String(messageId)),
        mark,
        isMarked,
      }),
    ),
  );
}

/** Only the buyer's typing. Entering and leaving mean nothing to the shop, and its own typing is no news. */
export function fromPresence({ conversation, userId, action }: PresenceNotice, shop: ShopAccess): PushReading {
  if (String(userId) === shop.pigeonCid || (action !== 'typing' && action !== 'cleared')) return NOTHING;
  const place = placeIn(shop, conversation.conversationId);
  return tell({ kind: 'conversation.typing', ...place, isTyping: action === 'typing' });
}
