/** Command 100 over the socket: one wire attempt (facts 3.4 and 4.8). */
import type { Bridge } from '@pasar/bridge';
import type { AfterRefusal, SendOutcome, SendText } from '@pasar/connector-kit';
import { asPlatformMessageId, LIMITS, type Position, parsePosition, type ReasonCode, refusal } from '@pasar/domain';
import {
  type CallOutcome,
  COMMANDS,
  MESSAGE_TYPE,
  MessageDirection,
  SEND_STATUS,
  type SendMessageResponseBody,
  STATUS,
} from '@pasar/im-protocol';
import { askTwin } from '../chat/ask.ts';
import type { Channel } from '../chat/channel.ts';
import { TICKET } from '../inbound/conversation.ts';
import { idsOf } from '../inbound/fetch.ts';
import { CLIENT_MESSAGE_ID } from '../inbound/message.ts';
import type { ChatToken } from '../inbound/shapes.ts';

/** Ours: how long a line that is not there is given before the next try. */
const NO_LINE_WAIT_MS = 1_000;
/** How far back the message is looked for when its place was not told by a push. */
const LOOK_BACK = 20;

export interface Echoes {
  /** Where a push has placed a message of ours, by server message id. */
  positionOf(serverMessageId: string): Position | null;
}

/** What goes into command 100 for a text. */
const toWireText = ({ conversation, text, quote, idempotencyKey }: SendText, { shop }: Channel) => ({
  ...idsOf(conversation),
  content: text,
  messageType: MESSAGE_TYPE.shopChat,
  ticket: conversation.address.ticket ?? TICKET,
  clientMessageId: idempotencyKey,
  ...(quote === null ? {} : { refMsgInfo: { referencedMessageId: BigInt(quote.platformMessageId), hint: quote.hint } }),
  ext: {
    type: 'text',
    PIGEON_BIZ_TYPE: '1',
    sender_role: '2',
    sender_im_id: shop.pigeonCid,
    sender_im_role: '2',
    shop_region: shop.region,
    monitor_send_message_platform: 'pc',
    's:mentioned_users': '',
    [CLIENT_MESSAGE_ID]: idempotencyKey,
  },
});

export async function sendText(
  bridge: Bridge,
  channel: Channel,
  echoes: Echoes,
  command: SendText,
): Promise<SendOutcome> {
  const line = await channel.line();
  if (!line.ok) return noLine(line.refusal.reason, line.refusal.detail, line.canRetry);
  const used = channel.tokens.newest();
  const outcome = await line.value.call(COMMANDS.sendMessage, toWireText(command, channel));
  const sent = readSendOutcome(outcome);
  switch (sent.kind) {
    case 'accepted': {
      const position =
        echoes.positionOf(sent.serverMessageId) ??
        (await findPosition(bridge, channel, command, sent.serverMessageId)) ??
        // the place is told with the message itself sooner or later; until then the clock stands in for it
        parsePosition(String(BigInt(bridge.clock.now()) * 1_000n));
      if (position === null) return { kind: 'inDoubt', detail: 'accepted without a place' };
      const platformMessageId = asPlatformMessageId(sent.serverMessageId);
      return { kind: 'accepted', platformMessageId, position, sentAt: Number(BigInt(position) / 1_000n) };
    }
    case 'token':
      return renewToken(channel, used, sent.detail);
    default:
      return sent;
  }
}

/** Without a line not a byte has left. */
function noLine(reason: ReasonCode, detail: string | null, canRetry: boolean): SendOutcome {
  const next: AfterRefusal = canRetry ? { kind: 'wait', delayMs: NO_LINE_WAIT_MS } : { kind: 'login' };
  return { kind: 'refused', refusal: refusal(reason, detail), next };
}

/** A dead token was refused before acceptance: fetch another, and let the ledger try again. */
async function renewToken(channel: Channel, used: ChatToken | null, detail: string): Promise<SendOutcome> {
  if (used !== null) channel.tokens.drop(used.token);
  const token = await channel.tokens.current();
  if (!token.ok) return noLine(token.refusal.reason, token.refusal.detail, token.canRetry);
  return { kind: 'refused', refusal: refusal('marketplace_error', detail), next: { kind: 'wait', delayMs: 0 } };
}

