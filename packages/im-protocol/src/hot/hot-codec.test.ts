import type { DescMessage } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { isSame } from '../../tests/support/oracle.ts';
import { seeded } from '../../tests/support/random.ts';
import { generated } from '../../tests/support/values.ts';
import {
  create,
  decodeFrame,
  decodeResponse,
  encodeFrame,
  encodeFrameAround,
  encodeRequest,
  encodeResponse,
  FrameSchema,
  MessageBodySchema,
  RequestSchema,
  ResponseSchema,
  UnencodableError,
} from '../index.ts';
import { FRAME_A, FRAME_C } from '../sample-frames.ts';
import { readGeneral, writeGeneral } from '../wire/general.ts';
import { HOT_CODECS } from './hot-codec.ts';

const DESCS = {
  frame: FrameSchema,
  request: RequestSchema,
  response: ResponseSchema,
  messageBody: MessageBodySchema,
} as const;

describe('against the general codec', () => {
  test.each(['frame', 'request', 'response', 'messageBody'] as const)(
    'IM-H1 %s: the same objects, the same bytes',
    (name) => {
      const desc: DescMessage = DESCS[name];
      const { read, write } = HOT_CODECS[name] as (typeof HOT_CODECS)['frame'];
      const random = seeded(41);
      const taken = { read: 0, written: 0 };
      for (let round = 0; round < 2_000; round += 1) {
        // Bodies have sixty slots; real messages fill one or two.
        const options = { density: round % 2 === 0 ? 0.03 : 0.15, unlisted: true, hostileKeys: round % 3 === 0 };
        const message = generated(desc, random, options);
        const bytes = writeGeneral(desc, message);
        const sooner = read(bytes);
        if (sooner !== null) {
          taken.read += 1;
          expect(isSame(sooner, readGeneral(desc, bytes))).toBe(true);
        }
        const written = write(message as Parameters<typeof write>[0]);
        if (written !== null) {
          taken.written += 1;
          expect(Buffer.compare(written, bytes)).toBe(0);
        }
      }
      // The comparison only counts when neither codec left everything to the other.
      expect(taken.read).toBeGreaterThan(400);
      expect(taken.written).toBeGreaterThan(400);
    },
  );

  test('IM-H1 the straight-line codec reads the sample frames itself', () => {
    for (const bytes of [FRAME_A, FRAME_C]) {
      const frame = HOT_CODECS.frame.read(bytes);
      expect(frame).toEqual(readGeneral(FrameSchema, bytes));
      expect(frame === null ? null : HOT_CODECS.frame.write(frame)).toEqual(bytes);
    }
    const response = HOT_CODECS.response.read(decodeFrame(FRAME_C).payload);
    expect(response?.body?.hasNewMessageNotify?.message?.ext).toEqual({ type: 'text', sender_role: '1' });
  });
});

describe('writing', () => {
  test('IM-H2 a frame around its message has the bytes of the frame with the message encoded first', () => {
    const frame = decodeFrame(FRAME_C);
    const response = decodeResponse(frame.payload);
    expect(encodeFrameAround(frame, response)).toEqual(FRAME_C);
    const request = create(RequestSchema, { cmd: 100, body: { sendMessageBody: { content: 'ผู้ซื้อ'.repeat(40) } } });
    expect(encodeFrameAround(frame, request)).toEqual(encodeFrame({ ...frame, payload: encodeRequest(request) }));
  });

  test('IM-H3 written bytes do not change when the next message is written', () => {
    const first = encodeResponse(create(ResponseSchema, { errorDesc: 'first' }));
    const copy = Uint8Array.from(first);
    encodeResponse(create(ResponseSchema, { errorDesc: 'second' }));
    expect(first).toEqual(copy);
    expect(first.buffer.byteLength).toBe(first.length);
  });

  test('IM-H3 texts and lengths of every width', () => {
    for (const length of [0, 1, 14, 15, 42, 43, 127, 128, 5_461, 16_383, 16_384, 100_000, 3_000_000]) {
      for (const letter of ['a', 'é', 'ก', '🛍️'.slice(0, 2)]) {
        const response = create(ResponseSchema, { errorDesc: letter.repeat(length / letter.length) });
        const bytes = encodeResponse(response);
        expect(Buffer.compare(bytes, writeGeneral(ResponseSchema, response))).toBe(0);
        if (bytes.length < 4_000_000) expect(decodeResponse(bytes).errorDesc).toBe(response.errorDesc);
      }
    }
  });

  test.each([
    ['a number beyond 64 bits', { sequenceId: 2n ** 63n }],
    ['a number beyond 32 bits', { cmd: 2 ** 31 }],
    ['a broken number', { cmd: 1.5 }],
  ])('IM-H4 %s is refused with a typed error', (_what, init) => {
    expect(() => encodeResponse(create(ResponseSchema, init))).toThrow(UnencodableError);
  });

  test('IM-H4 a value of another type that the library accepts is written like the library writes it', () => {
    const odd = create(ResponseSchema, { sequenceId: '7' as never, errorDesc: 5 as never });
    expect(HOT_CODECS.response.write(odd)).toBeNull();
    expect(decodeResponse(encodeResponse(odd))).toMatchObject({ sequenceId: 7n, errorDesc: '5' });
  });
});
