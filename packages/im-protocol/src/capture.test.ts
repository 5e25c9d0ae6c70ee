import { describe, expect, test } from 'vitest';
import { type CaptureEntry, readCapture, recordSocket, writeCapture } from './capture.ts';
import { BadJsonError } from './errors.ts';
import type { SocketMessage, SocketPort } from './index.ts';
import { FRAME_A, FRAME_C } from './sample-frames.ts';

const ENTRIES: readonly CaptureEntry[] = [
  { time: 1, direction: 'out', message: { type: 'binary', bytes: FRAME_A } },
  { time: 2, direction: 'in', message: { type: 'text', text: 'hi ✓' } },
  { time: 3, direction: 'in', message: { type: 'binary', bytes: FRAME_C } },
];

describe('the format', () => {
  test('IM-K1 a written capture is read back', () => {
    const text = writeCapture(ENTRIES);
    expect(text.split('\n')).toHaveLength(4);
    expect(JSON.parse(text.split('\n')[1] ?? '')).toEqual({
      time: 2,
      direction: 'in',
      kind: 'text',
      bytes: 'aGkg4pyT',
    });
    expect(readCapture(`\n${text}\n`)).toEqual(ENTRIES);
  });

  test.each([
    ['{', 'line 2'],
    ['null', 'line 2'],
    ['{"time":"1","direction":"in","kind":"text","bytes":""}', 'line 2'],
    ['{"time":1,"direction":"up","kind":"text","bytes":""}', 'line 2'],
    ['{"time":1,"direction":"in","kind":"ping","bytes":""}', 'line 2'],
    ['{"time":1,"direction":"in","kind":"text","bytes":7}', 'line 2'],
    ['{"time":1,"direction":"in","kind":"text","bytes":"*"}', 'line 2'],
  ])('IM-K1 %s is refused with its line', (line, path) => {
    expect(() => readCapture(`\n${line}`)).toThrow(expect.objectContaining({ code: 'bad_json', path }));
    expect(() => readCapture(line)).toThrow(BadJsonError);
  });
});

describe('recording', () => {
  test('IM-K2 a recorded socket works like the socket, and every message is noted in order', () => {
    const sent: SocketMessage[] = [];
    let deliver = (_message: SocketMessage): void => undefined;
    let isBroken = false;
    const socket: SocketPort = {
      send: (message) => {
        if (isBroken) throw new Error('closed');
        sent.push(message);
      },
      onMessage: (listener) => {
        deliver = listener;
      },
      close: () => undefined,
      closed: Promise.resolve({ code: 1000, reason: '' }),
    };
    let now = 0;
    const noted: CaptureEntry[] = [];
    const clock = { now: () => (now += 1), after: () => () => undefined };
    const recorded = recordSocket(socket, clock, (entry) => noted.push(entry));
    const heard: SocketMessage[] = [];
    recorded.onMessage((message) => heard.push(message));
    for (const { direction, message } of ENTRIES) {
      if (direction === 'out') recorded.send(message);
      else deliver(message);
    }
    expect(noted).toEqual(ENTRIES);
    expect(sent).toHaveLength(1);
    expect(heard).toHaveLength(2);
    isBroken = true;
    expect(() => recorded.send({ type: 'text', text: 'hi' })).toThrow('closed');
    expect(noted).toHaveLength(3);
  });
});
