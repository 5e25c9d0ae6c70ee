import type { CommandName, ReplyOf, RequestOf } from '../commands.ts';
import { roundPauseMs } from './backoff.ts';
import { CALL_PLANS } from './call-plans.ts';
import type { CallOutcome } from './client-requests.ts';
import type { ClientSession } from './client-session.ts';
import { COMMANDS_BY_NAME } from './command-table.ts';
import type { HttpTwin } from './http-twin.ts';
import type { RandomPort } from './ports.ts';
import { replyStatus, STATUS_TABLES, type StatusSource } from './reply-status.ts';
import { type Advice, RESPONSE_STATUSES, statusRow } from './statuses.ts';
import type { Timers } from './timers.ts';
import type { Tokens } from './tokens.ts';

export interface Refused<Reply = never> {
  readonly kind: 'refused';
  readonly source: StatusSource;
  readonly code: number;
  readonly name: string;
  readonly advice: Exclude<Advice, 'done'>;
  /** False when the server may have carried out the call in spite of the refusal. */
  readonly isUndone: boolean;
  readonly detail: string;
  readonly checkCode: bigint;
  readonly checkMessage: string;
  /** The reply, when the refusal was in a reply. */
  readonly body: Reply | null;
}

/** The result of a call, and how to continue. Expected refusals are values; only mistakes in a body throw. */
export type CallResult<Reply> =
  | { readonly kind: 'done'; readonly body: Reply }
  | Refused<Reply>
  /** A call that is never repeated had an expired token: it was not accepted, and the token is being renewed. */
  | { readonly kind: 'refresh'; readonly code: number; readonly detail: string }
  /** The call may have been carried out or not. */
  | { readonly kind: 'unconfirmed'; readonly why: 'timedOut' | 'cut' | 'unreadable'; readonly detail: string }
  /** No byte was sent for certain. */
  | { readonly kind: 'notSent' };

/** True when a repetition cannot help. */
export const isFinal = (result: CallResult<unknown>): boolean =>
  result.kind === 'refused' && (result.advice === 'stop' || result.advice === 'tellUser');

type Refusal = Extract<CallOutcome<unknown>, { readonly kind: 'refused' }>;

/** The pauses of a call that was refused as too frequent (spec 2 §9). */
export interface Patience {
  readonly pauseMs: number;
  readonly times: number;
}

export interface CallerParts {
  readonly twin: HttpTwin;
  /** The open socket's session, or null. */
  readonly session: () => ClientSession | null;
  readonly tokens: Tokens;
  readonly timers: Timers;
  readonly random: RandomPort;
  readonly patience: Patience;
}

export interface Caller {
  call<Name extends CommandName>(name: Name, body: RequestOf<Name>): Promise<CallResult<ReplyOf<Name>>>;
}

const hasIdempotentId = (body: object): boolean => {
  if ('idempotentId' in body) return typeof body.idempotentId === 'string' && body.idempotentId !== '';
  const list = 'propertyList' in body && typeof body.propertyList === 'object' ? body.propertyList : null;
  const items = list !== null && 'modifyPropertyContent' in list ? list.modifyPropertyContent : null;
  return (
    Array.isArray(items) &&
    items.every((item: unknown) => typeof item === 'object' && item !== null && hasIdempotentId(item))
  );
};

/** Facts §4.7: of the refusals only a 500 that names a timeout is repeated by itself. */
const isServerTimeout = ({ statusCode, detail }: Refusal): boolean =>
  statusCode === 500 && /time\s?-?out/i.test(detail);

interface Standing {
  readonly canRepeat: boolean;
  readonly isByHttp: boolean;
  readonly hasRenewed: boolean;
}
type Step<Reply> =
  | { readonly kind: 'end'; readonly result: CallResult<Reply> }
  /** Repeat the same way with a new token; `result` if there is none. */
  | { readonly kind: 'renew'; readonly result: CallResult<Reply> }
  /** Repeat by HTTP at once; `result` if the client was stopped. */
  | { readonly kind: 'byHttp'; readonly result: CallResult<Reply> }
  /** Repeat after a pause; `result` if the rounds are used up. */
  | { readonly kind: 'again'; readonly result: CallResult<Reply> }
  /** Repeat the same way when the server is less busy; `result` if the attempts are used up. */
  | { readonly kind: 'later'; readonly result: CallResult<Reply> };

