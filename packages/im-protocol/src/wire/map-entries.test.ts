import { describe, expect, test } from 'vitest';
import { parseMessage, type WireField, writeWire } from '../../tests/support/wire-tree.ts';
import {
  decodeMessage,
  decodeRequest,
  decodeResponse,
  encodeMessage,
  encodeRequest,
  encodeResponse,
} from '../codec.ts';
import { HOT_CODECS } from '../hot/hot-codec.ts';
import { MessageBodySchema, RequestSchema, ResponseSchema } from '../schema.ts';

const text = (no: number, value: string): WireField => ({ no, wireType: 2, value: new TextEncoder().encode(value) });
const inside = (no: number, ...value: readonly WireField[]): WireField => ({ no, wireType: 2, value });
const number = (no: number, value: number): WireField => ({ no, wireType: 0, value: Uint8Array.of(value) });
/** One pair of `Request.headers`, with additional fields inside. */
const pair = (key: string, value: string, ...more: readonly WireField[]): WireField =>
  inside(15, text(1, key), text(2, value), ...more);
const THIRD = number(3, 7);

const read = (...fields: readonly WireField[]) => decodeRequest(writeWire(fields));
const headersIn = (bytes: Uint8Array) => parseMessage(RequestSchema, bytes).filter(({ no }) => no === 15);

describe('a map entry with more than key and value', () => {
  test('IM-F4 a third field is written again, behind the plain entries', () => {
    const request = read(pair('a', '1', THIRD), pair('b', '2'));
    expect({ ...request.headers }).toEqual({ a: '1', b: '2' });
    const written = encodeRequest(request);
    expect(headersIn(written)).toEqual([pair('a', '1'), pair('b', '2'), pair('a', '1', THIRD)]);
    expect(decodeRequest(written)).toEqual(request);
    expect(encodeRequest(decodeRequest(written))).toEqual(written);
  });

  test('IM-F4 the last entry of a key is kept, with all fields', () => {
    const overtaken = read(pair('a', '1', THIRD), pair('a', '2'));
    expect(headersIn(encodeRequest(overtaken))).toEqual([pair('a', '2')]);
    const twice = read(pair('a', '1', THIRD), pair('a', '2', number(3, 9)));
    expect(headersIn(encodeRequest(twice))).toEqual([pair('a', '2'), pair('a', '2', number(3, 9))]);
  });

  test('IM-F4 a message field that comes twice is merged, and the last entry of a key is kept', () => {
    const mark = (...entries: readonly WireField[]) => inside(8, inside(650, ...entries));
    const ext = (value: string, ...more: readonly WireField[]) => inside(5, text(1, 'k'), text(2, value), ...more);
    const outcome = (...told: readonly WireField[]) => {
      const request = read(number(1, 1), ...told);
      const again = decodeRequest(encodeRequest(request));
      expect(again).toEqual(request);
      return request.body;
    };
    const plain = outcome(mark(ext('1')), mark(ext('2')));
    expect(outcome(mark(ext('1', THIRD)), mark(ext('2')))).toEqual(plain);
    expect(outcome(mark(ext('1', THIRD)), mark(ext('2', THIRD)))).not.toEqual(plain);
  });

  test('IM-F4 a value that was changed or removed later is not written in its old form', () => {
    const request = read(pair('a', '1', THIRD), pair('b', '2', THIRD), pair('c', '3', THIRD));
    request.headers.a = 'new';
    delete request.headers.b;
    const written = encodeRequest(request);
    expect(headersIn(written)).toEqual([pair('a', 'new'), pair('c', '3'), pair('c', '3', THIRD)]);
    expect({ ...decodeRequest(written).headers }).toEqual({ a: 'new', c: '3' });
    // The caller's message is not changed.
    expect(request.$unknown).toHaveLength(3);
  });

  test('IM-F4 also an entry without key and value', () => {
    const request = read(inside(15, THIRD));
    expect({ ...request.headers }).toEqual({ '': '' });
    expect(headersIn(encodeRequest(request)).at(-1)).toEqual(inside(15, THIRD));
  });

  test('IM-F4 IM-H1 deep inside a page, and both codecs write the same', () => {
    const message = (...fields: readonly WireField[]) => inside(1, ...fields);
    const ext = (key: string, ...more: readonly WireField[]) => inside(9, text(1, key), text(2, 'v'), ...more);
    const page = writeWire([inside(6, inside(301, message(ext('k')), message(ext('k', THIRD), ext('l'))))]);
    expect(HOT_CODECS.response.read(page)).toBeNull();
    const response = decodeResponse(page);
    const messages = response.body?.messagesInConversationBody?.messages ?? [];
    expect(messages.map((item) => ({ ...item.ext }))).toEqual([{ k: 'v' }, { k: 'v', l: 'v' }]);
    const written = encodeResponse(response);
    expect(parseMessage(ResponseSchema, written)).toEqual([
      inside(6, inside(301, message(ext('k')), message(ext('k'), ext('l'), ext('k', THIRD)))),
    ]);
    expect(decodeResponse(written)).toEqual(response);
    expect(encodeMessage(ResponseSchema, response)).toEqual(written);
  });

  test('IM-F4 in and around a message that a map holds', () => {
    const property = inside(15, text(1, 'liked'), inside(2, number(60, 1)), THIRD);
    const body = decodeMessage(MessageBodySchema, writeWire([property]));
    expect(body.propertyList.liked?.$unknown).toHaveLength(1);
    const written = encodeMessage(MessageBodySchema, body);
    expect(Buffer.from(written).subarray(-writeWire([property]).length)).toEqual(Buffer.from(writeWire([property])));
    expect(decodeMessage(MessageBodySchema, written)).toEqual(body);
  });

  test('IM-F9 two thousand such entries are kept', () => {
    const entries = Array.from({ length: 2_000 }, (_, index) => pair(`key ${index}`, 'v', THIRD));
    const written = encodeRequest(read(...entries));
    expect(headersIn(written).slice(2_000)).toEqual(entries);
  });
});
