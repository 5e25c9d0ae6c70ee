import type { Marketplace } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Lane, type Target, type Victim } from './lane.ts';

const TARGETS = 4;
const MESSAGES = 24;
const SOCKET_FAULTS = [
  { kind: 'socketDropped', more: { count: 3 } },
  { kind: 'socketDelayed', more: { count: 10, delayMs: 300 } },
  { kind: 'socketDuplicated', more: { count: 10 } },
  { kind: 'socketReordered', more: { count: 10 } },
  { kind: 'socketMuted', more: { count: 10 } },
];

/** Receiving under fire, for one marketplace: every message once, in order, with the right unread count. */
export function describeReceivingUnderFire(marketplace: Marketplace): void {
  describe(`${marketplace}: receiving under fire`, () => {
    let lane: Lane;
    let server: Victim;
    let targets: Target[];
    beforeAll(async () => {
      lane = await Lane.open(marketplace);
      server = await lane.start();
      targets = [];
      for (let number = 0; number < TARGETS; number += 1) targets.push(await lane.nextTarget());
    });
    afterAll(() => lane.close());
    afterEach(() => lane.clearFaults());

    /** Buyers write in turn; `meanwhile` runs after one third and after two thirds of the messages. */
    async function write(label: string, meanwhile: () => Promise<void>): Promise<void> {
      for (let number = 0; number < MESSAGES; number += 1) {
        if (number === MESSAGES / 3 || number === (2 * MESSAGES) / 3) await meanwhile();
        const target = targets[number % TARGETS];
        if (target) await lane.say(target, `${label} ${number}`, number % 7 === 6 ? 'sellerApp' : 'buyer');
      }
    }

    /**
     * The desk has the newest part of the marketplace's messages (older pages are loaded when a person scrolls), and
     * all messages of this test.
     */
    async function expectTheSame(label: string): Promise<void> {
      for (const target of targets) {
        const held = await lane.held(target);
        await lane.until(`everything of ${label}`, async () => {
          const { texts, unreadCount } = await lane.stored(target);
          return texts.length > 0 && texts.at(-1) === held.texts.at(-1) && unreadCount === held.unreadCount
            ? true
            : null;
        });
        await lane.until(`the same history of ${label}`, async () => {
          const { texts } = await lane.stored(target);
          return JSON.stringify(texts) === JSON.stringify(held.texts.slice(-texts.length)) ? true : null;
        });
        const { texts } = await lane.stored(target);
        expect(texts).toEqual(held.texts.slice(-texts.length));
        expect(texts.filter((text) => text.startsWith(label))).toHaveLength(MESSAGES / TARGETS);
      }
    }

    test('the server is killed while buyers write', async () => {
      await write('killed', async () => {
        server.child.kill('SIGKILL');
        await server.ended;
        await lane.expireLeases();
        server = await lane.start();
      });
      await expectTheSame('killed');
    });

    test.each(SOCKET_FAULTS)('$kind', async ({ kind, more }) => {
      await lane.fault(kind, more);
      await write(kind, async () => undefined);
      await expectTheSame(kind);
    });
  });
}
