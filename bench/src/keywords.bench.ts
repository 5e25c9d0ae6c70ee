import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keywordMatcherOf } from '@pasar/domain';
import { ingest } from '../../apps/server/src/engine/ingest/ingest.ts';
import type { IngestItem, OwnedConnection } from '../../apps/server/src/engine/ingest/types.ts';
import { AutoReplyRules } from '../../apps/server/src/records/auto-reply.ts';
import { BUYER_PHRASES } from '../../apps/server/tests/harness/buyer-phrases.ts';
import {
  listing,
  makeTenant,
  messageAt,
  openDatabaseIn,
  type TestDatabase,
} from '../../apps/server/tests/harness/database.ts';
import { printGoals, printRatios } from './table.ts';

/**
 * What a thousand keywords of automatic answers add to reading a message: the search for them by itself, against a look at
 * every keyword, and storing messages where the rules are on and nothing matches, against storing where there are none.
 */
const KEYWORDS = 1_000;
const MESSAGES = 10_000;
const CONVERSATIONS = 50;
const BATCH = 64;
const NOW = 1_790_000_000_000;

const textAt = (number: number): string => BUYER_PHRASES[number % BUYER_PHRASES.length]?.text ?? '';

/** Beginnings of what buyers write, with a character behind them that nobody writes: all are looked at, and none is found. */
const rules = Array.from({ length: KEYWORDS }, (_, number) => {
  const text = textAt(number * 7);
  const from = (number * 3) % Math.max(1, text.length - 6);
  return {
    keywordId: String(number),
    keywords: [`${text.slice(from, from + 2 + (number % 4))}龘${number}`],
    isWhole: false,
  };
});

/** Milliseconds for all messages. */
function matching(find: (text: string) => unknown): number {
  const startedAt = performance.now();
  for (let number = 0; number < MESSAGES; number += 1) {
    if (find(textAt(number)) !== null) throw new Error('nothing should be found');
  }
  return performance.now() - startedAt;
}

const words = rules.flatMap(({ keywords }) => keywords).map((keyword) => keyword.normalize('NFKC').toLowerCase());
function lookAtAll(text: string): string | null {
  const folded = text.normalize('NFKC').toLowerCase();
  return words.find((word) => folded.includes(word)) ?? null;
}

async function storing(database: TestDatabase, name: string, hasRules: boolean): Promise<number> {
  const tenant = await makeTenant(database, name, [['11']]);
  const [owner] = tenant.connections as [OwnedConnection];
  const { accountId } = tenant;
  if (hasRules) await switchOn(database, accountId);
  const conversation = (number: number) => `${name}-${number % CONVERSATIONS}`;
  const listed = Array.from({ length: CONVERSATIONS }, (_, number): IngestItem => {
    return {
      kind: 'event',
      owner,
      event: { kind: 'conversation.listed', conversation: listing('11', conversation(number)) },
    };
  });
  await ingest(database.engine, accountId, listed);
  const items = Array.from({ length: MESSAGES }, (_, number): IngestItem => {
    const content = { type: 'text' as const, text: textAt(number) };
    const message = messageAt('11', conversation(number), number + 1, 'buyer', { content, sentAt: NOW + number });
    return { kind: 'event', owner, event: { kind: 'message.received', message, via: 'live' } };
  });
  const answering = { rules: new AutoReplyRules(), now: () => NOW + MESSAGES };
  const startedAt = performance.now();
  for (let at = 0; at < items.length; at += BATCH) {
    await ingest(database.engine, accountId, items.slice(at, at + BATCH), answering);
  }
  return performance.now() - startedAt;
}

async function switchOn({ owner }: TestDatabase, accountId: string): Promise<void> {
  await owner.query(
    `with setting as (insert into auto_reply_setting (account_id, marketplace, country, setting)
       values ($1, 'shopee', 'SG', '{"isKeywordOn": true}') returning setting_id),
     version as (insert into auto_reply_version (account_id, version, is_on) values ($1, 1, true))
     insert into auto_reply_keyword (setting_id, account_id, keywords, is_whole, answer)
       select setting_id, $1, array[word], false, '{"parts": [{"kind": "text", "text": "answer"}]}'
       from setting, unnest($2::text[]) word`,
    [accountId, rules.flatMap(({ keywords }) => keywords)],
  );
}

export async function benchKeywords(): Promise<void> {
  const find = keywordMatcherOf(rules);
  matching(find);
  const foundMs = matching(find);
  const lookedMs = matching(lookAtAll);
  printRatios(
    `Finding one of ${KEYWORDS.toLocaleString('en')} keywords in ${MESSAGES.toLocaleString('en')} texts`,
    'ms',
    [
      { name: 'a look at every keyword', value: lookedMs },
      { name: 'Pasar: letter by letter through their beginnings', value: foundMs },
    ],
  );
  const database = await openDatabaseIn(mkdtempSync(join(tmpdir(), 'pasar-bench-')));
  try {
    await storing(database, 'warm@bench', true);
    const without: number[] = [];
    const withRules: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      without.push(await storing(database, `without-${turn}@bench`, false));
      withRules.push(await storing(database, `with-${turn}@bench`, true));
    }
    const [plainMs = 0, rulesMs = 0] = [Math.min(...without), Math.min(...withRules)];
    printRatios(`Storing ${MESSAGES.toLocaleString('en')} messages of buyers, the best of three`, 'ms', [
      { name: 'no rules of automatic answers', value: plainMs },
      { name: `${KEYWORDS.toLocaleString('en')} keywords that are looked for`, value: rulesMs },
    ]);
    printGoals('Finding keywords', [
      {
        name: 'part of the time of storing',
        value: (foundMs / plainMs) * 100,
        unit: '%',
        goal: { kind: 'atMost', value: 5 },
      },
    ]);
  } finally {
    await database.close();
  }
}
