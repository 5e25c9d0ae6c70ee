import { CALLS } from '@pasar/api';
import type { AccountId } from '@pasar/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { searchPrefix } from '../src/records/search-index.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { indexAll, search } from './harness/search.ts';
import { CORPUS, type CorpusLanguage, QUESTIONS } from './harness/search-corpus.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const LANGUAGES = ['zh', 'th', 'vi', 'id', 'en'] as const satisfies readonly CorpusLanguage[];
let database: TestDatabase;
let web: TestWeb;
let visitor: Visitor;
let accountId: AccountId;

beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'ours@x', [['11']]);
  accountId = tenant.accountId;
  const [owner] = tenant.connections;
  if (owner === undefined) throw new Error('no connection');
  const all = LANGUAGES.flatMap((language) => CORPUS[language].map((text, number) => ({ language, text, number })));
  await ingest(database.engine, tenant.accountId, [
    ...LANGUAGES.map((language) => ({
      kind: 'event' as const,
      owner,
      event: { kind: 'conversation.listed' as const, conversation: listing('11', language) },
    })),
    ...all.map(({ language, text }, place) => ({
      kind: 'event' as const,
      owner,
      event: {
        kind: 'message.received' as const,
        message: messageAt('11', language, place, 'buyer', { content: { type: 'text', text } }),
        via: 'live' as const,
      },
    })),
  ]);
  await indexAll(database, tenant.accountId);
  web = await openTestWeb(database);
  visitor = new Visitor(web.origin);
  await visitor.logIn(CALLS.account.login, 'ours@x', 'right');
});
afterAll(async () => {
  await web.close();
  await database.close();
});

/** Where a message stands in the corpus, by its position. */
function placeOf(position: string): string {
  let place = Number(BigInt(position) - 9_000_000_000_000_000_000n);
  for (const language of LANGUAGES) {
    if (place < CORPUS[language].length) return `${language} ${place}`;
    place -= CORPUS[language].length;
  }
  throw new Error(`no message at ${position}`);
}
interface Figures {
  readonly recall: number;
  readonly precision: number;
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}
async function figuresOf(language: CorpusLanguage): Promise<Figures> {
  let [right, meant, found] = [0, 0, 0];
  const missed: string[] = [];
  const wrong: string[] = [];
  for (const { words, means } of QUESTIONS.filter((question) => question.language === language)) {
    const { hits } = await search(visitor, words, { kind: 'message' });
    const places = new Set(hits.flatMap((hit) => (hit.kind === 'message' ? [placeOf(hit.position)] : [])));
    // Another market may say the same word, such as the name of a phone: that is neither right nor wrong.
    const own = [...places].filter((place) => place.startsWith(`${language} `));
    const wanted = new Set(means.map((number) => `${language} ${number}`));
    right += own.filter((place) => wanted.has(place)).length;
    meant += wanted.size;
    found += own.length;
    missed.push(...[...wanted].filter((place) => !places.has(place)).map((place) => `${words}: ${place}`));
    wrong.push(...own.filter((place) => !wanted.has(place)).map((place) => `${words}: ${place}`));
  }
  return { recall: right / meant, precision: right / found, missed, wrong };
}

/**
 * Figures as they are, rounded down to the next hundredth: a change of how words are cut that finds less than before has
 * to say why. Decision 67 says what is missed, and what is found beside it.
 */
const BOUNDS: Readonly<Record<CorpusLanguage, { readonly recall: number; readonly precision: number }>> = {
  zh: { recall: 1, precision: 1 },
  th: { recall: 0.96, precision: 1 },
  vi: { recall: 1, precision: 0.96 },
  id: { recall: 0.93, precision: 1 },
  en: { recall: 0.96, precision: 1 },
};
test.each(LANGUAGES)('what is meant in %s is found, and little else', async (language) => {
  const { recall, precision, missed, wrong } = await figuresOf(language);
  const told = `recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}; missed ${missed}; beside it ${wrong}`;
  expect(recall, told).toBeGreaterThanOrEqual(BOUNDS[language].recall);
  expect(precision, told).toBeGreaterThanOrEqual(BOUNDS[language].precision);
});

test('every question has an answer in the corpus', () => {
  for (const { language, means } of QUESTIONS) {
    for (const number of means) expect(CORPUS[language][number]).toBeDefined();
  }
});

test('the index of words serves the function, and would serve no statement under a policy', async () => {
  const wanted = `'${searchPrefix(accountId, 'message')}headset'`;
  await database.owner.query('analyze search_entry; set enable_seqscan = off');
  const planAs = async (role: string) => {
    await database.owner.query('begin');
    await database.owner.query(`set local role ${role}`);
    await database.owner.query("select set_config('pasar.account_id', $1, true)", [accountId]);
    const told = await database.owner.query(
      `explain (format json) select subject_id from search_entry where words @@ $$${wanted}$$::tsquery`,
    );
    await database.owner.query('rollback');
    return JSON.stringify(told.rows);
  };
  expect(await planAs('pasar_identity')).toContain('search_entry_words');
  expect(await planAs('pasar_engine')).not.toContain('search_entry_words');
  await database.owner.query('begin');
  await database.owner.query('set local role pasar_app');
  await database.owner.query(
    "select set_config('pasar.account_id', $1, true), set_config('pasar.shops', 'all', true)",
    [accountId],
  );
  const found = await database.owner.query(
    "select * from pasar_search('{message}', $1, null, null, 0, 9e15::bigint, null, null, 9, 9)",
    [[wanted]],
  );
  expect(found.rows).toHaveLength(4);
  await database.owner.query('reset role');
  const used = await database.owner.query(
    "select seq_scan, idx_scan from pg_stat_xact_user_tables where relname = 'search_entry'",
  );
  expect(used.rows).toEqual([{ seq_scan: '0', idx_scan: expect.stringMatching(/^[1-9]/) }]);
  await database.owner.query('rollback; reset enable_seqscan');
});

test('notes for colleagues are cut in the same way, opened behind their message, and no more found once deleted', async () => {
  const noteId = crypto.randomUUID();
  const found = await database.owner.query<{ id: string; last: string }>(
    "select conversation_id as id, last_position as last from conversation where platform_conversation_id = 'vi'",
  );
  const place = found.rows[0];
  const text = '答应发货 ลูกค้าต้องการเปลี่ยนที่อยู่ Khách muốn đặt hàng, pembeli minta ganti warna; refund agreed';
  const hitsOf = async (words: string) => (await search(visitor, words, { kind: 'teamNote' })).hits;
  const note = { noteId, text, mentions: [] };
  expect((await visitor.call(CALLS.together.writeNote, { ...note, conversationId: place?.id })).result).toBe('success');
  await indexAll(database, accountId);
  for (const words of ['发货', 'เปลี่ยนที่อยู่', 'dat hang', 'ganti warna', 'refund agr']) {
    const hit = { id: noteId, conversationId: place?.id, anchorPosition: place?.last, author: expect.any(String) };
    expect(await hitsOf(words), words).toEqual([expect.objectContaining(hit)]);
  }
  await visitor.call(CALLS.together.changeNote, { ...note, text: 'armadillo' });
  await indexAll(database, accountId);
  expect([(await hitsOf('refund agreed')).length, (await hitsOf('armadillo')).length]).toEqual([0, 1]);
  await visitor.call(CALLS.together.deleteNote, { noteId });
  expect(await search(visitor, 'armadillo')).toMatchObject({ counts: [], hits: [] });
});