/** The reply to a send names the message, not its place: a look at the newest messages does. */
async function findPosition(
  bridge: Bridge,
  channel: Channel,
  { conversation }: SendText,
  serverMessageId: string,
): Promise<Position | null> {
  const page = await askTwin(bridge, channel, COMMANDS.messagesInConversation, {
    ...idsOf(conversation),
    direction: MessageDirection.OLDER,
    limit: LOOK_BACK,
  });
  if (!page.ok) return null;
  const found = page.value.messages.find((message) => String(message.serverMessageId) === serverMessageId);
  return found === undefined ? null : parsePosition(String(found.indexInConversation));
}

export type WireSendOutcome =
  | { readonly kind: 'accepted'; readonly serverMessageId: string }
  | { readonly kind: 'token'; readonly detail: string }
  | Extract<SendOutcome, { readonly kind: 'refused' | 'inDoubt' }>;

const inDoubt = (detail: string): WireSendOutcome => ({ kind: 'inDoubt', detail });
const stop = (reason: ReasonCode, detail: string): WireSendOutcome => ({
  kind: 'refused',
  refusal: refusal(reason, detail),
  next: { kind: 'stop' },
});

export function readSendOutcome(outcome: CallOutcome<SendMessageResponseBody>): WireSendOutcome {
  switch (outcome.kind) {
    case 'replied':
      return readSendBody(outcome.body);
    case 'refused':
      return readSendStatus(outcome.statusCode, outcome.status, outcome.detail || `status ${outcome.statusCode}`);
    case 'timedOut':
      return inDoubt('request timed out');
    case 'cut':
      return inDoubt('the socket closed before the reply');
    case 'unreadable':
      return inDoubt(outcome.detail);
    case 'notSent': {
      const next = { kind: 'wait', delayMs: NO_LINE_WAIT_MS } as const;
      return { kind: 'refused', refusal: refusal('marketplace_unreachable'), next };
    }
  }
}

/** spec 3 §4.2. A status nobody knows leaves a doubt. */
function readSendBody(body: SendMessageResponseBody): WireSendOutcome {
  const detail = body.checkMessage || `send status ${body.status}`;
  switch (body.status) {
    case SEND_STATUS.SEND_SUCCEED:
      return body.serverMessageId > 0n
        ? { kind: 'accepted', serverMessageId: String(body.serverMessageId) }
        : inDoubt('accepted without a message id');
    case SEND_STATUS.USER_NOT_IN_CONVERSATION:
      return stop('not_found', detail);
    case SEND_STATUS.CHECK_CONV_NOT_PASS:
      return { kind: 'refused', refusal: refusal('conversation_closed', detail), next: { kind: 'reopen' } };
    case SEND_STATUS.CHECK_MSG_NOT_PASS:
    case SEND_STATUS.CHECK_MSG_NOT_PASS_BUT_SELF_VISIBLE:
      return stop('message_refused', detail);
    case SEND_STATUS.USER_HAS_BEEN_BLOCKED:
      return stop('blocked_by_user', detail);
    default:
      return inDoubt(detail);
  }
}

function readSendStatus(code: number, status: string, detail: string): WireSendOutcome {
  if (status === 'token') return { kind: 'token', detail };
  if (status === 'server') return inDoubt(detail);
  if (status === 'busy') {
    const next = { kind: 'wait', delayMs: LIMITS.tooManyRequestsWaitMs } as const;
    return { kind: 'refused', refusal: refusal('too_frequent', detail), next };
  }
  switch (code) {
    case STATUS.CONVERSATION_NOT_FOUND:
    case STATUS.MESSAGE_TARGET_CONVERSATION_NOT_EXIST:
    case STATUS.CONV_NOT_FOUND:
      return stop('not_found', detail);
    case STATUS.MESSAGE_ILLEGAL:
    case STATUS.USER_SILENCE:
    case STATUS.USER_BANNED_TO_POST:
    case STATUS.CALLBACK_DENY:
      return stop('message_refused', detail);
    default:
      return stop('marketplace_error', detail);
  }
}
