import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrame, decodeMessage, encodeMessage } from './codec.ts';
import { frameFromJson, frameToJson, payloadMessage } from './dissect.ts';
import { BadJsonError, MissingFieldError } from './errors.ts';
import { messageFromJson, messageToJson } from './json.ts';
import { sealPayload } from './payload.ts';
import { MESSAGES, messageByName } from './registry.ts';
import { FRAME_A, FRAME_C, FRAME_D, FRAME_E } from './sample-frames.ts';
import { FrameSchema, MessageBodySchema, NewP2PMessageNotifySchema, RequestSchema, ResponseSchema } from './schema.ts';

describe('messages', () => {
  test('IM-J1 names are the wire names, 64 bits are decimal strings, enumerations are numbers', () => {
    const request = create(RequestSchema, { cmd: 100, sequenceId: 2n ** 63n - 1n, refer: 3, inboxType: 0 });
    const json = messageToJson(RequestSchema, request);
    expect(json).toEqual({ cmd: 100, sequence_id: '9223372036854775807', refer: 3, inbox_type: 0 });
    expect(messageFromJson(RequestSchema, json)).toEqual(request);
    expect(messageFromJson(RequestSchema, { refer: 'PC', sequence_id: 5 })).toMatchObject({ refer: 3, sequenceId: 5n });
  });

  test('IM-J2 unknown fields and unlisted enumeration values are kept', () => {
    const bytes = Uint8Array.of(0x90, 0x01, 77, 0xd0, 0x05, 7, 0xd2, 0x05, 1, 0x61);
    const request = decodeMessage(RequestSchema, bytes);
    const json = messageToJson(RequestSchema, request);
    expect(json).toEqual({
      auth_type: 77,
      $unknown: [
        { field: 90, wire_type: 0, data: 'Bw==' },
        { field: 90, wire_type: 2, data: 'AWE=' },
      ],
    });
    expect(encodeMessage<DescMessage>(RequestSchema, messageFromJson(RequestSchema, json))).toEqual(bytes);
  });

  test('IM-J3 hostile map keys are data in both directions', () => {
    const text = '{"ext":{"__proto__":"a","constructor":"b","hasOwnProperty":"c"}}';
    const message = messageFromJson(MessageBodySchema, JSON.parse(text));
    expect(JSON.stringify(messageToJson(MessageBodySchema, message))).toBe(text);
    expect(Reflect.get({}, 'a')).toBeUndefined();
  });

  test.each([
    [{ cmd: '1.5' }, 'Request.cmd'],
    [{ cmd: 2 ** 31 }, 'Request.cmd'],
    [{ sequence_id: 2 ** 53 }, 'Request.sequence_id'],
    [{ sequence_id: '9223372036854775808' }, 'Request.sequence_id'],
    [{ token: 5 }, 'Request.token'],
    [{ smoke: 1 }, 'Request.smoke'],
    [{ refer: 'TOASTER' }, 'Request.refer'],
    [{ headers: [] }, 'Request.headers'],
    [{ headers: { a: 1 } }, 'Request.headers[a]'],
    [{ body: 7 }, 'Request.body'],
    [{ body: { send_message_body: { mentioned_users: ['x'] } } }, 'Request.body.send_message_body.mentioned_users[0]'],
    [{ $unknown: [{ field: 0, wire_type: 0, data: '' }] }, 'Request.$unknown[0]'],
    [[], 'Request'],
  ])('IM-J4 %j is refused with its path', (json, path) => {
    expect(() => messageFromJson(RequestSchema, json)).toThrow(expect.objectContaining({ code: 'bad_json', path }));
  });

  test('IM-J5 every message of the schema is found by name', () => {
    expect(MESSAGES.size).toBeGreaterThan(155);
    expect(messageByName('im_proto.Frame.ExtendedEntry')?.name).toBe('ExtendedEntry');
    expect(messageByName('Smoke')).toBeNull();
    expect(messageByName('im_proto.Smoke')).toBeNull();
  });

  test.each([
    'MarkConversationReadNotify',
    'ConversationInfoUpdatedNotify',
    'ConversationInfo',
    'GetConversationGroupListRequestBody',
    'GetConversationGroupListResponseBody',
    'GroupListReqParam',
    'GroupNameDefinition',
    'GroupListData',
    'ConversationInfoWithMessage',
    'GetStrangerUnreadCountRequestBody',
    'GetStrangerUnreadCountResponseBody',
  ])('IM-J5 %s, which no command carries, is found too', (name) => {
    expect(messageByName(name)?.typeName).toBe(`im_proto.${name}`);
    expect(messageByName(`im_proto.${name}`)).toBe(messageByName(name));
  });

  test('IM-J5 a message with two names is found by both', () => {
    expect(messageByName('NewDirectPushNotify')).toBe(NewP2PMessageNotifySchema);
    expect(messageByName('im_proto.NewDirectPushNotify')).toBe(NewP2PMessageNotifySchema);
  });
});

