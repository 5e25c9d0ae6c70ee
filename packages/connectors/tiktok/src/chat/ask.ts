/** Reads and idempotent commands. The chat client decides how they travel and which are repeated. */
import type { Outcome } from '@pasar/connector-kit';
import {
  type CallResult,
  type CommandName,
  type Refused,
  type ReplyOf,
  type RequestOf,
  STATUS,
} from '@pasar/im-protocol';
import { type Failed, ok, refused, unlucky } from '../wire/outcome.ts';
import type { Channel } from './channel.ts';

/** `read`: a page of data that the server keeps; `call`: a change that the client's own state follows. */
export async function ask<Name extends CommandName>(
  channel: Channel,
  how: 'read' | 'call',
  name: Name,
  body: RequestOf<Name>,
): Promise<Outcome<ReplyOf<Name>>> {
  const client = await channel.client();
  return client.ok ? outcomeOf(channel, await client.value[how](name, body)) : client;
}

function outcomeOf<Reply>(channel: Channel, result: CallResult<Reply>): Outcome<Reply> {
  switch (result.kind) {
    case 'done':
      return ok(result.body);
    case 'refused':
      // The token is dead and could not be renewed. The seller site has said why.
      return (result.advice === 'refresh' ? channel.tokenFailure() : null) ?? failureOf(result);
    case 'refresh':
      return unlucky('marketplace_error', result.detail);
    case 'unconfirmed':
      return unlucky(UNCONFIRMED[result.why], result.detail || null);
    case 'notSent':
      return channel.lineFailure() ?? unlucky('marketplace_unreachable', null);
  }
}

const UNCONFIRMED = {
  timedOut: 'request_timed_out',
  cut: 'marketplace_unreachable',
  unreadable: 'unexpected_answer',
} as const;

/** Conversation not found: the status numbers in the branches of the protocol. */
export const NOT_FOUND: ReadonlySet<number> = new Set([
  STATUS.CONVERSATION_NOT_FOUND,
  STATUS.MESSAGE_TARGET_CONVERSATION_NOT_EXIST,
  STATUS.CONV_NOT_FOUND,
]);

/** The failure for a call that may be repeated. */
function failureOf({ source, code, advice, isUndone, detail }: Refused<unknown>): Failed {
  const words = detail === '' ? `status ${code}` : detail;
  switch (advice) {
    case 'refresh':
      return unlucky('marketplace_error', words);
    case 'retry':
      return unlucky(isUndone ? 'too_frequent' : 'marketplace_error', words);
    case 'stop':
    case 'tellUser':
      if (source !== 'response') return refused('marketplace_error', words);
      if (NOT_FOUND.has(code)) return refused('not_found', words);
      if (code === STATUS.RECALL_TIMEOUT) return refused('recall_too_late', words);
      return code === STATUS.USER_FORBIDDEN ? unlucky('marketplace_error', words) : refused('marketplace_error', words);
  }
}
