import { describe, expect, it } from 'vitest';
import { createSyncLog } from './sync-log.ts';

const item = { header: { type: 1 }, body: {} };
const about = { sessionId: 's', messageId: null };

describe('the numbered items of a shop', () => {
  it('returns the items after a number, oldest first, a page at a time', () => {
    const log = createSyncLog(() => 1_000);
    const start = log.latest('a');
    for (let count = 0; count < 5; count += 1) log.append('a', item, about);
    log.append('b', item, about);
    const answer = log.after('a', start + 1, 3);
    if (answer.kind !== 'entries') throw new Error('too old');
    expect(answer.entries.map((entry) => entry.syncId - start)).toEqual([2, 3, 4]);
    expect(answer.hasMore).toBe(true);
    expect(log.after('a', log.latest('a'), 3)).toEqual({ kind: 'entries', entries: [], hasMore: false });
  });

  it('reports a number that is older than the log, or from another run', () => {
    const earlier = createSyncLog(() => 1_000);
    const log = createSyncLog(() => 9_000);
    const start = log.latest('a');
    for (let count = 0; count < 5_010; count += 1) log.append('a', item, about);
    expect(log.after('a', start, 50).kind).toBe('tooOld');
    expect(log.after('a', start + 10, 50).kind).toBe('entries');
    expect(log.after('a', earlier.latest('a'), 50).kind).toBe('tooOld');
    expect(log.after('a', log.latest('a') + 1, 50).kind).toBe('tooOld');
  });
});
