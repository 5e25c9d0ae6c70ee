import { create, type DescMessage } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { decodeFrame, decodeMessage, encodeMessage } from './codec.ts';
import { frameFromJson, frameToJson, payloadMessage } from './dissect.ts';
import { BadJsonError, MalformedError, MissingFieldError } from './errors.ts';
import { messageFromJson, messageToJson } from './json.ts';
import { MESSAGES, messageByName } from './registry.ts';
import { FRAME_A, FRAME_C, FRAME_D, FRAME_E } from './sample-frames.ts';
import { FrameSchema, MessageBodySchema, RequestSchema, ResponseSchema } from './schema.ts';

describe('messages', () => {
  test('IM-J1 names are the wire names, 64 bits are decimal strings, enumerations are numbers', () => {
    const request = create(RequestSchema, { cmd: 100, sequenceId: 2n ** 63n - 1n, refer: 3, inboxType: 0 });
    const json = messageToJson(RequestSchema, request);
    expect(json).toEqual({ cmd: 100, sequence_id: '9223372036854775807', refer: 3, inbox_type: 0 });
    expect(messageFromJson(RequestSchema, json)).toEqual(request);
    expect(messageFromJson(RequestSchema, { refer: 'PC', sequence_id: 5 })).toMatchObject({ refer: 3, sequenceId: 5n });
  });

  test('IM-J2 what the schema lacks, and what an enumeration does not list, comes through', () => {
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
  });
});

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

  test('IM-J6 a payload that we would write otherwise keeps its bytes', () => {
    const frame = decodeFrame(FRAME_C);
    // the same response with its cmd at the end
    const payload = Uint8Array.from([...frame.payload.subarray(3), ...frame.payload.subarray(0, 3)]);
    const bytes = encodeMessage(FrameSchema, { ...frame, payload });
    const json = frameToJson(bytes);
    expect(json).toHaveProperty('$payload_bytes');
    expect(frameFromJson(json)).toEqual(bytes);
  });

  test('IM-J7 which message a payload is, from its bytes alone', () => {
    const asked = encodeMessage(RequestSchema, create(RequestSchema, { cmd: 2017, sequenceId: 10_001n }));
    const bodied = create(RequestSchema, { cmd: 2017, sequenceId: 10_001n, body: { getConfigsBody: {} } });
    expect(payloadMessage(asked)).toBe(RequestSchema);
    expect(payloadMessage(encodeMessage(RequestSchema, bodied))).toBe(RequestSchema);
    const reply = create(ResponseSchema, { cmd: 2002, sequenceId: 10_001n, statusCode: 0 });
    expect(payloadMessage(encodeMessage(ResponseSchema, reply))).toBe(ResponseSchema);
    const push = create(ResponseSchema, { cmd: 500, sequenceId: 0n });
    expect(payloadMessage(encodeMessage(ResponseSchema, push))).toBe(ResponseSchema);
    expect(() => payloadMessage(Uint8Array.of(0x0a, 0x01, 0x61))).toThrow(MalformedError);
  });

  test('IM-J8 what is wrong with a frame or its payload is a typed error', () => {
    expect(() => frameToJson(FRAME_E)).toThrow(MissingFieldError);
    expect(() =>
      frameFromJson({ seqid: '1', logid: '1', service: 1, method: 1, payload: {}, $payload: 'Smoke' }),
    ).toThrow(BadJsonError);
    expect(() => frameFromJson('text')).toThrow(BadJsonError);
    expect(() => frameFromJson({ seqid: '1', logid: '1', service: 1 })).toThrow(MissingFieldError);
  });
});
