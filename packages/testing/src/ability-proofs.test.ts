import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShopMethod } from '@pasar/connector-kit';
import type { ABILITIES, Ability, Marketplace } from '@pasar/domain';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** A test by its file and its own title, without the titles of the groups around it. */
interface Test {
  readonly file: string;
  readonly title: string;
}
const test = (file: string, title: string): Test => ({ file, title });

/** A rule of the contract suite, by its id: the suite runs it at all three marketplaces. */
type Rule = `CK-${string}`;

type YesAt<Of extends Ability> = {
  [At in Marketplace]: (typeof ABILITIES)[Of][At] extends 'yes' ? At : never;
}[Marketplace];
/**
 * The abilities that say yes somewhere, without the shop calls: their proofs are the contract's table of affairs and
 * the server's own test of the table.
 */
type Proven = {
  [Of in Exclude<Ability, ShopMethod>]: [YesAt<Of>] extends [never] ? never : Of;
}[Exclude<Ability, ShopMethod>];

/** That the connector does it at each marketplace that says yes, and that the desk has it done. */
interface Proof<Of extends Ability> {
  readonly connector: Rule | { readonly [At in YesAt<Of>]: Test };
  readonly desk: Test;
}

const TIKTOK_FEATURES = 'packages/testing/tests/tiktok-features.test.ts';
const CHAT_FEATURES = 'apps/server/tests/chat-features.test.ts';
const MARKS_SHOW = test(
  CHAT_FEATURES,
  'a favourite, a mute and marks of a message show at once and reach the marketplace',
);
const CARDS_ARRIVE = test('apps/server/tests/cards.test.ts', 'is sent with its key, and shown as sent: %s');
const ONE_FACT = test(TIKTOK_FEATURES, '%s is one fact for both sides, and asks the other device to look');

/**
 * Does not compile while an ability says yes and has no proof, or says yes at a marketplace for which no test is named.
 */
