import { describe, expect, it } from 'vitest';
import { readEngineFrame } from './engine-frame.ts';

describe('readEngineFrame', () => {
  const cases: readonly (readonly [string, object])[] = [
    ['40', { kind: 'connected' }],
    ['3', { kind: 'pong' }],
    ['2', { kind: 'ping' }],
    ['41', { kind: 'dismissed' }],
    ['6', { kind: 'noise' }],
    ['44{"message":"no"}', { kind: 'refused', words: '{"message":"no"}' }],
    ['42["message",{"a":9007199254740993}]', { kind: 'event', name: 'message', args: [{ a: '9007199254740993' }] }],
    ['4217["message",1]', { kind: 'event', name: 'message', args: [1] }],
    ['42/chat,["message",1]', { kind: 'event', name: 'message', args: [1] }],
    ['42["connect"]', { kind: 'event', name: 'connect', args: [] }],
    ['42{"no":"array"}', { kind: 'unreadable' }],
    ['42["cut', { kind: 'unreadable' }],
    ['0{"sid":"x"}', { kind: 'unreadable' }],
    ['', { kind: 'unreadable' }],
    ['hello', { kind: 'unreadable' }],
    ['49', { kind: 'unreadable' }],
  ];
  for (const [text, expected] of cases) {
    it(`reads ${text || 'nothing'}`, () => expect(readEngineFrame(text)).toMatchObject(expected));
  }
});