const bytesHex = <Desc extends DescMessage>(desc: Desc, init: MessageInitShape<Desc>): string =>
  Buffer.from(encodeMessage(desc, create(desc, init))).toString('hex');

describe('frames', () => {
  test.each([
    ['A', FRAME_A, 'Request', 2000],
    ['C', FRAME_C, 'Response', 500],
    ['D', FRAME_D, 'Response', 500],
  ])('IM-J6 sample %s shows its payload, and the JSON makes the same bytes', (_name, bytes, which, cmd) => {
    const json = frameToJson(bytes);
    expect(json).toMatchObject({ $payload: which, payload: { cmd }, service: 10_002 });
    expect(json).not.toHaveProperty('$payload_bytes');
    expect(frameFromJson(JSON.parse(JSON.stringify(json)))).toEqual(bytes);
  });

  test('IM-J6 a payload that this package would write differently keeps its bytes', () => {
    const frame = decodeFrame(FRAME_C);
    // The same response with its cmd at the end.
    const payload = Uint8Array.from([...frame.payload.subarray(3), ...frame.payload.subarray(0, 3)]);
    const bytes = encodeMessage(FrameSchema, { ...frame, payload });
    const json = frameToJson(bytes);
    expect(json).toHaveProperty('$payload_bytes');
    expect(frameFromJson(json)).toEqual(bytes);
  });

  test('IM-J7 the message in a payload is found from its bytes alone', () => {
    const asked = encodeMessage(RequestSchema, create(RequestSchema, { cmd: 2017, sequenceId: 10_001n }));
    const bodied = create(RequestSchema, { cmd: 2017, sequenceId: 10_001n, body: { getConfigsBody: {} } });
    expect(payloadMessage(asked)).toBe(RequestSchema);
    expect(payloadMessage(encodeMessage(RequestSchema, bodied))).toBe(RequestSchema);
    const reply = create(ResponseSchema, { cmd: 2002, sequenceId: 10_001n, statusCode: 0 });
    expect(payloadMessage(encodeMessage(ResponseSchema, reply))).toBe(ResponseSchema);
    const push = create(ResponseSchema, { cmd: 500, sequenceId: 0n });
    expect(payloadMessage(encodeMessage(ResponseSchema, push))).toBe(ResponseSchema);
  });

  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

  test.each([
    ['neither shape', '0a0161'],
    ['text: hi, a Response by accident', '6869'],
    ['text: ok', '6f6b'],
    ['a message of another kind', bytesHex(MessageBodySchema, { conversationId: 'c', content: 'hello' })],
    ['a command alone', '08f403'],
    ['a reply without its command', '10011800'],
    ['a body without its command', bytesHex(RequestSchema, { body: { getConfigsBody: {} } })],
    ['all unknown', 'd00507'],
    ['cut off', '08f4031005320'.padEnd(14, '5')],
  ])('IM-J7 a payload that is %s stays base64, and the JSON makes the same bytes', (_what, hex) => {
    const payload = bytesOf(hex);
    expect(payloadMessage(payload)).toBeNull();
    for (const encoding of ['', '__lz4', 'gzip'] as const) {
      const sealed = sealPayload(payload, encoding);
      const bytes = encodeMessage(FrameSchema, {
        ...decodeFrame(FRAME_C),
        payloadEncoding: encoding,
        payload: sealed,
      });
      const json = frameToJson(bytes);
      expect(json.payload).toBe(Buffer.from(sealed).toString('base64'));
      expect(json).not.toHaveProperty('$payload');
      expect(frameFromJson(JSON.parse(JSON.stringify(json)))).toEqual(bytes);
    }
  });

  test('IM-J7 no text is taken for a message', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\t\n\r -~]*$/), (text) => {
        expect(payloadMessage(new TextEncoder().encode(text))).toBeNull();
      }),
    );
  });

  test('IM-J7 a message without a required field is recognised, and refused with the name of the field', () => {
    // A Request of 100 with a ref_msg_info without its hint.
    const payload = bytesOf('08641091 4e4207 a20604 5a020801'.replaceAll(' ', ''));
    expect(payloadMessage(payload)).toBe(RequestSchema);
    const bytes = encodeMessage(FrameSchema, { ...decodeFrame(FRAME_C), payload });
    expect(() => frameToJson(bytes)).toThrow(expect.objectContaining({ code: 'missing_field', field: 'hint' }));
  });

  test('IM-J8 an error in a frame or its payload is a typed error', () => {
    expect(() => frameToJson(FRAME_E)).toThrow(MissingFieldError);
    expect(() =>
      frameFromJson({ seqid: '1', logid: '1', service: 1, method: 1, payload: {}, $payload: 'Smoke' }),
    ).toThrow(BadJsonError);
    expect(() => frameFromJson('text')).toThrow(BadJsonError);
    expect(() => frameFromJson({ seqid: '1', logid: '1', service: 1 })).toThrow(MissingFieldError);
  });
});
