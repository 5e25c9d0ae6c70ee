import type { CommandName, ReplyOf } from '../commands.ts';
import type { MessageBody, NewMessageNotify } from '../schema.ts';
import { isCommandMessage } from './command-content.ts';
import type { RequestShapeOf } from './command-table.ts';
import { type ConversationRef, type Draft, draftOf, type Reduction } from './draft.ts';
import { applyBodies, LIST_REDUCERS, type Lists, REPLY_REDUCERS } from './reduce-replies.ts';
import type { ClientState } from './state.ts';

/**
 * The client's state is a fold: these functions take a state and something received, and give the next state and the
 * wants. They have no other effect; the same input in the same order gives the same state.
 */
function reduction(state: ClientState, by: (draft: Draft) => void): Reduction {
  const draft = draftOf(state);
  by(draft);
  return draft;
}

/** A push 500 or 505 at its turn. `cursor` is the log's position after it; null when it is not part of the log. */
export const reduceNotify = (state: ClientState, { message }: NewMessageNotify, cursor: bigint | null): Reduction =>
  reduction(state, (draft) => {
    if (message !== undefined) applyBodies(draft, [message]);
    if (cursor !== null) draft.state = { ...draft.state, cursor };
  });

/** A push 1099: the stranger inbox changed. */
export const reduceStranger = (state: ClientState): Reduction =>
  reduction(state, (draft) => void draft.wants.push({ kind: 'strangers' }));

/** The reply to a call that was carried out. */
export function reduceReply<Name extends CommandName>(
  state: ClientState,
  name: Name,
  request: RequestShapeOf<Name>,
  reply: ReplyOf<Name>,
): Reduction {
  const reducer = REPLY_REDUCERS[name];
  return reduction(state, (draft) => reducer?.(draft, request, reply));
}

/** Sets where the log continues: after the first list (203), or when there is nothing before `cursor`. */
export const reduceCursor = (state: ClientState, cursor: bigint): Reduction =>
  reduction(state, (draft) => {
    draft.state = { ...draft.state, cursor };
  });

/** A list that was fetched completely. */
export const reduceList = (state: ClientState, by: (lists: Lists, draft: Draft) => void): Reduction =>
  reduction(state, (draft) => by(LIST_REDUCERS, draft));

/**
 * A range of one conversation as the server has it (301): adds its messages, and removes messages that were held before
 * the fetch (`heldIds`) and are not in it.
 */
export const reduceRange = (
  state: ClientState,
  ref: ConversationRef,
  bodies: readonly MessageBody[],
  heldIds: ReadonlySet<bigint>,
): Reduction =>
  reduction(state, (draft) => {
    applyBodies(
      draft,
      bodies.filter(({ messageType }) => !isCommandMessage(messageType)),
    );
    const there = new Set(bodies.map(({ serverMessageId }) => serverMessageId));
    const gone = new Set([...heldIds].filter((id) => !there.has(id)));
    LIST_REDUCERS.gone(draft, ref, gone);
  });
