import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeFrame,
  decodeRequest,
  decodeResponse,
  encodeFrame,
  encodeRequest,
  encodeResponse,
  MAX_MESSAGE_BYTES,
  responseIn,
} from './codec.ts';
import { COMMANDS } from './commands.ts';
import { MalformedError, MissingFieldError } from './errors.ts';
import { openPayload } from './payload.ts';
import { FRAME_A, FRAME_C, FRAME_D, FRAME_E, SETTING_EXT_BODY } from './sample-frames.ts';
import {
  FrameSchema,
  MessageStatus,
  RequestSchema,
  ResponseSchema,
  UpsertConversationSettingExtInfoRequestBodySchema,
} from './schema.ts';

describe('sample frames', () => {
  test('IM-F3 sample A decodes to the captured values and encodes to the same bytes', () => {
    const frame = decodeFrame(FRAME_A);
    expect(frame).toMatchObject({ seqid: 10005n, logid: 1672042611813n, service: 10002, method: 1, payloadType: 'pb' });
    const request = decodeRequest(frame.payload);
    expect(request).toMatchObject({
      cmd: 2000,
      sequenceId: 10005n,
      sdkVersion: '0.3.8',
      token: 'T'.repeat(54),
      refer: 3,
      inboxType: 0,
      buildNumber: '12c929a:master',
      deviceId: '7000000000000000001',
      devicePlatform: 'web',
      authType: 2,
    });
    expect(request.body?.participantsReadIndexBody).toMatchObject({
      conversationShortId: 7000000000000000123n,
      conversationType: 2,
      conversationId: '7000000000000000123',
    });
    expect(encodeFrame({ ...frame, payload: encodeRequest(request) })).toEqual(FRAME_A);
  });

  test('IM-F3 IM-F5 IM-F6 sample C decodes to its message and encodes to the same bytes', () => {
    const frame = decodeFrame(FRAME_C);
    const response = responseIn(frame);
    expect(response).toMatchObject({ cmd: 500, sequenceId: 0n, statusCode: 0, errorDesc: 'OK', logId: 'log-1' });
    expect(response.body?.hasNewMessageNotify).toMatchObject({
      conversationId: '7000000000000000123',
      previousCursor: 1672303170000000n,
      nextCursor: 1672303171000001n,
      message: {
        serverMessageId: 7000000000000000999n,
        indexInConversation: 1672303171000000n,
        messageType: 1000,
        sender: 7000000000000000002n,
        content: 'hello',
        ext: { type: 'text', sender_role: '1' },
        createTime: 1672303171000n,
      },
    });
    expect(encodeFrame({ ...frame, payload: encodeResponse(response) })).toEqual(FRAME_C);
  });

  test('IM-F3 IM-P1 sample D is sample C behind LZ4 and encodes to the same bytes', () => {
    const frame = decodeFrame(FRAME_D);
    expect(encodeFrame(frame)).toEqual(FRAME_D);
    const plain = openPayload(frame.payload, frame.payloadEncoding);
    expect(plain).toHaveLength(187);
    expect(plain).toEqual(decodeFrame(FRAME_C).payload);
  });

  test('IM-F1 sample E is refused and the refusal names `method`', () => {
    expect(() => decodeFrame(FRAME_E)).toThrow(
      expect.objectContaining({ code: 'missing_field', field: 'method', path: 'Frame.method' }),
    );
  });
});

describe('a published vector', () => {
  test('IM-F3 IM-C1 the body of 922 (facts 5.2) decodes to its values, encodes to the same bytes, also inside a request', () => {
    const body = fromBinary(UpsertConversationSettingExtInfoRequestBodySchema, SETTING_EXT_BODY);
    const values = {
      conversationId: 'g',
      conversationShortId: 27n,
      conversationType: 2,
      ext: { 'a:s_is_folded': '0' },
    };
    expect(body).toMatchObject(values);
    expect(body.$unknown ?? []).toEqual([]);
    const command = COMMANDS.upsertSettingExt;
    expect(toBinary(UpsertConversationSettingExtInfoRequestBodySchema, body)).toEqual(SETTING_EXT_BODY);
    const written = encodeRequest(create(RequestSchema, { cmd: command.number, body: command.request.fill(values) }));
    expect(Buffer.from(written).includes(Buffer.from(SETTING_EXT_BODY))).toBe(true);
    expect(command.request.read(decodeRequest(written).body)).toEqual(body);
  });
});

