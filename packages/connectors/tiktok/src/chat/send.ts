/** Command 100 over the socket: one wire attempt, which the client never repeats (facts 3.4 and 4.8). */
import type { Clock } from '@pasar/bridge';
import type {
  AfterRefusal,
  ConversationRef,
  SendImage,
  SendOfferedCard,
  SendOutcome,
  SendText,
} from '@pasar/connector-kit';
import {
  asPlatformMessageId,
  type Country,
  LIMITS,
  type Position,
  parsePosition,
  type ReasonCode,
  refusal,
} from '@pasar/domain';
import {
  type CallResult,
  type ImClient,
  MESSAGE_TYPE,
  MessageDirection,
  type Refused,
  SEND_STATUS,
  type SendMessageResponseBody,
  STATUS,
} from '@pasar/im-protocol';
import { imageMessage } from '../calls/image-message.ts';
import { RATING_CARD } from '../calls/kinds.ts';
import { ask, NOT_FOUND } from './ask.ts';
import type { Channel } from './channel.ts';
import { TICKET } from './conversation.ts';
import { idsOf } from './fetch.ts';
import { CLIENT_MESSAGE_ID } from './message.ts';

/** How long the next attempt waits when the chat could not be reached (our choice). */
const NO_LINE_WAIT_MS = 1_000;
/** How many of the newest messages are searched when no push gave the message's position (our choice). */
const LOOK_BACK = 20;

/** One message: its content, and its kind with the other fields in `ext`. */
interface Saying extends Pick<SendText, 'conversation' | 'quote' | 'idempotencyKey'> {
  readonly content: string;
  readonly ext: Readonly<Record<string, string>>;
}

/** Spec 1 §3, by country; the specification lists the languages in another order than the countries. */
const LANGUAGES: Readonly<Partial<Record<Country, string>>> = {
  GLOBAL: 'en',
  PH: 'en',
  MY: 'ms',
  SG: 'en',
  ID: 'id',
  VN: 'vi',
  TH: 'th',
  GB: 'en',
};
/**
 * The language pair of spec 2 §3: `a:user_language` is seen. Ours: the name of the other half, and that both are the
 * language of the shop's country, because a text is sent untranslated.
 */
function languagePair(country: Country): Readonly<Record<string, string>> {
  const language = LANGUAGES[country] ?? 'en';
  return { 'a:user_language': language, 'a:target_language': language };
}

/** The body of command 100. */
export const toWireMessage = (
  { conversation, content, ext, quote, idempotencyKey }: Saying,
  { shop }: Pick<Channel, 'shop'>,
) => ({
  ...idsOf(conversation),
  content,
  messageType: MESSAGE_TYPE.shopChat,
  ticket: conversation.address.ticket ?? TICKET,
  clientMessageId: idempotencyKey,
  ...(quote === null ? {} : { refMsgInfo: { referencedMessageId: BigInt(quote.platformMessageId), hint: quote.hint } }),
  ext: {
    ...ext,
    PIGEON_BIZ_TYPE: '1',
    sender_role: '2',
    sender_im_id: shop.pigeonCid,
    sender_im_role: '2',
    shop_id: shop.facts.platformShopId,
    shop_region: shop.region,
    ...languagePair(shop.facts.country),
    monitor_send_message_platform: 'pc',
    's:mentioned_users': '',
    [CLIENT_MESSAGE_ID]: idempotencyKey,
  },
});

export const sendText = (clock: Clock, channel: Channel, { text, ...command }: SendText): Promise<SendOutcome> =>
  send(clock, channel, { ...command, content: text, ext: { type: 'text' } });

export const sendImage = (clock: Clock, channel: Channel, { image, ...command }: SendImage): Promise<SendOutcome> =>
  send(clock, channel, { ...command, ...imageMessage(image), quote: null });

/**
 * A product of the shop, or the request to rate the service. The content is a placeholder, and the marketplace fills in
 * what the buyer sees. Ours: that a shop sends the request; it is known as a message that arrives.
 */
export const sendCard = (
  clock: Clock,
  channel: Channel,
  { card, ...command }: SendOfferedCard<'tiktok'>,
): Promise<SendOutcome> => {
  const ext =
    card.type === 'rating' ? { type: RATING_CARD } : { type: GOODS_CARD, goods_id: card.products[0]?.itemId ?? '' };
  return send(clock, channel, { ...command, content: `[${ext.type}]`, ext, quote: null });
};
const GOODS_CARD = 'goods_card';

async function send(clock: Clock, channel: Channel, saying: Saying): Promise<SendOutcome> {
  const client = await channel.client();
  if (!client.ok) return noLine(client.refusal.reason, client.refusal.detail, client.canRetry);
  const line = await client.value.connect();
  if (line.kind === 'loginNeeded') return noLine('shop_login_expired', line.detail, false);
  if (line.kind !== 'open') {
    const words = line.kind === 'failed' ? line.detail : null;
    const { reason, detail } = channel.lineFailure()?.refusal ?? refusal('marketplace_unreachable', words);
    return noLine(reason, detail, true);
  }
  const sent = readSendResult(await client.value.call('sendMessage', toWireMessage(saying, channel)));
  if (sent.kind !== 'accepted') return sent;
  const { serverMessageId } = sent;
  const position =
    toldPosition(client.value, saying.conversation, serverMessageId) ??
    (await findPosition(channel, saying.conversation, serverMessageId)) ??
    // A later push tells the position. Until then the clock's time is used instead.
    parsePosition(String(BigInt(clock.now()) * 1_000n));
  if (position === null) return { kind: 'inDoubt', detail: 'accepted without a place' };
  const platformMessageId = asPlatformMessageId(String(serverMessageId));
  return { kind: 'accepted', platformMessageId, position, sentAt: Number(BigInt(position) / 1_000n) };
}

