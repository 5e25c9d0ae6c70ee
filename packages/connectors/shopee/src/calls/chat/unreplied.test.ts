import { parseExactJson } from '@pasar/connector-kit';
import { describe, expect, it } from 'vitest';
import { unrepliedConversations } from './conversations.ts';
import { fetchUnreplied } from './unreplied.ts';

const row = (id: number) =>
  `{"id":"${id}","to_id":${id},"to_name":"b","shop_id":1,"status":"activated","unread_count":1,"pinned":false,` +
  `"next_timestamp_nano":"${1_000 - id}"}`;

/** A list with `count` rows, in pages; the cursor is the cursor of the last row. */
function listOf(count: number, pageSize: number) {
  const cursors: (string | null)[] = [];
  const ask: Parameters<typeof fetchUnreplied>[0] = async ({ cursor }) => {
    cursors.push(cursor);
    const start = cursor === null ? 0 : 1_000 - Number(cursor) + 1;
    const rows = Array.from({ length: Math.max(Math.min(pageSize, count - start), 0) }, (_, at) => row(start + at));
    const text = `[${rows.join(',')}]`;
    const scope = { uid: '', isSubAccount: false, shopId: '1', userId: null, country: 'TW', imageOrigin: '' } as const;
    return unrepliedConversations.fromWire({ status: 200, headers: {}, text, json: parseExactJson(text) }, scope);
  };
  return { ask, cursors };
}

describe('fetchUnreplied', () => {
  const cases = [
    { count: 0, pageSize: 8, rounds: 1, items: 0, isMore: false },
    { count: 5, pageSize: 8, rounds: 2, items: 5, isMore: false },
    { count: 60, pageSize: 8, rounds: 3, items: 24, isMore: true },
    { count: 60, pageSize: 20, rounds: 2, items: 40, isMore: true },
    { count: 60, pageSize: 25, rounds: 1, items: 25, isMore: true },
  ];
  for (const { count, pageSize, rounds, items, isMore } of cases) {
    it(`reads ${items} of ${count} in ${rounds} rounds of ${pageSize}`, async () => {
      const { ask, cursors } = listOf(count, pageSize);
      const page = await fetchUnreplied(ask);
      if (!page.ok) throw new Error(page.refusal.reason);
      expect(cursors).toHaveLength(rounds);
      expect(page.value.items).toHaveLength(items);
      expect(page.value.next !== null).toBe(isMore);
    });
  }
});