const frameWithout = (field: 'seqid' | 'logid' | 'service' | 'method') => {
  const all = { seqid: 1n, logid: 2n, service: 3, method: 4 };
  const { [field]: _left, ...rest } = all;
  return create(FrameSchema, rest);
};

describe('required fields', () => {
  test.each(['seqid', 'logid', 'service', 'method'] as const)('IM-F1 a frame without %s is not encoded', (field) => {
    expect(() => encodeFrame(frameWithout(field))).toThrow(new MissingFieldError(`Frame.${field}`, field));
  });

  test('IM-F2 a header without a value is refused, with its index in the list', () => {
    const header = new BinaryWriter().tag(1, WireType.LengthDelimited).string('k').finish();
    const bytes = new BinaryWriter()
      .raw(FRAME_E)
      .tag(4, WireType.Varint)
      .int32(1)
      .tag(5, WireType.LengthDelimited)
      .bytes(header)
      .finish();
    expect(() => decodeFrame(bytes)).toThrow(new MissingFieldError('Frame.headers[0].value', 'value'));
  });

  test('IM-F2 a quote without its hint fails the whole response, deep inside a page', () => {
    const reference = {
      referencedMessageId: 1n,
      refMessageType: 1000n,
      referencedMessageStatus: MessageStatus.AVAILABLE,
    };
    const whole = create(ResponseSchema, {
      body: { messagesInConversationBody: { messages: [{}, { referenceInfo: { ...reference, hint: 'h' } }] } },
    });
    expect(decodeResponse(encodeResponse(whole)).body?.messagesInConversationBody?.messages).toHaveLength(2);
    const broken = create(ResponseSchema, {
      body: { messagesInConversationBody: { messages: [{}, { referenceInfo: reference }] } },
    });
    const path = 'Response.body.messages_in_conversation_body.messages[1].reference_info.hint';
    expect(() => encodeResponse(broken)).toThrow(new MissingFieldError(path, 'hint'));
  });

  test('IM-F2 an empty ClientACK body is refused on decode', () => {
    const body = new BinaryWriter().tag(2010, WireType.LengthDelimited).bytes(new Uint8Array()).finish();
    const bytes = new BinaryWriter().tag(8, WireType.LengthDelimited).bytes(body).finish();
    expect(() => decodeRequest(bytes)).toThrow(expect.objectContaining({ field: 'start_time_stamp' }));
  });
});

describe('unknown data', () => {
  test('IM-F4 unknown fields survive a round trip', () => {
    const bytes = new BinaryWriter()
      .raw(FRAME_A)
      .tag(90, WireType.LengthDelimited)
      .string('later')
      .tag(91, WireType.Varint)
      .int32(7)
      .finish();
    expect(encodeFrame(decodeFrame(bytes))).toEqual(bytes);
  });

  test('IM-F4 an unlisted enumeration value survives a round trip', () => {
    const bytes = new BinaryWriter().tag(1, WireType.Varint).int32(203).tag(18, WireType.Varint).int32(77).finish();
    const request = decodeRequest(bytes);
    expect(request.authType).toBe(77);
    expect(encodeRequest(request)).toEqual(bytes);
  });

  test('IM-F4 IM-F2 a required enumeration with an unlisted value is not missing', () => {
    const quote = { referencedMessageId: 1n, hint: 'h', refMessageType: 1n, referencedMessageStatus: 77 as never };
    const notify = create(ResponseSchema, { body: { hasNewMessageNotify: { refMsgInfo: quote } } });
    const back = decodeResponse(encodeResponse(notify)).body?.hasNewMessageNotify?.refMsgInfo;
    expect(back?.referencedMessageStatus).toBe(77);
  });

  test('IM-F7 a field that was set to zero is written, an unset field is not', () => {
    expect(toBinary(RequestSchema, create(RequestSchema, { inboxType: 0 }))).toEqual(Uint8Array.of(0x30, 0));
    expect(encodeRequest(create(RequestSchema))).toHaveLength(0);
  });

  test('IM-F5 64-bit numbers and texts come back exactly (property)', () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const text = fc.string({ unit: 'grapheme' });
    const message = fc.record({
      serverMessageId: int64,
      indexInConversation: int64,
      sender: int64,
      messageType: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      content: text,
      ext: fc.dictionary(fc.stringMatching(/^[a-z:_]{1,12}$/), text),
    });
    fc.assert(
      fc.property(message, (init) => {
        const response = create(ResponseSchema, { body: { hasNewMessageNotify: { message: init } } });
        const back = decodeResponse(encodeResponse(response)).body?.hasNewMessageNotify?.message;
        expect(back).toMatchObject(init);
      }),
    );
  });
});

