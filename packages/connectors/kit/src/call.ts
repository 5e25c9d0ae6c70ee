import type { HttpBody, HttpRequest } from '@pasar/bridge';
import { LIMITS } from '@pasar/domain';
import type { CallKey } from './catalogue.ts';
import type { Outcome } from './outcome.ts';
import type { Repeat } from './retry.ts';

/** How sure a shape is: seen in public code or captures, documented by the marketplace, or assumed by us. */
export const CALL_TAGS = ['seen', 'official', 'ours'] as const;
export type CallTag = (typeof CALL_TAGS)[number];

/** An upload takes at most as long as a message (our choice): the 300 s of spec 2 §9 are for fetching a picture. */
export const UPLOAD_TIMEOUT_MS = LIMITS.messageSendTimeoutMs;

/** A request before the connector's request layer adds origin, tokens, signatures and common parameters. */
export interface WireCall {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpBody;
}

/** An HTTP answer with its body parsed without loss; `json` is undefined when the body is not JSON. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly text: string;
}

/**
 * One marketplace call as data: its request, how its answer is read, and whether it may be repeated. `Scope` is what a
 * connector's request layer knows of the login and the shop. A definition holds no state and makes no request itself.
 */
export interface MarketplaceCall<Scope, Params, Answer> {
  readonly key: CallKey;
  readonly tag: CallTag;
  readonly repeat: Repeat;
  readonly toWire: (params: Params, scope: Scope) => WireCall;
  /** The definition decides what is a success and what a refusal, by the rules of its surface (spec 2 §5, §8). */
  readonly fromWire: (answer: WireAnswer, scope: Scope) => Outcome<Answer>;
}

/**
 * One worked example of a call, for its tests and the fault table: the input, the request that must leave, an answer in
 * the marketplace's shape, and the value that must be read from the answer.
 */
export interface CallFixture<Scope, Params, Answer> {
  readonly call: MarketplaceCall<Scope, Params, Answer>;
  readonly params: Params;
  readonly scope: Scope;
  readonly request: WireCall;
  readonly answer: WireAnswer;
  readonly result: Answer;
}
