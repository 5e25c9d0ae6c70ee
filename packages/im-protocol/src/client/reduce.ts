import type { CommandName, ReplyOf } from '../commands.ts';
import type { MessageBody, NewMessageNotify } from '../schema.ts';
import { isCommandMessage } from './command-content.ts';
import type { RequestShapeOf } from './command-table.ts';
import { type ConversationRef, type Draft, draftOf, type Reduction } from './draft.ts';
import { applyBodies, LIST_REDUCERS, type Lists, REPLY_REDUCERS } from './reduce-replies.ts';
import type { ClientState } from './state.ts';

/**
 * The client's state is a fold: these functions take a state and what was heard, and give the next state and what has to
 * be fetched. They do nothing else, and the same things heard in the same order give the same state.
 */
function reduction(state: ClientState, by: (draft: Draft) => void): Reduction {
  const draft = draftOf(state);
  by(draft);
  return draft;
}

/** A push 500 or 505 whose turn it is. `cursor` is where the log stands after it, null when it is not of the log. */
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

/** The log goes on from `cursor`: the first list (203) is in, or there is nothing up to there. */
export const reduceCursor = (state: ClientState, cursor: bigint): Reduction =>
  reduction(state, (draft) => {
    draft.state = { ...draft.state, cursor };
  });

/** A list that was fetched to its end. */
export const reduceList = (state: ClientState, by: (lists: Lists, draft: Draft) => void): Reduction =>
  reduction(state, (draft) => by(LIST_REDUCERS, draft));

/**
 * A range of one conversation as the server has it (301): messages come in, and of those that were held before the range
 * was asked for (`heldIds`), the ones that are not in it go.
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
