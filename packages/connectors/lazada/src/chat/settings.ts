/** Marks that can be overwritten: idempotent. */
import type { ConversationRef, OfferedSetting, Outcome } from '@pasar/connector-kit';
import type { Calling } from '../auth/line.ts';
import { readOffset } from '../calls/sessions.ts';
import { sessionStar } from '../calls/site-chat.ts';
import { timeOfPosition } from '../wire/position.ts';

/**
 * `read` moves the read mark to the message's time. `pin` is the star of the seller site: the call is known; ours: its
 * shape.
 */
export async function applySetting(
  line: Calling,
  conversation: ConversationRef,
  setting: OfferedSetting<'lazada'>,
): Promise<Outcome<null>> {
  const sessionId = conversation.platformConversationId;
  switch (setting.setting) {
    case 'read': {
      const { buyerId } = conversation;
      return line.call(readOffset, { sessionId, buyerId, timestamp: timeOfPosition(setting.position) });
    }
    case 'pin':
      return line.call(sessionStar, { sessionId, isStarred: setting.isPinned });
  }
}
