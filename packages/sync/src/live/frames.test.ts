import { describe, expect, it } from 'vitest';
import { aMessage } from '../testing/builders.ts';
import { fromWireFrame } from './frames.ts';

describe('a frame', () => {
  it('L7: data that is not a frame is set aside with its text and the reason', () => {
    for (const text of ['{', 'null', '{"type":"dance"}', '{"type":"changes","changes":[]}']) {
      const read = fromWireFrame(text);
      expect(read.kind).toBe('unread');
      expect(read.unread).toHaveLength(1);
      expect(read.unread[0]?.raw).toBe(text);
      expect(read.unread[0]?.reason).not.toBe('');
    }
  });

  it('L7: only the unreadable change of a batch is set aside', () => {
    const good = { kind: 'message', seq: 1, message: aMessage(1, 1) };
    const read = fromWireFrame(
      JSON.stringify({
        type: 'changes',
        changes: [good, { kind: 'message', seq: 2, message: { text: 'no' } }],
        upTo: 2,
      }),
    );
    expect(read).toMatchObject({ kind: 'frame', frame: { type: 'changes', changes: [good], upTo: 2 } });
    expect(read.unread).toHaveLength(1);
    expect(read.unread[0]?.raw).toContain('"seq":2');
  });

  it('L7: a change of a later version is set aside', () => {
    const read = fromWireFrame(JSON.stringify({ type: 'changes', changes: [{ kind: 'order', seq: 3 }], upTo: 3 }));
    expect(read).toMatchObject({ kind: 'frame', frame: { changes: [], upTo: 3 } });
    expect(read.unread).toHaveLength(1);
  });
});
