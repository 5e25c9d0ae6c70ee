import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LargeBodies } from './large-bodies.ts';

class Response extends EventEmitter {
  closed = false;
  close(): void {
    this.closed = true;
    this.emit('close');
  }
}

let bodies: LargeBodies;
const log: string[] = [];
function enter(name: string, bytes: number): Response {
  const response = new Response();
  void bodies.enter(bytes, response).then((isIn) => log.push(`${name} ${isIn ? 'in' : 'out'}`));
  return response;
}
const settled = () => new Promise<void>((done) => setImmediate(done));

describe('large bodies', () => {
  beforeEach(() => {
    bodies = new LargeBodies({ mostBytes: 10, waitMs: 1_000 });
    log.length = 0;
  });

  it('are let in as long as they fit, and then in the order in which they came', async () => {
    const first = enter('first', 6);
    const second = enter('second', 4);
    enter('third', 5);
    enter('fourth', 1);
    await settled();
    expect(log).toEqual(['first in', 'second in']);
    second.close();
    await settled();
    expect(log).toHaveLength(2);
    first.close();
    await settled();
    expect(log.slice(2)).toEqual(['third in', 'fourth in']);
  });

  it('that are larger than all room are let in alone', async () => {
    const huge = enter('huge', 100);
    enter('small', 1);
    await settled();
    expect(log).toEqual(['huge in']);
    huge.close();
    await settled();
    expect(log).toEqual(['huge in', 'small in']);
  });

  it('whose browser has left are not read, and take up no room', async () => {
    const first = enter('first', 10);
    const gone = enter('gone', 10);
    gone.close();
    await settled();
    first.close();
    enter('last', 10);
    await settled();
    expect(log).toEqual(['first in', 'gone out', 'last in']);
  });

  it('that wait too long are refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const first = enter('first', 10);
      enter('late', 10);
      vi.advanceTimersByTime(1_000);
      await settled();
      expect(log).toEqual(['first in', 'late out']);
      first.close();
      enter('next', 10);
      await settled();
      expect(log.at(-1)).toBe('next in');
    } finally {
      vi.useRealTimers();
    }
  });
});
