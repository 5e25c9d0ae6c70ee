/** Marks that can be overwritten, and opening a session again. All idempotent. */
import { type ConversationRef, notOffered, type Outcome } from '@pasar/connector-kit';
import { asPlatformConversationId, type ConversationSetting, refusal } from '@pasar/domain';
import { z } from 'zod';
import { APIS, BUYER_TYPE, SESSION_TYPE } from '../apis.ts';
import type { Line } from '../auth/line.ts';
import { SITE_PATHS } from '../auth/seller-site.ts';
import { describeIssues, wireId } from '../wire/fields.ts';
import { timeOfPosition } from '../wire/position.ts';

const DONE: Outcome<null> = { ok: true, value: null };

/**
 * `read` moves the read mark to the message's time. `pin` is the star of the seller site (the call is known, its shape
 * ours). `unread` has no publicly known call: it stays a mark of the desk, and nothing is sent.
 */
export async function applySetting(
  line: Line,
  conversation: ConversationRef,
  setting: ConversationSetting,
): Promise<Outcome<null>> {
  const sessionId = conversation.platformConversationId;
  switch (setting.setting) {
    case 'read': {
      const ext = JSON.stringify({ toUserType: String(BUYER_TYPE), toUserId: conversation.buyerId });
      const data = { sessionId, timestamp: timeOfPosition(setting.position), ext };
      const read = await line.read({ api: APIS.read, data });
      return read.ok ? DONE : read;
    }
    case 'pin': {
      const query = { sessionId, star: String(setting.isPinned) };
      const starred = await line.act({ method: 'GET', path: SITE_PATHS.star, query, form: null });
      return starred.ok ? DONE : starred;
    }
    case 'unread':
      return DONE;
    case 'mute':
    case 'favorite':
    case 'recall':
    case 'delete':
    case 'mark':
      return notOffered(setting.setting);
  }
}

const openedSchema = z.object({ sessionViewId: wireId });
/** ours: where the session is opened from. */
const FROM_CODE = 'im_web';

export async function reopen(line: Line, conversation: ConversationRef): Promise<Outcome<ConversationRef>> {
  const opened = await line.read({
    api: APIS.open,
    data: {
      toAccountId: conversation.buyerId,
      toAccountType: String(BUYER_TYPE),
      sessionType: SESSION_TYPE,
      fromCode: FROM_CODE,
    },
  });
  if (!opened.ok) return opened;
  const session = openedSchema.safeParse(opened.value);
  return session.success
    ? {
        ok: true,
        value: { ...conversation, platformConversationId: asPlatformConversationId(session.data.sessionViewId) },
      }
    : {
        ok: false,
        refusal: refusal('unexpected_answer', `open session: ${describeIssues(session.error)}`),
        canRetry: false,
      };
}
