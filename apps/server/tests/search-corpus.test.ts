import { CALLS } from '@pasar/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingest } from '../src/engine/ingest/ingest.ts';
import { listing, makeTenant, messageAt, openTestDatabase, type TestDatabase } from './harness/database.ts';
import { indexAll, search } from './harness/search.ts';
import { CORPUS, type CorpusLanguage, QUESTIONS } from './harness/search-corpus.ts';
import { openTestWeb, type TestWeb, Visitor } from './harness/web.ts';

const LANGUAGES = ['zh', 'th', 'vi', 'id', 'en'] as const satisfies readonly CorpusLanguage[];
let database: TestDatabase;
let web: TestWeb;
let visitor: Visitor;

beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await makeTenant(database, 'ours@x', [['11']]);
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
