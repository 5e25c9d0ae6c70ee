/** Sending: 100, its steps that 2007 shares, and 2031. */
import { COMMAND_TYPE, SEND_STATUS, STATUS } from '../status.ts';
import { plainCommand } from './command-entries.ts';
import {
  type BodyOf,
  type Call,
  type Decision,
  type Done,
  done,
  type Handler,
  type Refusal,
  refuse,
} from './decision.ts';
import type { ImEntry, MessageEntry, Quote, Texts, UserId } from './entries.ts';
import { findConversation, invalid, isFitExt, memberOf } from './lookups.ts';
import { type Deed, hasBlocked, may, review, silenceOf } from './permissions.ts';
import { newestIndex } from './sight.ts';
import { type Conversation, type Member, sentKey } from './state.ts';
import { refusedOptionalTicket } from './tickets.ts';
import type { Acceptance, Draft, SendRefusal } from './types.ts';
import { EXT, FIRST_COMMAND_TYPE } from './vocabulary.ts';

type SendBody = BodyOf<'sendMessage'>;

/** The common parts of 100 and 2007. */
export interface Letter {
  readonly conversationId: string;
  readonly conversationShortId: bigint;
  readonly conversationType: number;
  readonly content: string;
  readonly ext: Texts;
  readonly messageType: number;
  readonly ticket: string;
  readonly clientMessageId: string;
  readonly mentionedUsers: readonly bigint[];
  readonly visibleTo: readonly bigint[];
  readonly invisibleTo: readonly bigint[];
  readonly isUncounted: boolean;
  readonly quote: SendBody['refMsgInfo'] | undefined;
}
export interface SendReply {
  /** This field and `extraInfo` are only set on a sent message. */
  readonly serverMessageId?: bigint;
  readonly extraInfo?: string;
  readonly status: number;
  readonly clientMessageId: string;
  readonly checkCode: bigint;
  readonly checkMessage: string;
}

/** Copied field by field, because a spread loses unset fields, which are on the message's prototype. */
export const letterOf = (body: SendBody | BodyOf<'broadcastSend'>) => ({
  conversationId: body.conversationId,
  conversationShortId: body.conversationShortId,
  conversationType: body.conversationType,
  content: body.content,
  ext: { ...body.ext },
  messageType: body.messageType,
  ticket: body.ticket,
  clientMessageId: body.clientMessageId,
  mentionedUsers: body.mentionedUsers,
});

export const sendMessage: Handler<'sendMessage'> = (call, body) =>
  post(
    call,
    {
      ...letterOf(body),
      visibleTo: body.VisibleUsers,
      invisibleTo: body.InvisibleUsers,
      isUncounted: body.ignoreBadgeCount,
      quote: body.refMsgInfo,
    },
    'send',
  );

const refusal = (letter: Letter, { status, checkCode, checkMessage }: SendRefusal): Done<SendReply> =>
  done(() => ({ status, clientMessageId: letter.clientMessageId, checkCode, checkMessage }));
const sent = (messageId: string, letter: Letter) => (): SendReply => ({
  serverMessageId: BigInt(messageId),
  extraInfo: '',
  status: SEND_STATUS.SEND_SUCCEED,
  clientMessageId: letter.clientMessageId,
  checkCode: 0n,
  checkMessage: '',
});

