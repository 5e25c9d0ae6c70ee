/** The messages of a call: notices to the users concerned, and a card in the conversation when it is over (IM-V86). */
import { writeCommandContent } from '../client/command-content.ts';
import { VoipMode } from '../gen/im_proto/enums_pb.ts';
import type { Call, Signal } from './decision.ts';
import type { CallEntry, ImEntry, UserId } from './entries.ts';
import { memberOf } from './lookups.ts';
import { CALL_MESSAGE_TYPE } from './vocabulary.ts';
import { isOver } from './voip-table.ts';

export interface News {
  readonly entries: readonly ImEntry[];
  readonly signals: readonly Signal[];
}

const everybody = (entry: CallEntry): readonly UserId[] => [
  entry.callerId,
  ...entry.callees.map((callee) => callee.userId),
];

/** The news of a change from `before` to `after`, which the caller of this function has found in the table. */
export function callMoved(call: Call, before: CallEntry, after: CallEntry): News {
  const to = everybody(after);
  const isPair = after.mode === VoipMode.DOUBLE;
  const isListChanged = before.callees.length > 0 && after.callees.length !== before.callees.length;
  const isTurning = before.status !== after.status && (isOver(after.status) || before.callees.length === 0);
  const notice = (messageType: number): Signal => ({
    kind: 'notice',
    to,
    shortId: after.shortId,
    messageType,
    sender: call.userId,
    content: writeCommandContent({
      channel_id: after.channelId,
      status: after.status,
      caller_id: after.callerId,
      v_type: after.voipType,
      voip_mode: after.mode,
      callees: after.callees.map((callee) => ({ user_id: callee.userId, status: callee.status })),
    }),
    ext: {},
  });
  return {
    entries: [{ type: 'call.changed', call: after }, ...card(call, before, after)],
    signals: [
      notice(CALL_MESSAGE_TYPE.command),
      ...(isListChanged ? [notice(CALL_MESSAGE_TYPE.calleeList)] : []),
      ...(isPair && isTurning ? [notice(CALL_MESSAGE_TYPE.chatStatus)] : []),
    ],
  };
}

/** A call that rang leaves a card by its caller, which counts as unread for no user. */
function card(call: Call, before: CallEntry, after: CallEntry): readonly ImEntry[] {
  const conversation = call.state.conversations.get(after.shortId);
  if (conversation === undefined || conversation.isDissolved || memberOf(conversation, after.callerId) === null)
    return [];
  if (isOver(before.status) || !isOver(after.status) || after.callees.length === 0) return [];
  return [
    {
      type: 'message.sent',
      message: {
        id: call.mint.id(),
        shortId: after.shortId,
        index: call.mint.index().toString(),
        at: call.now,
        sender: after.callerId,
        messageType: CALL_MESSAGE_TYPE.card,
        content: writeCommandContent({
          channel_id: after.channelId,
          status: after.status,
          v_type: after.voipType,
          duration_ms: call.now - after.createdAt,
        }),
        ext: {},
        clientMessageId: '',
        visibleTo: null,
        invisibleTo: [],
        quote: null,
        isUncounted: true,
      },
    },
  ];
}
