import { ABILITIES, MARKETPLACES } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { abilitiesOf, SUPPORT_LEVELS, supportOf, TRANSPORT_TOPICS, TRANSPORTS } from './transports.ts';

/** Abilities that no topic of the page is about. */
const WITHOUT_TOPIC = {
  unreplied: 'a list that is read first of a new shop, no thing that a person does',
  lines: 'a matter of routes, not of what a transport can do',
  favorite: 'only the wire protocol of one marketplace has it',
  delete: 'only the wire protocol of one marketplace has it',
  mark: 'only the wire protocol of one marketplace has it',
  'goods.listStickers': 'chat-sticker is about sending a sticker, whose id may be known without a catalogue',
  'affairs.shopInfo': 'every login tells what its shops are called',
};

describe('topics of transports', () => {
  it('says of every topic, marketplace and transport whether and how', () => {
    for (const topic of TRANSPORT_TOPICS) {
      for (const marketplace of MARKETPLACES) {
        for (const transport of TRANSPORTS) {
          const { level, note } = supportOf(marketplace, transport, topic);
          expect(SUPPORT_LEVELS).toContain(level);
          expect(note).toMatch(/^[^\n]{3,80}[^.\n]$/);
        }
      }
    }
  });

  it('are about every ability once, or it is said why not', () => {
    const named = TRANSPORT_TOPICS.flatMap((topic) => [...abilitiesOf(topic)]);
    expect([...named, ...Object.keys(WITHOUT_TOPIC)].toSorted()).toEqual(Object.keys(ABILITIES).toSorted());
  });

  it('of the web session follow from the table of abilities', () => {
    const levels = (topic: (typeof TRANSPORT_TOPICS)[number]) =>
      MARKETPLACES.map((marketplace) => supportOf(marketplace, 'web-session', topic).level);
    // All done, some done, planned, and nothing.
    expect(levels('product-freeze-check')).toEqual(['yes', 'no', 'yes']);
    expect(levels('product-card')).toEqual(['yes', 'partly', 'partly']);
    expect(levels('translation')).toEqual(['no', 'yes', 'yes']);
    expect(levels('rating-reply')).toEqual(['no', 'no', 'no']);
  });

  // Facts 5, row by row where it names a plain yes or no: "y" and "n" for shopee, lazada, tiktok of the official
  // platforms.
  it.each([
    ['chat-text', 'pyp'],
    ['message-events', 'yyy'],
    ['read-mark', 'yyy'],
    ['pin', 'ynn'],
    ['conversation-delete', 'ynn'],
    ['message-recall', 'pyn'],
    ['orders', 'yyy'],
    ['returns', 'yyy'],
    ['logistics', 'yyy'],
    ['order-cancel', 'yyy'],
    ['vouchers', 'yyy'],
    ['products', 'yyy'],
    ['voucher-card', 'yyy'],
    ['rating-reply', 'yyn'],
    ['buyer-rating', 'nnn'],
    ['order-note', 'ynn'],
    ['vacation', 'ynn'],
    ['addresses', 'ypn'],
    ['notifications', 'pyn'],
    ['followers', 'npn'],
    ['follow', 'nnn'],
    ['buyer-block', 'nnn'],
    ['translation', 'nnn'],
    ['creator-invitations', 'nny'],
  ] as const)('agrees with the facts about %s', (ability, expected) => {
    const levels = MARKETPLACES.map((marketplace) => supportOf(marketplace, 'official', ability).level[0]);
    expect(levels.join('')).toBe(expected);
  });
});
