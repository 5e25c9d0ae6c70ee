import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOT_CODECS } from '../src/hot/hot-codec.ts';
import { FrameSchema, RequestSchema, ResponseSchema } from '../src/index.ts';
import { judge } from './support/oracle.ts';

/** Bytes that were once, or could be, read wrongly: each with a name, its message type, and the expected verdict. */
interface Named {
  readonly name: string;
  readonly message: 'Frame' | 'Request' | 'Response';
  readonly hex: string;
  readonly verdict: string;
}
const CORPUS: readonly Named[] = JSON.parse(readFileSync(join(import.meta.dirname, 'corpus/fuzz.json'), 'utf8'));

const judged = ({ message, hex }: Named): string => {
  const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
  switch (message) {
    case 'Frame':
      return judge(FrameSchema, HOT_CODECS.frame, bytes, true);
    case 'Request':
      return judge(RequestSchema, HOT_CODECS.request, bytes, true);
    case 'Response':
      return judge(ResponseSchema, HOT_CODECS.response, bytes, true);
  }
};

test.each(CORPUS)('IM-Z2 $name: $verdict', (named) => {
  expect(judged(named)).toBe(named.verdict);
});
