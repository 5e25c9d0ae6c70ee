import type { Outcome } from '@pasar/connector-kit';
import type { LazadaCallShape } from '../calls/definition.ts';
import { SCOPE } from './shop.fixture.ts';

/** What a gateway call reads from an answer with these data. */
export function fromEnvelope<Answer>(call: LazadaCallShape<never, Answer>, data: unknown): Outcome<Answer> {
  const json = { api: 'a', v: '1.0', ret: ['SUCCESS::success'], data };
  return call.fromWire({ status: 200, headers: {}, json, text: '' }, SCOPE);
}