describe('hostile bytes', () => {
  test('IM-F8 a frame cut inside its payload is malformed, and a frame cut before its method lacks the method', () => {
    const headLength = FRAME_A.length - decodeFrame(FRAME_A).payload.length;
    for (let length = headLength; length < FRAME_A.length; length += 1) {
      expect(() => decodeFrame(FRAME_A.subarray(0, length))).toThrow(MalformedError);
    }
    expect(() => decodeFrame(new Uint8Array())).toThrow(MissingFieldError);
  });

  test('IM-F8 more bytes than a frame may have are refused before they are read', () => {
    const bytes = new Uint8Array(MAX_MESSAGE_BYTES + 1);
    for (const decode of [decodeFrame, decodeRequest, decodeResponse]) {
      expect(() => decode(bytes)).toThrow(expect.objectContaining({ code: 'too_large' }));
    }
  });

  test('IM-F8 IM-F12 a quote cut off in the last message of a page is refused when the page is decoded', () => {
    const quote = { referencedMessageId: 1n, hint: 'h', refMessageType: 1n, referencedMessageStatus: 0 as const };
    const page = create(ResponseSchema, {
      body: { messagesInConversationBody: { messages: [{}, { ext: { k: 'v' }, referenceInfo: quote }] } },
    });
    const bytes = encodeResponse(page);
    // The quote's last field is its status: its tag becomes a tag that no writer writes.
    bytes[bytes.length - 2] = 0x26;
    expect(() => decodeResponse(bytes)).toThrow(
      expect.objectContaining({
        reason: 'bad tag',
        path: 'Response.body.messages_in_conversation_body.messages[1].reference_info',
      }),
    );
  });
});

describe('hostile text', () => {
  const entry = (field: number, key: string, value: string) =>
    new BinaryWriter()
      .tag(field, WireType.LengthDelimited)
      .bytes(
        new BinaryWriter()
          .tag(1, WireType.LengthDelimited)
          .string(key)
          .tag(2, WireType.LengthDelimited)
          .string(value)
          .finish(),
      )
      .finish();

  test.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString'])('IM-F10 the map key %s is data', (key) => {
    const request = decodeRequest(entry(15, key, 'polluted'));
    expect(Object.entries(request.headers)).toEqual([[key, 'polluted']]);
    expect(Object.getPrototypeOf(request.headers)).toBe(Object.prototype);
    expect(Reflect.get({}, key)).not.toBe('polluted');
    expect(encodeRequest(request)).toEqual(entry(15, key, 'polluted'));
  });

  test('IM-F11 text that is not UTF-8 is read as U+FFFD, and a byte order mark as text', () => {
    const text = (...bytes: number[]) =>
      new BinaryWriter().tag(4, WireType.LengthDelimited).bytes(Uint8Array.from(bytes)).finish();
    expect(decodeRequest(text(0xff, 0x61)).token).toBe('\ufffda');
    expect(decodeRequest(text(0xef, 0xbb, 0xbf, 0x61)).token).toBe('\ufeffa');
    const long = decodeRequest(text(...new Array<number>(50).fill(0x61), 0xff));
    expect(long.token).toBe(`${'a'.repeat(50)}\ufffd`);
  });
});