/** The steps of sending, in the order of IM-V21. */
export function post(call: Call, letter: Letter, deed: Deed): Decision<SendReply> {
  const malformed = malformedLetter(call, letter);
  if (malformed !== null) return malformed;
  const found = findConversation(call, letter);
  if (found.kind === 'refused') {
    return found.status === STATUS.CONVERSATION_NOT_FOUND
      ? refuse(STATUS.MESSAGE_TARGET_CONVERSATION_NOT_EXIST, found.reason)
      : found;
  }
  const { conversation } = found;
  const member = memberOf(conversation, call.userId);
  if (member === null) {
    return refusal(letter, {
      status: SEND_STATUS.USER_NOT_IN_CONVERSATION,
      checkCode: BigInt(STATUS.USER_NOT_IN_GROUP),
      checkMessage: 'user is not in the conversation',
    });
  }
  const badTicket = refusedOptionalTicket(call, letter.ticket, conversation.shortId);
  if (badTicket !== null) return badTicket;
  const known = repeated(call, conversation, letter);
  if (known !== null) return done(sent(known, letter));
  const checked = checkSending(call, conversation, member, letter, deed);
  if (checked !== null) return refusal(letter, checked);
  const verdict = review(call, 'send', conversation.shortId);
  if (verdict.kind === 'deny') return refuse(STATUS.CALLBACK_DENY, verdict.reason);
  if (verdict.kind === 'reject') {
    return refusal(letter, { status: SEND_STATUS.CHECK_MSG_NOT_PASS, ...verdict });
  }
  return accepted(call, conversation, member, letter);
}

const clientIdOf = (letter: Letter): string =>
  letter.clientMessageId === '' ? (letter.ext[EXT.clientMessageId] ?? '') : letter.clientMessageId;

function malformedLetter(call: Call, letter: Letter): Refusal | null {
  const { batch } = call.host.limits;
  if (letter.messageType < 0 || letter.messageType >= FIRST_COMMAND_TYPE) {
    return invalid(`message_type ${letter.messageType} is the server's own`);
  }
  if (!isFitExt(call, letter.ext)) return invalid('ext is too large');
  const lists = [letter.mentionedUsers, letter.visibleTo, letter.invisibleTo];
  if (lists.some((ids) => ids.length > batch || ids.some((id) => id <= 0n)))
    return invalid('a list of users is not fit');
  return null;
}

/**
 * IM-V22: without a ledger of the host, the message with the same client id of the same sender in this conversation.
 */
function repeated(call: Call, conversation: Conversation, letter: Letter): string | null {
  const clientId = clientIdOf(letter);
  if (call.host.hooks.accept !== undefined || clientId === '') return null;
  return call.state.sent.get(sentKey(conversation.shortId, call.userId, clientId)) ?? null;
}

const check = (status: number, code: number, checkMessage: string): SendRefusal => ({
  status,
  checkCode: BigInt(code),
  checkMessage,
});

/** Null when the message may be written here. */
function checkSending(
  call: Call,
  conversation: Conversation,
  member: Member,
  letter: Letter,
  deed: Deed,
): SendRefusal | null {
  const notHere = SEND_STATUS.CHECK_CONV_NOT_PASS;
  if (!may(conversation, member, deed)) return check(notHere, STATUS.USER_FORBIDDEN, 'role may not write here');
  const silence = silenceOf(call, conversation, member);
  if (silence !== null) {
    const status = silence.by === 'other side' ? SEND_STATUS.USER_HAS_BEEN_BLOCKED : notHere;
    return check(status, silence.status, silence.reason);
  }
  const notThis = SEND_STATUS.CHECK_MSG_NOT_PASS;
  if (letter.content === '' && Object.keys(letter.ext).length === 0) {
    return check(notThis, STATUS.MESSAGE_ILLEGAL, 'message is empty');
  }
  return letter.content.length > call.host.limits.contentChars
    ? check(notThis, STATUS.MESSAGE_ILLEGAL, 'content is too long')
    : null;
}

/** IM-V25: a host with a ledger gives the ids. */
function accept(call: Call, conversation: Conversation, letter: Letter): Acceptance | null {
  return (
    call.host.hooks.accept?.({
      conversation: {
        conversationId: conversation.id,
        conversationShortId: BigInt(conversation.shortId),
        conversationType: conversation.type,
      },
      sender: BigInt(call.userId),
      content: letter.content,
      ext: letter.ext,
      messageType: letter.messageType,
      clientMessageId: clientIdOf(letter),
      quote: draftQuoteOf(letter),
    }) ?? null
  );
}