/** IM-S13 to IM-S15: the next step after an attempt. */
function stepAfter<Name extends CommandName>(
  name: Name,
  raw: CallOutcome<ReplyOf<Name>>,
  { canRepeat, isByHttp, hasRenewed }: Standing,
): Step<ReplyOf<Name>> {
  switch (raw.kind) {
    case 'replied':
      return { kind: 'end', result: replyResult(name, raw.body) };
    case 'refused': {
      const result = refusalResult(raw);
      if (result.advice === 'refresh') {
        if (!canRepeat) return { kind: 'end', result: { kind: 'refresh', code: raw.statusCode, detail: raw.detail } };
        return { kind: hasRenewed ? 'end' : 'renew', result };
      }
      if (!canRepeat) return { kind: 'end', result };
      if (result.advice === 'retry' && result.isUndone) return { kind: 'later', result };
      return { kind: isServerTimeout(raw) ? 'again' : 'end', result };
    }
    case 'notSent':
      return { kind: !isByHttp ? 'byHttp' : canRepeat ? 'again' : 'end', result: raw };
    case 'timedOut':
    case 'cut':
    case 'unreadable': {
      const detail = raw.kind === 'unreadable' ? raw.detail : '';
      const result = { kind: 'unconfirmed', why: raw.kind, detail } as const;
      return { kind: !canRepeat ? 'end' : isByHttp ? 'again' : 'byHttp', result };
    }
  }
}

/** A refusal in the envelope, with its row of the table. */
export function refusalResult({ statusCode, detail }: Refusal): Refused {
  const { name, advice, isUndone } = statusRow(RESPONSE_STATUSES, statusCode);
  return {
    kind: 'refused',
    source: 'response',
    code: statusCode,
    name,
    // A refusal never has status 0, the only status with the advice `done`.
    advice: advice === 'done' ? 'stop' : advice,
    isUndone,
    detail,
    checkCode: 0n,
    checkMessage: '',
    body: null,
  };
}

/** A reply that was read: done, unless its own status is a refusal. */
export function replyResult<Name extends CommandName>(name: Name, body: ReplyOf<Name>): CallResult<ReplyOf<Name>> {
  const status = replyStatus(name, body);
  if (status === null) return { kind: 'done', body };
  const { source, code, checkCode, checkMessage } = status;
  const row = statusRow(STATUS_TABLES[source], code);
  if (row.advice === 'done') return { kind: 'done', body };
  const { advice, isUndone } = row;
  return {
    kind: 'refused',
    source,
    code,
    name: row.name,
    advice,
    isUndone,
    detail: checkMessage,
    checkCode,
    checkMessage,
    body,
  };
}

export function createCaller({ twin, session, tokens, timers, random, patience }: CallerParts): Caller {
  const attempt = async <Name extends CommandName>(
    name: Name,
    body: RequestOf<Name>,
    isByHttp: boolean,
  ): Promise<CallOutcome<ReplyOf<Name>>> => {
    const command = COMMANDS_BY_NAME[name];
    if (isByHttp) return twin.call(command, body);
    const line = session();
    return line === null ? { kind: 'notSent' } : line.call(command, body);
  };
  return {
    call: async (name, body) => {
      const { rounds, isHttpOnly, repeat } = CALL_PLANS[name];
      const canRepeat = repeat === 'free' || (repeat === 'withId' && hasIdempotentId(body));
      let isByHttp = isHttpOnly || session() === null;
      let hasRenewed = false;
      let round = 0;
      let waits = 0;
      for (;;) {
        const token = tokens.current();
        const step = stepAfter(name, await attempt(name, body, isByHttp), { canRepeat, isByHttp, hasRenewed });
        switch (step.kind) {
          case 'end':
            if (step.result.kind === 'refresh') void tokens.renew(token);
            return step.result;
          case 'byHttp':
            if (timers.isStopped) return step.result;
            isByHttp = true;
            break;
          case 'renew':
            if ((await tokens.renew(token)).kind !== 'renewed') return step.result;
            hasRenewed = true;
            break;
          case 'again':
            if (round >= rounds || !(await timers.pause(roundPauseMs(round, random)))) return step.result;
            round += 1;
            break;
          case 'later':
            if (waits >= patience.times || !(await timers.pause(patience.pauseMs))) return step.result;
            waits += 1;
        }
      }
    },
  };
}
