/** Reactions and other properties: 705. The outcome is in the body's status (IM-V45). */
import type { CommandJson } from '../client/command-content.ts';
import { OPERATION_TYPE, ModifyMessagePropertyStatus as Status } from '../gen/im_proto/enums_pb.ts';
import type { ModifyPropertyContent } from '../gen/im_proto/message_commands_pb.ts';
import { MESSAGE_TYPE } from '../status.ts';
import { commandEntry } from './command-entries.ts';
import { type Call, done, type Handler } from './decision.ts';
import type { PropertyEntry } from './entries.ts';
import { HookError } from './hooks.ts';
import { findMember, findMessage, invalid } from './lookups.ts';
import { mayChange, toldOf } from './message-changes.ts';
import { refusedSpeech, review } from './permissions.ts';
import { isSeenBy } from './sight.ts';
import { type Conversation, type Member, type Message, propertyKey } from './state.ts';
import { refusedOptionalTicket } from './tickets.ts';
import type { Verdict } from './types.ts';

const MAX_MODIFICATIONS = 20;

type Lists = Map<string, readonly PropertyEntry[]>;

export const modifyMessageProperty: Handler<'modifyMessageProperty'> = (call, body) => {
  const list = body.propertyList;
  if (list === undefined) return invalid('property_list is missing');
  const found = findMember(call, list);
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  const badTicket = refusedOptionalTicket(call, body.ticket, conversation.shortId);
  if (badTicket !== null) return badTicket;
  const silenced = refusedSpeech(call, conversation, member, 'react');
  if (silenced !== null) return silenced;
  const message = named(call, conversation, list);
  const only = (status: Status) => done(() => ({ status, version: message?.version ?? 0n }));
  if (message === null || message.recalledBy !== null || !isSeenBy(message, member)) {
    return only(Status.MODIFY_PROPERTY_INVALID_REQUEST);
  }
  const verdict = asked(call, conversation);
  if (verdict === null) return only(Status.MODIFY_PROPERTY_INTERNAL_ERROR);
  if (verdict.kind !== 'allow') return only(Status.MODIFY_PROPERTY_CALLBACK_ERROR);
  const contents = list.modifyPropertyContent;
  const flaw = flawOf(call, contents);
  if (flaw !== null) return only(flaw);
  const fresh = contents.filter((content) => !isDone(message, call.userId, content));
  if (fresh.length === 0) return only(Status.MODIFY_PROPERTY_REPEAT_REQUEST);
  const lists = changed(call, conversation, member, message, fresh);
  if (typeof lists === 'number') return only(lists);
  return stored(call, conversation, message, fresh, lists);
};

/** Finds a message by its server id, else by the sender's client id. */
function named(
  call: Call,
  conversation: Conversation,
  list: { readonly serverMessageId: bigint; readonly clientMessageId: string },
): Message | null {
  if (list.serverMessageId !== 0n) {
    const hit = findMessage(call, conversation, list.serverMessageId);
    return hit.kind === 'refused' ? null : hit.message;
  }
  const isNamed = ({ clientMessageId }: Message): boolean => clientMessageId === list.clientMessageId;
  return list.clientMessageId === '' ? null : (conversation.messages.find(isNamed) ?? null);
}

/** The host's verdict; null when its hook failed, for which the body has a status. */
function asked(call: Call, conversation: Conversation): Verdict | null {
  try {
    return review(call, 'property', conversation.shortId);
  } catch (error) {
    if (!(error instanceof HookError)) throw error;
    // Answered by status 500 of the body; every other command answers 6 in the envelope.
    call.host.onError(error);
    return null;
  }
}

function flawOf(call: Call, contents: readonly ModifyPropertyContent[]): Status | null {
  const { propertyKeyChars, propertyValueChars } = call.host.limits;
  if (contents.length === 0) return Status.MODIFY_PROPERTY_INVALID_REQUEST;
  if (contents.length > MAX_MODIFICATIONS) return Status.MODIFY_PROPERTY_INVALID_LENGTH;
  if (contents.some(({ key }) => key === '')) return Status.MODIFY_PROPERTY_INVALID_REQUEST;
  const isLong = ({ key, value, idempotentId }: ModifyPropertyContent): boolean =>
    key.length > propertyKeyChars || value.length > propertyValueChars || idempotentId.length > propertyValueChars;
  return contents.some(isLong) ? Status.MODIFY_PROPERTY_INVALID_LENGTH : null;
}

const isDone = (message: Message, userId: string, { idempotentId }: ModifyPropertyContent): boolean =>
  idempotentId !== '' && message.doneProperties.has(propertyKey(userId, idempotentId));

/** The lists after all modifications, or the reason why none of them is applied. */
function changed(
  call: Call,
  conversation: Conversation,
  member: Member,
  message: Message,
  contents: readonly ModifyPropertyContent[],
): Lists | Status {
  const lists: Lists = new Map();
  for (const content of contents) {
    const before = lists.get(content.key) ?? message.properties.get(content.key) ?? [];
    const after = modified(call, content, before, mayChange(conversation, member, message, 'editOfOther'));
    if (after === null) return Status.MODIFY_PROPERTY_INVALID_REQUEST;
    if (after.length > call.host.limits.propertyItems) return Status.MODIFY_PROPERTY_INVALID_LENGTH;
    lists.set(content.key, after);
  }
  return lists;
}

/** The list after one modification; null for an impossible modification. */
function modified(
  call: Call,
  content: ModifyPropertyContent,
  before: readonly PropertyEntry[],
  mayDeleteAll: boolean,
): readonly PropertyEntry[] | null {
  const { userId } = call;
  const item = { userId, at: call.now, idempotentId: content.idempotentId, value: content.value };
  const isOwn = (other: PropertyEntry): boolean => other.userId === userId && other.value === content.value;
  switch (content.operation) {
    case OPERATION_TYPE.ADD_PROPERTY_ITEM:
      return before.some(isOwn) ? before : [...before, item];
    case OPERATION_TYPE.REMOVE_PROPERTY_ITEM:
      return before.some(isOwn) ? before.filter((other) => !isOwn(other)) : null;
    case OPERATION_TYPE.SET_PROPERTY:
      return [...before.filter((other) => other.userId !== userId), item];
    case OPERATION_TYPE.DEL_PROPERTY:
      return mayDeleteAll ? [] : null;
    default:
      return null;
  }
}

function stored(
  call: Call,
  conversation: Conversation,
  message: Message,
  contents: readonly ModifyPropertyContent[],
  lists: Lists,
) {
  const merged = new Map([...message.properties, ...lists]);
  const after = new Map([...merged].filter(([, items]) => items.length > 0));
  const told: { readonly [key: string]: CommandJson } = Object.fromEntries(
    [...after].map(([key, items]) => [
      key,
      items.map((item) => ({
        uid: item.userId,
        create_time: item.at,
        idempotent_id: item.idempotentId,
        value: item.value,
      })),
    ]),
  );
  return done(
    () => ({ status: Status.MODIFY_PROPERTY_SUCCESS, version: message.version }),
    [
      {
        type: 'message.properties',
        messageId: message.id,
        properties: Object.fromEntries(lists),
        done: contents.flatMap(({ idempotentId }) =>
          idempotentId === '' ? [] : [propertyKey(call.userId, idempotentId)],
        ),
      },
      ...commandEntry(call, conversation, MESSAGE_TYPE.updateMessageProperty, toldOf(conversation, message), {
        message_id: message.id,
        version: message.version + 1n,
        property_list: told,
      }),
    ],
  );
}
