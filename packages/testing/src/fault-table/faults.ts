import { BridgeError, type BridgeErrorCode } from '@pasar/bridge';

/** The effect of the wire on one attempt: delivers it, answers in place of the marketplace, or breaks. */
export type Stroke =
  | { readonly kind: 'carried' }
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'broken'; readonly code: BridgeErrorCode; readonly mayHaveReachedServer: boolean };

/** One row of the table: the failure, its number of attempts, and the part of the retry rules that it belongs to. */
export interface Fault {
  readonly name: string;
  readonly stroke: Stroke;
  /** The number of attempts that the fault strikes; null for all. */
  readonly times: 1 | null;
  readonly part: 'tooManyRequests' | 'timeouts' | 'cuts' | 'proxy' | null;
}

const answered = (status: number, text: string): Stroke => ({ kind: 'answered', status, text });
const broken = (code: BridgeErrorCode, mayHaveReachedServer: boolean): Stroke => ({
  kind: 'broken',
  code,
  mayHaveReachedServer,
});
const both = (name: string, stroke: Stroke, part: Fault['part']): Fault[] => [
  { name: `${name}, once`, stroke, times: 1, part },
  { name: `${name}, for good`, stroke, times: null, part },
];

export const FAULTS: readonly Fault[] = [
  ...both('too many requests', answered(429, ''), 'tooManyRequests'),
  ...both('no answer in time', broken('timeout', true), 'timeouts'),
  ...both('no connection in time', broken('timeout', false), 'timeouts'),
  ...both('connection cut', broken('reset', true), 'cuts'),
  ...both('connection refused', broken('refused', false), 'cuts'),
  ...both('no connection in the time of the system (ETIMEDOUT)', broken('unreachable', false), 'cuts'),
  ...both('proxy out of reach', broken('proxy', false), 'proxy'),
  { name: 'unknown name', stroke: broken('dns', false), times: null, part: null },
  { name: 'certificate refused', stroke: broken('tls', false), times: null, part: null },
  ...both('HTTP 403 without a word', answered(403, ''), null),
  { name: 'HTTP 500', stroke: answered(500, 'oops'), times: null, part: null },
  {
    name: 'a page instead of an answer',
    stroke: answered(200, '<html><body>Hello</body></html>'),
    times: null,
    part: null,
  },
];

export const toError = (stroke: Extract<Stroke, { kind: 'broken' }>): BridgeError =>
  new BridgeError(stroke.code, `${stroke.code} by the fault table`, stroke.mayHaveReachedServer);