const draftQuoteOf = ({ quote }: Letter): Draft['quote'] =>
  quote === undefined
    ? null
    : {
        referencedMessageId: quote.referencedMessageId,
        hint: quote.hint,
        rootMessageId: quote.rootMessageId,
        rootMessageConvIndex: quote.rootMessageConvIndex,
      };

function accepted(call: Call, conversation: Conversation, member: Member, letter: Letter): Decision<SendReply> {
  const acceptance = accept(call, conversation, letter);
  if (acceptance === null) {
    return stored(call, conversation, member, letter, { id: call.mint.id(), index: call.mint.index(), at: call.now });
  }
  if ('refuse' in acceptance) {
    const { refuse: refused } = acceptance;
    if (refused.status !== SEND_STATUS.CHECK_MSG_NOT_PASS_BUT_SELF_VISIBLE) return refusal(letter, refused);
    const own = { ...letter, visibleTo: [BigInt(call.userId)], invisibleTo: [], mentionedUsers: [] };
    const place = { id: call.mint.id(), index: call.mint.index(), at: call.now };
    const kept = stored(call, conversation, member, own, place);
    return kept.kind === 'refused' ? kept : { ...kept, reply: () => ({ ...kept.reply(), ...refused }) };
  }
  const id = acceptance.serverMessageId.toString();
  const known = call.state.messages.get(id);
  if (known?.shortId === conversation.shortId) return done(sent(id, letter));
  if (known !== undefined || acceptance.indexInConversation <= newestIndex(conversation)) {
    return refuse(STATUS.SERVER_ERR, 'the ledger gave an id or an index that is taken');
  }
  const { ext } = acceptance;
  const written = ext === undefined ? letter : { ...letter, clientMessageId: clientIdOf(letter), ext };
  return stored(call, conversation, member, written, {
    id,
    index: acceptance.indexInConversation,
    at: acceptance.createTime,
  });
}

function stored(
  call: Call,
  conversation: Conversation,
  member: Member,
  letter: Letter,
  place: { readonly id: string; readonly index: bigint; readonly at: number },
): Decision<SendReply> {
  const clientId = clientIdOf(letter);
  const mentioned = letter.mentionedUsers.map(String).filter((id) => memberOf(conversation, id) !== null);
  const message: MessageEntry = {
    id: place.id,
    shortId: conversation.shortId,
    index: place.index.toString(),
    at: place.at,
    sender: call.userId,
    messageType: letter.messageType,
    content: letter.content,
    ext: {
      ...letter.ext,
      ...(clientId === '' ? {} : { [EXT.clientMessageId]: clientId }),
      ...(mentioned.length === 0 ? {} : { [EXT.mentionedUsers]: mentioned.join(',') }),
    },
    clientMessageId: clientId,
    visibleTo: letter.visibleTo.length === 0 ? null : letter.visibleTo.map(String),
    invisibleTo: letter.invisibleTo.map(String),
    quote: quoteOf(call, conversation, letter),
    isUncounted: letter.isUncounted || letter.ext[EXT.noUnread] === 'true' || letter.ext[EXT.noUnread] === '1',
  };
  return done(sent(place.id, letter), [...answered(call, conversation, member), { type: 'message.sent', message }]);
}

/** IM-V36: a member who writes to a stranger makes the conversation an ordinary one. */
const answered = (call: Call, conversation: Conversation, member: Member): readonly ImEntry[] =>
  member.isStranger
    ? [
        { type: 'stranger.accepted', shortId: conversation.shortId, userId: call.userId },
        ...plainCommand(call, conversation, COMMAND_TYPE.firstMessage, [call.userId]),
      ]
    : [];

