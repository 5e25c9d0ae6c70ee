import {
  type Author,
  asPlatformMessageId,
  FIRST_ANSWER_AFTER_MS,
  type MessageFacts,
  type Position,
} from '@pasar/domain';
import { messageAt } from './database.ts';

const MINUTE_MS = 60_000;

/** Messages of a conversation: minutes after `from`, and who wrote. The number of a message follows its time. */
export const written = (
  conversation: string,
  from: number,
  lines: readonly (readonly [number, Author])[],
  shop = '11',
): MessageFacts[] =>
  lines.map(([minute, author]) => {
    const at = from + minute * MINUTE_MS;
    const position = String(at) as Position;
    const platformMessageId = asPlatformMessageId(`${conversation} ${at}`);
    return messageAt(shop, conversation, at, author, { sentAt: at, position, platformMessageId });
  });
export interface Told {
  readonly conversation: string;
  readonly author: Author;
  readonly sentAt: number;
  readonly isWithdrawn: boolean;
}
/** The waits as a person would count them by reading each conversation from the top. */
export function countedByHand(messages: readonly Told[]) {
  const waits: { asked: number; answered: number | null; isFirst: boolean }[] = [];
  for (const told of Map.groupBy(messages, ({ conversation }) => conversation).values()) {
    let open: { asked: number; answered: number | null; isFirst: boolean } | null = null;
    let before: number | null = null;
    for (const { author, sentAt, isWithdrawn } of told.toSorted((one, other) => one.sentAt - other.sentAt)) {
      if (author === 'system' || (author === 'buyer' && isWithdrawn)) continue;
      if (author === 'buyer' && open === null) {
        open = { asked: sentAt, answered: null, isFirst: before === null || sentAt - before >= FIRST_ANSWER_AFTER_MS };
        waits.push(open);
      } else if (author === 'seller') {
        if (open !== null) open.answered = sentAt;
        open = null;
      }
      before = sentAt;
    }
  }
  return waits.toSorted((one, other) => one.asked - other.asked);
}
