/** Reads and idempotent commands: over the HTTP twin, or over an open socket with the twin to fall back to. */
import type { Bridge } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { LIMITS } from '@pasar/domain';
import {
  buildHttpCall,
  type CallOutcome,
  type Command,
  type CommandBody,
  type CommandSchema,
  readHttpReply,
  STATUS,
} from '@pasar/im-protocol';
import type { ChatToken } from '../inbound/shapes.ts';
import { withOneRetry, withPatience } from '../limits/retry.ts';
import { type Failed, ok, refused, unlucky } from '../outcome.ts';
import type { Channel } from './channel.ts';

type Refused = Extract<CallOutcome<unknown>, { readonly kind: 'refused' }>;

/** Conversation not found, in the numbers that branches of the protocol use for it. */
const NOT_FOUND: ReadonlySet<number> = new Set([
  STATUS.CONVERSATION_NOT_FOUND,
  STATUS.MESSAGE_TARGET_CONVERSATION_NOT_EXIST,
  STATUS.CONV_NOT_FOUND,
]);

/** What a status means for a call that may be made again. */
function failureOf({ status, statusCode, detail }: Refused): Failed {
  const words = detail === '' ? `status ${statusCode}` : detail;
  switch (status) {
    case 'token':
      return refused('shop_login_expired', words);
    case 'busy':
      return unlucky('too_frequent', words);
    case 'ok':
    case 'server':
      return unlucky('marketplace_error', words);
    case 'refused':
      if (NOT_FOUND.has(statusCode)) return refused('not_found', words);
      if (statusCode === STATUS.RECALL_TIMEOUT) return refused('recall_too_late', words);
      return statusCode === STATUS.USER_FORBIDDEN
        ? unlucky('marketplace_error', words)
        : refused('marketplace_error', words);
  }
}

/** POST apiUrl + path. A token that no longer holds is renewed once. */
export const askTwin = <Req extends CommandSchema, Reply>(
  bridge: Bridge,
  channel: Channel,
  command: Command<Req, Reply>,
  body: CommandBody<Req>,
): Promise<Outcome<Reply>> => withPatience(bridge.clock, () => askWithToken(bridge, channel, command, body));

async function askWithToken<Req extends CommandSchema, Reply>(
  bridge: Bridge,
  channel: Channel,
  command: Command<Req, Reply>,
  body: CommandBody<Req>,
): Promise<Outcome<Reply>> {
  for (let attempt = 0; ; attempt += 1) {
    const token = await channel.tokens.current();
    if (!token.ok) return token;
    const outcome = await postTwin(bridge, channel, token.value, command, body);
    if ('ok' in outcome) return outcome;
    if (outcome.kind === 'replied') return ok(outcome.body);
    if (outcome.kind !== 'refused') return refused('unexpected_answer', 'detail' in outcome ? outcome.detail : null);
    if (outcome.status !== 'token' || attempt > 0) return failureOf(outcome);
    channel.tokens.drop(token.value.token);
  }
}

async function postTwin<Req extends CommandSchema, Reply>(
  bridge: Bridge,
  channel: Channel,
  token: ChatToken,
  command: Command<Req, Reply>,
  body: CommandBody<Req>,
): Promise<CallOutcome<Reply> | Failed> {
  const call = buildHttpCall(channel.profile(token), command, channel.nextSequenceId(), body);
  const response = await withOneRetry(() =>
    bridge.http.request({
      method: 'POST',
      url: `${token.apiUrl.replace(/\/$/, '')}/${call.path}`,
      headers: { accept: call.contentType },
      body: { type: 'bytes', bytes: call.bytes, contentType: call.contentType },
      timeoutMs: LIMITS.requestTimeoutMs,
    }),
  );
  if ('ok' in response) return response;
  if (response.status === 429) return unlucky('too_frequent', 'HTTP 429');
  if (response.status !== 200) return unlucky('marketplace_error', `HTTP ${response.status}`);
  return readHttpReply(command, response.bytes);
}

/** Over the socket when it is open; what leaves a doubt there, or was too early, is asked again by HTTP. */
export async function ask<Req extends CommandSchema, Reply>(
  bridge: Bridge,
  channel: Channel,
  command: Command<Req, Reply>,
  body: CommandBody<Req>,
): Promise<Outcome<Reply>> {
  const used = channel.tokens.newest();
  const outcome = await channel.openLine()?.call(command, body);
  if (outcome?.kind === 'replied') return ok(outcome.body);
  if (outcome?.kind === 'refused') {
    if (outcome.status !== 'token' && outcome.status !== 'busy') return failureOf(outcome);
    if (used !== null && outcome.status === 'token') channel.tokens.drop(used.token);
  }
  return askTwin(bridge, channel, command, body);
}