/** IM-V28: the root is the quoted message's own root, else the named root, else the quoted message. */
function quoteOf(call: Call, conversation: Conversation, { quote }: Letter): Quote | null {
  if (quote === undefined) return null;
  const quoted = call.state.messages.get(quote.referencedMessageId.toString());
  const isHere = quoted !== undefined && quoted.shortId === conversation.shortId;
  const named =
    quote.rootMessageId === 0n
      ? null
      : { rootId: quote.rootMessageId.toString(), rootIndex: quote.rootMessageConvIndex.toString() };
  const own = isHere ? { rootId: quoted.id, rootIndex: quoted.index.toString() } : { rootId: null, rootIndex: null };
  const inherited =
    isHere && quoted.quote !== null && quoted.quote.rootId !== null
      ? { rootId: quoted.quote.rootId, rootIndex: quoted.quote.rootIndex }
      : null;
  return {
    messageId: quote.referencedMessageId.toString(),
    hint: quote.hint,
    ...(inherited ?? named ?? own),
  };
}

/**
 * IM-V24: a direct message is sent to open connections and not stored; a user without a connection is in `failed_user`.
 */
export const sendMessageP2P: Handler<'sendMessageP2P'> = (call, body) => {
  const { batch, contentChars } = call.host.limits;
  const lists = [body.visibleUser, body.invisibleUser];
  if (lists.some((ids) => ids.length > batch || ids.some((id) => id <= 0n)))
    return invalid('a list of users is not fit');
  if (body.messageType < 0 || body.messageType >= FIRST_COMMAND_TYPE)
    return invalid("message_type is the server's own");
  if (body.content.length > contentChars || !isFitExt(call, body.ext)) return invalid('message is too large');
  if (body.content === '' && Object.keys(body.ext).length === 0) return invalid('message is empty');
  const byUser = body.sendType === 1;
  const hasConversation = body.conversationShortId !== 0n || body.conversationId !== '';
  if (byUser && !hasConversation) {
    return body.visibleUser.length === 0 ? invalid('nobody is named') : direct(call, body, null, true);
  }
  const found = findConversation(call, body);
  if (found.kind === 'refused') {
    return found.status === STATUS.CONVERSATION_NOT_FOUND
      ? refuse(STATUS.MESSAGE_TARGET_CONVERSATION_NOT_EXIST, found.reason)
      : found;
  }
  const member = memberOf(found.conversation, call.userId);
  if (member === null) return refuse(STATUS.USER_NOT_IN_GROUP, 'user is not in the conversation');
  const silence = silenceOf(call, found.conversation, member);
  // A user who blocked the caller is in `failed_user`, too.
  if (silence?.by === 'conversation') return refuse(silence.status, silence.reason);
  return direct(call, body, found.conversation, byUser);
};

function direct(call: Call, body: BodyOf<'sendMessageP2P'>, conversation: Conversation | null, byUser: boolean) {
  const named = body.visibleUser.map(String);
  const wanted: readonly UserId[] =
    named.length > 0
      ? [...new Set(named)]
      : [...(conversation?.members.keys() ?? [])].filter((id) => id !== call.userId);
  const invisible = new Set(body.invisibleUser.map(String));
  const asked = wanted.filter((id) => !invisible.has(id));
  const to = asked.filter(
    (id) =>
      (conversation === null || memberOf(conversation, id) !== null) &&
      call.host.isOnline(id) &&
      !hasBlocked(call.state, id, call.userId, conversation?.shortId ?? '0'),
  );
  return done(
    () => ({ failedUser: asked.filter((id) => !to.includes(id)).map(BigInt) }),
    [],
    [
      {
        kind: 'direct',
        to,
        byUser,
        shortId: conversation?.shortId ?? '0',
        messageType: body.messageType,
        sender: call.userId,
        content: body.content,
        ext: { ...body.ext, ...(body.clientMessageId === '' ? {} : { [EXT.clientMessageId]: body.clientMessageId }) },
      },
    ],
  );
}
