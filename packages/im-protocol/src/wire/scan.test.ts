import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, test } from 'vitest';
import { encodeResponse } from '../codec.ts';
import { MalformedError } from '../errors.ts';
import {
  create,
  FrameSchema,
  MessagesInConversationResponseBodySchema,
  RequestSchema,
  ResponseSchema,
} from '../index.ts';
import { FRAME_A, FRAME_C } from '../sample-frames.ts';
import { MAX_DEPTH, scanMessage } from './scan.ts';

const written = (write: (writer: BinaryWriter) => unknown): Uint8Array => {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
};
const refusal = (read: () => unknown): MalformedError => {
  try {
    read();
  } catch (error) {
    if (error instanceof MalformedError) return error;
    throw error;
  }
  throw new Error('it was read');
};
const ELEVEN = [...new Array<number>(10).fill(0x80), 0x00];

describe('refusals', () => {
  test.each([
    ['a tag cut off', [0x80], 'truncated', 'Frame'],
    ['field number 0', [0x00, 0x00], 'bad tag', 'Frame'],
    ['wire type 6', [0x0e, 0x00], 'bad tag', 'Frame'],
    ['a tag beyond 32 bits', [0x88, 0x80, 0x80, 0x80, 0x10, 0x01], 'bad tag', 'Frame'],
    ['a tag of six bytes', [0x88, 0x80, 0x80, 0x80, 0x80, 0x00, 0x01], 'bad tag', 'Frame'],
    ['a value cut off', [0x08], 'truncated', 'Frame.seqid'],
    ['a varint of eleven bytes', [0x08, ...ELEVEN], 'varint of more than ten bytes', 'Frame.seqid'],
    ['text where a number stands', [0x0a, 0x01, 0x61], 'wrong wire type', 'Frame.seqid'],
    ['a number where text stands', [0x38, 0x01], 'wrong wire type', 'Frame.payload_type'],
    ['a group where a message stands', [0x2b, 0x2c], 'wrong wire type', 'Frame.headers[0]'],
    ['a length beyond the end', [0x42, 0x05, 0x61], 'truncated', 'Frame.payload'],
    ['a length beyond 32 bits', [0x42, 0xff, 0xff, 0xff, 0xff, 0x7f], 'bad length', 'Frame.payload'],
    ['an end of no group', [0xdc, 0x05], 'group ends without a start', 'Frame.91'],
    ['a group that never ends', [0xd3, 0x05, 0x08, 0x01], 'truncated', 'Frame.90'],
    ['a group that another ends', [0xd3, 0x05, 0xdc, 0x05], 'group ends without a start', 'Frame.90'],
    ['64 bits cut off', [0xd1, 0x05, 1, 2, 3], 'truncated', 'Frame.90'],
    ['32 bits cut off', [0xd5, 0x05, 1, 2, 3], 'truncated', 'Frame.90'],
    ['bytes after the last field', [0x20, 0x01, 0xff], 'truncated', 'Frame'],
  ] as const)('IM-F8 %s, with its path', (_what, bytes, reason, path) => {
    expect(refusal(() => scanMessage(FrameSchema, Uint8Array.from(bytes)))).toMatchObject({ reason, path });
  });

  test('IM-F8 a nested message may not run past its parent, even when more bytes follow', () => {
    const inner = Uint8Array.of(0x12, 0x05, 0x61); // claims five bytes and has one inside its header
    const bytes = written((writer) => {
      writer.tag(5, WireType.LengthDelimited).bytes(inner);
      writer.tag(7, WireType.LengthDelimited).string('pb of eight');
    });
    expect(refusal(() => scanMessage(FrameSchema, bytes))).toMatchObject({
      reason: 'truncated',
      path: 'Frame.headers[0].value',
    });
  });

  test('IM-F8 paths count repeated fields and map entries', () => {
    const bytes = written((writer) => {
      writer.tag(15, WireType.LengthDelimited).bytes(Uint8Array.of(0x0a, 0x00));
      writer.tag(15, WireType.LengthDelimited).bytes(Uint8Array.of(0x08, 0x01));
    });
    expect(refusal(() => scanMessage(RequestSchema, bytes)).path).toBe('Request.headers[1].key');
  });
});

describe('bounded work', () => {
  const groups = (depth: number): Uint8Array =>
    written((writer) => {
      for (let level = 0; level < depth; level += 1) writer.tag(90, WireType.StartGroup);
      for (let level = 0; level < depth; level += 1) writer.tag(90, WireType.EndGroup);
    });

  test('IM-F9 groups may be nested up to the bound and no deeper', () => {
    expect(scanMessage(FrameSchema, groups(MAX_DEPTH - 1)).depth).toBe(MAX_DEPTH);
    expect(refusal(() => scanMessage(FrameSchema, groups(MAX_DEPTH))).reason).toBe('too deep');
    const deep = refusal(() => scanMessage(FrameSchema, groups(200_000)));
    expect(deep.reason).toBe('too deep');
    // The scan stopped at the bound, not at the end.
    expect(deep.offset).toBeLessThan(MAX_DEPTH * 4);
  });

  test('IM-F9 each field and each message takes at least one byte: the counts never exceed the length', () => {
    const page = create(ResponseSchema, {
      body: { messagesInConversationBody: { messages: Array.from({ length: 500 }, () => ({})) } },
    });
    const zeros = written((writer) => {
      for (let count = 0; count < 1_000; count += 1) writer.tag(90, WireType.Varint).int32(0);
    });
    const cases = [
      [FrameSchema, FRAME_A],
      [FrameSchema, FRAME_C],
      [FrameSchema, groups(20)],
      [FrameSchema, zeros],
      [ResponseSchema, encodeResponse(page)],
    ] as const;
    for (const [desc, bytes] of cases) {
      const { fields, messages } = scanMessage(desc, bytes);
      expect(fields).toBeLessThanOrEqual(bytes.length);
      expect(messages).toBeLessThanOrEqual(bytes.length / 2 + 1);
    }
    expect(scanMessage(ResponseSchema, encodeResponse(page)).messages).toBe(503);
  });

  test('IM-F9 packed numbers count one each', () => {
    const delimited = (field: number, bytes: Uint8Array) =>
      written((writer) => writer.tag(field, WireType.LengthDelimited).bytes(bytes));
    const body = delimited(8, delimited(100, delimited(9, new Uint8Array(50))));
    expect(scanMessage(RequestSchema, body).fields).toBe(53);
  });

  test('IM-F9 unknown fields are counted, groups once', () => {
    const bytes = written((writer) => {
      writer.tag(1, WireType.LengthDelimited).bytes(new Uint8Array());
      writer.tag(90, WireType.StartGroup);
      writer.tag(91, WireType.Varint).int32(1);
      writer.tag(90, WireType.EndGroup);
    });
    expect(scanMessage(MessagesInConversationResponseBodySchema, bytes)).toMatchObject({ unknown: 1, messages: 3 });
  });
});