/** The chat could not be reached, so no byte of the message has left. */
function noLine(reason: ReasonCode, detail: string | null, canRetry: boolean): SendOutcome {
  const next: AfterRefusal = canRetry ? { kind: 'wait', delayMs: NO_LINE_WAIT_MS } : { kind: 'login' };
  return { kind: 'refused', refusal: refusal(reason, detail), next };
}

/** The message's position, if a push has told it already. */
function toldPosition(client: ImClient, conversation: ConversationRef, messageId: bigint): Position | null {
  const held = client.state().conversations.get(conversation.platformConversationId)?.messages ?? [];
  const found = held.findLast(({ serverMessageId }) => serverMessageId === messageId);
  return found === undefined ? null : parsePosition(String(found.index));
}

/** The reply to a send names the message without its position. The newest messages have it. */
async function findPosition(
  channel: Channel,
  conversation: ConversationRef,
  messageId: bigint,
): Promise<Position | null> {
  const page = await ask(channel, 'read', 'messagesInConversation', {
    ...idsOf(conversation),
    direction: MessageDirection.OLDER,
    limit: LOOK_BACK,
  });
  const messages = page.ok ? page.value.messages : [];
  const found = messages.find(({ serverMessageId }) => serverMessageId === messageId);
  return found === undefined ? null : parsePosition(String(found.indexInConversation));
}

export type WireSendOutcome =
  | { readonly kind: 'accepted'; readonly serverMessageId: bigint }
  | Extract<SendOutcome, { readonly kind: 'refused' | 'inDoubt' }>;

const inDoubt = (detail: string): WireSendOutcome => ({ kind: 'inDoubt', detail });
const stop = (reason: ReasonCode, detail: string): WireSendOutcome => ({
  kind: 'refused',
  refusal: refusal(reason, detail),
  next: { kind: 'stop' },
});

const wait = (reason: ReasonCode, detail: string | null, delayMs: number): WireSendOutcome => ({
  kind: 'refused',
  refusal: refusal(reason, detail),
  next: { kind: 'wait', delayMs },
});

export function readSendResult(result: CallResult<SendMessageResponseBody>): WireSendOutcome {
  switch (result.kind) {
    case 'done':
      return result.body.serverMessageId > 0n
        ? { kind: 'accepted', serverMessageId: result.body.serverMessageId }
        : inDoubt('accepted without a message id');
    case 'refused':
      return readRefusal(result);
    case 'refresh':
      // Refused before it was accepted. The next attempt waits for the new token.
      return wait('marketplace_error', result.detail, 0);
    case 'unconfirmed':
      return inDoubt(result.detail || DOUBTS[result.why]);
    case 'notSent':
      return wait('marketplace_unreachable', null, NO_LINE_WAIT_MS);
  }
}

const DOUBTS = {
  timedOut: 'request timed out',
  cut: 'the socket closed before the reply',
  unreadable: 'the reply cannot be read',
} as const;

/** Spec 3 §4.2. An unknown status leaves the message in doubt, and so does a fault of the server. */
function readRefusal({ source, code, advice, isUndone, detail }: Refused<unknown>): WireSendOutcome {
  const told = source === 'send' ? TOLD_REFUSALS.get(detail) : undefined;
  if (told !== undefined) return stop(told, detail);
  const words = detail || `${source === 'send' ? 'send status' : 'status'} ${code}`;
  const known = (source === 'send' ? SEND_REFUSALS : STATUS_REFUSALS).get(code);
  if (known !== undefined) return stop(known, words);
  if (!isUndone) return inDoubt(words);
  return advice === 'retry'
    ? wait('too_frequent', words, LIMITS.tooManyRequestsWaitMs)
    : stop('marketplace_error', words);
}

const SEND_REFUSALS: ReadonlyMap<number, ReasonCode> = new Map([
  [SEND_STATUS.USER_NOT_IN_CONVERSATION, 'not_found'],
  [SEND_STATUS.CHECK_CONV_NOT_PASS, 'conversation_closed'],
  [SEND_STATUS.CHECK_MSG_NOT_PASS, 'message_refused'],
  // The shop would see the message, and the buyer never would.
  [SEND_STATUS.CHECK_MSG_NOT_PASS_BUT_SELF_VISIBLE, 'message_refused'],
  [SEND_STATUS.USER_HAS_BEEN_BLOCKED, 'blocked_by_user'],
]);
/** Ours: the words of `check_message`. */
const TOLD_REFUSALS: ReadonlyMap<string, ReasonCode> = new Map([
  ['can_not_send_message', 'buyer_out_of_reach'],
  ['rating_card_repeated', 'rating_card_duplicate'],
  ['rating_card_too_late', 'rating_card_expired'],
]);
const STATUS_REFUSALS: ReadonlyMap<number, ReasonCode> = new Map([
  ...[...NOT_FOUND].map((code): [number, ReasonCode] => [code, 'not_found']),
  [STATUS.MESSAGE_ILLEGAL, 'message_refused'],
  [STATUS.USER_SILENCE, 'message_refused'],
  [STATUS.USER_BANNED_TO_POST, 'message_refused'],
  [STATUS.CALLBACK_DENY, 'message_refused'],
]);
