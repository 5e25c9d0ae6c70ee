import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { writeCapture } from '../capture.ts';
import { decodeFrame, encodeMessage } from '../codec.ts';
import { MissingFieldError } from '../errors.ts';
import { FRAME_A, FRAME_C, FRAME_D, FRAME_E } from '../sample-frames.ts';
import { FrameSchema } from '../schema.ts';
import { isExpected, run } from './run.ts';
import { UsageError } from './usage-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'im-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function im(args: readonly string[], stdin: Uint8Array | string = ''): Promise<string> {
  const lines: string[] = [];
  const input = typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin;
  await run(args, { stdin: async () => input, print: (line) => lines.push(line) });
  return lines.join('\n');
}
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('decode', () => {
  test('IM-L1 a frame is one JSON object with its payload inside, by the wire names', async () => {
    expect(JSON.parse(await im(['decode', '--hex', hex(FRAME_A)]))).toMatchObject({
      seqid: '10005',
      payload_type: 'pb',
      payload: { cmd: 2000, body: { participants_read_index_body: { conversation_short_id: '7000000000000000123' } } },
      $payload: 'Request',
    });
    const fromLz4 = JSON.parse(await im(['decode', '--base64', Buffer.from(FRAME_D).toString('base64')]));
    expect(fromLz4.payload.body.has_new_message_notify.message.content).toBe('hello');
  });

  test('IM-L1 bytes come from a file or from standard input, too', async () => {
    const file = join(folder, 'c.bin');
    writeFileSync(file, FRAME_C);
    const expected = await im(['decode', '--hex', hex(FRAME_C)]);
    expect(await im(['decode', '--file', file])).toBe(expected);
    expect(await im(['decode'], FRAME_C)).toBe(expected);
  });

  test('IM-L1 any message of the schema is decoded by its name', async () => {
    const bytes = '0a0167101b180222120a0d613a735f69735f666f6c646564120130';
    const json = await im(['decode', '--hex', bytes, '--message', 'UpsertConversationSettingExtInfoRequestBody']);
    expect(JSON.parse(json)).toEqual({
      conversation_id: 'g',
      conversation_short_id: '27',
      conversation_type: 2,
      ext: { 'a:s_is_folded': '0' },
    });
  });
});

describe('names', () => {
  test.each([
    ['Frame', 'im_proto.Frame', FRAME_C],
    ['NewDirectPushNotify', 'im_proto.NewP2PMessageNotify', Uint8Array.of(0x10, 5)],
    ['MarkConversationReadNotify', 'im_proto.MarkConversationReadNotify', Uint8Array.of(0x28, 5)],
  ])('IM-L1 %s and %s are read and written alike', async (name, other, bytes) => {
    const json = await im(['decode', '--hex', hex(bytes), '--message', name]);
    expect(await im(['decode', '--hex', hex(bytes), '--message', other])).toBe(json);
    expect(await im(['encode', '--message', name], json)).toBe(hex(bytes));
    expect(await im(['encode', '--message', other], json)).toBe(hex(bytes));
  });

  test('IM-L1 a frame with another payload is shown, with the payload as base64', async () => {
    const bytes = encodeMessage(FrameSchema, { ...decodeFrame(FRAME_C), payload: Uint8Array.of(0x68, 0x69) });
    const json = await im(['decode', '--hex', hex(bytes)]);
    expect(JSON.parse(json)).toMatchObject({ service: 10_002, payload: 'aGk=' });
    expect(await im(['encode'], json)).toBe(hex(bytes));
  });
});

describe('encode', () => {
  test.each([
    ['A', FRAME_A],
    ['C', FRAME_C],
    ['D', FRAME_D],
  ])('IM-L2 what decode printed of sample %s becomes the same bytes', async (_name, bytes) => {
    const json = await im(['decode', '--hex', hex(bytes)]);
    expect(await im(['encode'], json)).toBe(hex(bytes));
    expect(await im(['encode', '--to', 'base64'], json)).toBe(Buffer.from(bytes).toString('base64'));
    const file = join(folder, 'frame.json');
    const out = join(folder, 'frame.bin');
    writeFileSync(file, json);
    expect(await im(['encode', '--file', file, '--out', out])).toBe('');
    expect(new Uint8Array(readFileSync(out))).toEqual(bytes);
  });

  test('IM-L2 a message by its name', async () => {
    expect(await im(['encode', '--message', 'MessagesPerUserRequestBody'], '{"cursor":"5","limit":50}')).toBe(
      '08051032',
    );
  });
});

describe('commands', () => {
  test('IM-L3 all 71 as JSON, or as a table', async () => {
    const rows = JSON.parse(await im(['commands', '--json']));
    expect(rows).toHaveLength(71);
    expect(rows[0]).toEqual({
      command: 100,
      name: 'SEND_MESSAGE',
      request: 'SendMessageRequestBody',
      response: 'SendMessageResponseBody',
    });
    expect((await im(['commands'])).split('\n')).toHaveLength(71);
  });
});

describe('replay', () => {
  test('IM-L4 a capture is printed decoded, a line a message; an unreadable message is shown with the reason', async () => {
    const file = join(folder, 'session.jsonl');
    writeFileSync(
      file,
      writeCapture([
        { time: 1, direction: 'out', message: { type: 'binary', bytes: FRAME_A } },
        { time: 2, direction: 'in', message: { type: 'text', text: 'hi' } },
        { time: 3, direction: 'in', message: { type: 'binary', bytes: FRAME_E } },
      ]),
    );
    const lines = (await im(['replay', '--file', file])).split('\n').map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { time: 1, direction: 'out', frame: { payload: { cmd: 2000 } } },
      { time: 2, direction: 'in', text: 'hi' },
      { time: 3, direction: 'in', error: expect.stringContaining('method') },
    ]);
  });
});

describe('mistakes', () => {
  test('IM-L5 bytes that are not a frame give a typed error of one line', async () => {
    await expect(im(['decode', '--hex', hex(FRAME_E)])).rejects.toThrow(MissingFieldError);
    for (const args of [
      ['decode', '--hex', hex(FRAME_A.subarray(0, 40))],
      ['encode', '--file', join(folder, 'none')],
    ]) {
      const error: unknown = await im(args).catch((reason: unknown) => reason);
      expect(isExpected(error)).toBe(true);
      expect(String(error)).not.toContain('\n');
    }
    expect(isExpected(new TypeError('a bug'))).toBe(false);
  });

  test.each([
    [['smoke']],
    [['decode', '--hex', 'xy']],
    [['decode', '--hex', 'abc']],
    [['decode', '--base64', '%']],
    [['decode', '--base64', 'abcde']],
    [['decode', '--base64', 'ab=c']],
    [['decode', '--base64', 'a']],
    [['decode', '--message', 'im_proto.Smoke', '--hex', '00']],
    [['decode', '--hex', '00', '--base64', 'AA']],
    [['decode', '--message', 'Smoke', '--hex', '00']],
    [['decode', '--smoke']],
    [['decode', 'extra']],
    [['encode', '--to', 'morse']],
    [['record', '--url', 'ws://127.0.0.1:1']],
    [['connect']],
    [['connect', '--url', 'no address']],
    [['connect', '--url', 'ws://127.0.0.1:1', '--count', 'x']],
    [['replay']],
  ])('IM-L5 %j is a usage error', async (args) => {
    await expect(im(args, '{')).rejects.toThrow(UsageError);
  });

  test('IM-L5 help names every command', async () => {
    const help = await im([]);
    for (const command of ['decode', 'encode', 'commands', 'connect', 'record', 'replay'])
      expect(help).toContain(command);
  });
});
