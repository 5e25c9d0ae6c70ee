import { MARKETPLACES } from '@pasar/domain';
import { describe, expect, it } from 'vitest';
import { ABILITIES, SUPPORT_LEVELS, supportOf, TRANSPORT_TABLE, TRANSPORTS } from './transports.ts';

describe('transports', () => {
  it('says of every ability, marketplace and transport whether and how', () => {
    expect(Object.keys(TRANSPORT_TABLE)).toEqual([...ABILITIES]);
    for (const ability of ABILITIES) {
      for (const marketplace of MARKETPLACES) {
        for (const transport of TRANSPORTS) {
          const { level, note } = supportOf(marketplace, transport, ability);
          expect(SUPPORT_LEVELS).toContain(level);
          expect(note).toMatch(/^[^\n]{3,80}[^.\n]$/);
        }
      }
    }
  });

  // Facts 5, row by row where it names a plain yes or no: "y" and "n" for shopee, lazada, tiktok of the official platforms.
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
