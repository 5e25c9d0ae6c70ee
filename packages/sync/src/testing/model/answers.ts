import { type Call, type CallInput, type CallOutput, type Change, failAnswer } from '@pasar/api';
import type { ReasonCode } from '@pasar/domain';
import { type CallResult, failed } from '../../call-result.ts';

/** A change before the change feed has numbered it. */
export type Unnumbered<C> = C extends Change ? Omit<C, 'seq'> : never;
/** Adds a change to the feed. */
export type Append = (change: Unnumbered<Change>) => void;

/** What one feature of the model answers, by call. */
export type Answers = ReadonlyMap<Call, (input: unknown) => CallResult<unknown>>;

/** One row of `Answers`: the input is parsed by the call's own schema. */
export const answering = <C extends Call>(
  call: C,
  answer: (input: CallInput<C>) => CallResult<CallOutput<C>>,
): readonly [Call, (input: unknown) => CallResult<unknown>] => [
  call,
  (input) => answer(call.input.parse(input) as CallInput<C>),
];

export const refused = (code: ReasonCode, reason: string, detail: string | null = null) =>
  failed({ kind: 'refused', code, reason, detail });
export const GONE = refused('not_found', 'This no longer exists.');
export const VIDEO_LOST = refused('video_lost', 'The video is no longer here. Choose it again.');

/** What the server sends over HTTP for a result (spec 2 §8). */
export function bodyOf(result: CallResult<unknown>): unknown {
  if (result.ok) return { result: 'success', data: result.data };
  const { failure } = result;
  if (failure.kind !== 'refused') throw new Error(`the model cannot answer ${failure.kind}`);
  const { reason, code, detail } = failure;
  return failAnswer.parse({ result: 'fail', reason, code, detail });
}
