/** Command messages (types 50001 to 70002, spec 3 §4.1): how a change reaches the shop's other clients. */
import {
  asPlatformConversationId,
  asPlatformMessageId,
  type DomainEvent,
  type MESSAGE_MARKS,
  parsePosition,
} from '@pasar/domain';
import {
  ActionType,
  type CommandContent,
  InputStatus,
  MESSAGE_TYPE,
  type MessageBody,
  readCommandContent,
} from '@pasar/im-protocol';
import { z } from 'zod';
import type { ShopAccess } from '../auth/shop-access.ts';
import { parseExactJson } from './json.ts';
import { conversationIdOf, setAside } from './message.ts';
import type { PushReading } from './reading.ts';

const MARKS = new Map<number, (typeof MESSAGE_MARKS)[number]>([
  [ActionType.FAVORITE, 'favorite'],
  [ActionType.PIN, 'pin'],
  [ActionType.UNREAD, 'unread'],
]);

/** What stands beside the keys that the protocol package reads: ours, but for conversation_id. */
const beside = z.object({
  conversation_id: z.union([z.string(), z.number().transform(String)]).optional(),
  status: z.int().optional(),
});

export function fromCommand(body: MessageBody, shop: ShopAccess): PushReading {
  const unreadable = (reason: string): PushReading => ({ kind: 'unreadable', item: setAside(shop, body, reason) });
  const command = readCommandContent(body.messageType, body.content);
  if (command.kind === 'unreadable') return unreadable(command.reason);
  const named = besideOf(body);
  const conversationId = named?.conversation_id ?? conversationIdOf(body);
  if (conversationId === '' || conversationId === '0') return unreadable(`${command.kind} without conversation`);
  const place = {
    platformShopId: shop.facts.platformShopId,
    platformConversationId: asPlatformConversationId(conversationId),
  };
  const isOwn = String(body.sender) === shop.pigeonCid;
  if (body.messageType === MESSAGE_TYPE.userAction) return isOwn ? NOTHING : typing(place, named?.status);
  return eventsOf(command, place, isOwn) ?? unreadable(`${command.kind} whose read_index is no position`);
}

const NOTHING: PushReading = { kind: 'nothing' };
type Place = Pick<Extract<DomainEvent, { kind: 'conversation.typing' }>, 'platformShopId' | 'platformConversationId'>;
const tell = (...events: readonly DomainEvent[]): PushReading => ({ kind: 'events', events });

function besideOf(body: MessageBody): z.infer<typeof beside> | null {
  try {
    return beside.safeParse(parseExactJson(body.content)).data ?? null;
  } catch {
    // note: the protocol package has read the content, or refused it; what stands beside is not needed then.
    return null;
  }
}

/** Entering and leaving carry no status, and say nothing to the shop. */
const typing = (place: Place, status: number | undefined): PushReading =>
  status === InputStatus.TYPING || status === InputStatus.CLEAR_INPUT
    ? tell({ kind: 'conversation.typing', ...place, isTyping: status === InputStatus.TYPING })
    : NOTHING;

/** Null when it cannot be told. Ours: the sender of a read command is who has read. */
function eventsOf(
  command: Exclude<ReturnType<typeof readCommandContent>, { kind: 'unreadable' }>,
  place: Place,
  isOwn: boolean,
): PushReading | null {
  switch (command.kind) {
    case 'read': {
      const position = parsePosition(String(command.readIndex));
      const kind = isOwn ? 'conversation.readBySeller' : 'conversation.readByBuyer';
      return position === null ? null : tell({ kind, ...place, position });
    }
    case 'recall':
      return tell({ kind: 'message.withdrawn', ...place, platformMessageId: idOf(command), status: 'recalled' });
    case 'deleteMessage':
      return tell({ kind: 'message.withdrawn', ...place, platformMessageId: idOf(command), status: 'deleted' });
    case 'mark':
      return marked(command, place);
    case 'settingUpdate':
    case 'coreUpdate':
    case 'messageExt':
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