const PROOFS: { readonly [Of in Proven]: Proof<Of> } = {
  events: {
    connector: 'CK-S1',
    desk: test(
      'e2e/chat/chat.test.ts',
      'shows what a buyer writes in the open conversation, and the buyer that it was read',
    ),
  },
  conversations: {
    connector: 'CK-R1',
    desk: test(
      'e2e/chat/all-shops.test.ts',
      'puts the conversations of all marketplaces into one list, pinned on top, each part newest first',
    ),
  },
  unreplied: {
    connector: 'CK-R8',
    desk: test(
      'apps/server/tests/first-listing.test.ts',
      'for a new shop, waiting buyers and their messages are there before the list is read; once',
    ),
  },
  history: {
    connector: 'CK-R3',
    desk: test(
      'e2e/chat/history.test.ts',
      'pages back through a long conversation of %s without a jump, to its first message',
    ),
  },
  text: {
    connector: 'CK-T1',
    desk: test('e2e/chat/delivery.test.ts', 'sends once what $marketplace first turns away as too many requests'),
  },
  picture: {
    connector: {
      shopee: test(
        'packages/testing/tests/shopee-chat-calls.test.ts',
        'a picture is uploaded, sent, and read back as a picture',
      ),
      lazada: test(
        'packages/testing/tests/lazada-calls.test.ts',
        'uploadImage and sendImage: the picture arrives, once, and is public',
      ),
      tiktok: test(
        'packages/testing/tests/tiktok-calls.test.ts',
        'sends a picture that was uploaded, and reads it back as a picture',
      ),
    },
    desk: test('e2e/chat/pictures.test.ts', "shows a buyer's picture, and delivers one that is pasted, once"),
  },
  video: {
    connector: {
      shopee: test(
        'packages/testing/tests/shopee-chat-calls.test.ts',
        'a video is uploaded, sent, and read back as a video',
      ),
    },
    desk: test(
      'apps/server/tests/videos.test.ts',
      'comes in parts, goes on where it was cut off, and is sent once with its key',
    ),
  },
  productCard: { connector: 'CK-C1', desk: CARDS_ARRIVE },
  productList: { connector: 'CK-C2', desk: CARDS_ARRIVE },
  orderCard: { connector: 'CK-C3', desk: CARDS_ARRIVE },
  voucherCard: { connector: 'CK-C4', desk: CARDS_ARRIVE },
  sticker: { connector: 'CK-C5', desk: CARDS_ARRIVE },
  followInvitation: { connector: 'CK-C10', desk: CARDS_ARRIVE },
  ratingCard: { connector: 'CK-C11', desk: CARDS_ARRIVE },
  quote: {
    connector: { tiktok: test(TIKTOK_FEATURES, 'of the shop reach the buyer and the other device') },
    desk: test(
      'e2e/chat/tiktok-chat.test.ts',
      'carries the message that is answered along, and shows it on both sides',
    ),
  },
  read: {
    connector: 'CK-P1',
    desk: test('e2e/chat/chat.test.ts', 'counts what waits in a closed conversation, and no more once it is opened'),
  },
  unread: {
    connector: 'CK-P2',
    desk: test('e2e/chat/live.test.ts', 'shows the same in two windows of one account'),
  },
  buyerReadPosition: {
    connector: 'CK-S4',
    desk: test('e2e/chat/chat.test.ts', 'paints an answer in the frame of its Enter, marks it sent, and then read'),
  },
  pin: {
    connector: 'CK-P3',
    desk: test(
      'e2e/chat/all-shops.test.ts',
      'moves a pinned conversation to the top, here and at the marketplace, and back',
    ),
  },
  typing: {
    connector: { tiktok: test(TIKTOK_FEATURES, 'of the shop is seen by the buyer, and ends with the message') },
    desk: test(CHAT_FEATURES, 'typing is shown both ways for a moment, and to no member who may not see the shop'),
  },
  mute: { connector: { tiktok: ONE_FACT }, desk: MARKS_SHOW },
  favorite: { connector: { tiktok: ONE_FACT }, desk: MARKS_SHOW },
  mark: { connector: { tiktok: test(TIKTOK_FEATURES, 'the mark %s is set and taken back') }, desk: MARKS_SHOW },
  recall: {
    connector: { tiktok: test(TIKTOK_FEATURES, 'of the shop is seen by the buyer, the other device and the history') },
    desk: test('e2e/chat/tiktok-chat.test.ts', 'takes a message of the shop back for both sides, after asking'),
  },
  deleteConversation: {
    connector: 'CK-P6',
    desk: test(
      'apps/server/tests/deleted-conversations.test.ts',
      'a deleted conversation is in no list but its own until somebody writes, and the marketplace is told',
    ),
  },
  delete: {
    connector: { tiktok: test(TIKTOK_FEATURES, 'a deleted message is removed for the shop and stays for the buyer') },
    desk: test(
      CHAT_FEATURES,
      'a deleted message stays while the marketplace refuses, and disappears from every window once the marketplace has deleted it',
    ),
  },
  reopen: {
    connector: 'CK-T5',
    desk: test('e2e/chat/delivery.test.ts', 'opens a closed conversation of Shopee again and sends once'),
  },
  lines: {
    connector: {
      shopee: test(
        'packages/testing/tests/shopee-login.test.ts',
        '%s goes to one domain only, whatever is known of the other',
      ),
    },
    desk: test(
      'apps/web/tests/shop-management.test.ts',
      'sets the line of a Shopee login, and deletes a proxy once it was asked',
    ),
  },
  switchShop: {
    connector: 'CK-R4',
    desk: test(
      'apps/server/tests/shop-users.test.ts',
      'shares its login with the other shops of one China seller center account',
    ),
  },
};

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const escaped = (title: string): string => title.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
/** What stands before a test's title, up to the line's start: `it(`, or the end of an `it.each`. */
const titled = (start: string, end: string): RegExp =>
  new RegExp(`^[^\\n/]*\\(\\s*(['"])${escaped(start)}${end}`, 'gm');
const RULES = globSync('packages/testing/src/contract/*-rules.ts', { cwd: ROOT }).map(textOf).join('\n');

interface AnyProof {
  readonly connector: Rule | Readonly<Record<string, Test>>;
  readonly desk: Test;
}
const ROWS: readonly (readonly [ability: string, proof: AnyProof])[] = Object.entries(PROOFS);

describe('a yes of the table of abilities', () => {
  it.each(ROWS)('%s: is proven by tests that exist and are not left out', (_ability, { connector, desk }) => {
    const tests = [...(typeof connector === 'string' ? [] : Object.values(connector)), desk];
    for (const { file, title } of tests) {
      const found = [...textOf(file).matchAll(titled(title, '\\1,'))].map(([text]) => text);
      expect(found, title).toHaveLength(1);
      expect(found[0]).not.toMatch(/\b(skip|todo|fails|runIf|skipIf)\b/);
    }
    if (typeof connector === 'string') {
      const found = [...RULES.matchAll(titled(connector, ' '))].map(([text]) => text);
      expect(found.length, connector).toBeGreaterThan(0);
      expect(found.join()).not.toMatch(/\b(skip|todo|fails|runIf|skipIf)\b/);
    }
  });
});
