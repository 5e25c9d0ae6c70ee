import { describe, expect, it } from 'vitest';
import { HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE, Handshakes } from './handshakes.ts';

/** A marketplace whose logins stay under way until the test completes them. */
class HeldConnector {
  readonly begun: number[] = [];
  readonly #held = new Map<number, PromiseWithResolvers<number>>();
  most = 0;

  logIn(number: number): Promise<number> {
    const held = Promise.withResolvers<number>();
    this.begun.push(number);
    this.#held.set(number, held);
    this.most = Math.max(this.most, this.#held.size);
    return held.promise;
  }

  get underWay(): readonly number[] {
    return [...this.#held.keys()];
  }

  letIn(number: number): void {
    this.#held.get(number)?.resolve(number);
    this.#held.delete(number);
  }

  refuse(number: number): void {
    this.#held.get(number)?.reject(new Error(`refused ${number}`));
    this.#held.delete(number);
  }
}

/** Runs every callback that is already due. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;

describe('handshakes', () => {
  it('are never more than fifty at a time, and come in the order in which they were asked for', async () => {
    const handshakes = new Handshakes(HANDSHAKES_AT_ONCE, HANDSHAKES_AT_ONCE);
    const connector = new HeldConnector();
    const all = Array.from({ length: 173 }, (_, number) =>
      handshakes.take('shopee', never, () => connector.logIn(number)),
    );
    await settle();
    expect(connector.underWay).toHaveLength(50);
    while (connector.underWay.length > 0) {
      // The latest is completed first: whichever leaves, the next turn goes to the one that waits longest.
      connector.letIn(connector.underWay.at(-1) ?? -1);
      await settle();
    }
    expect(await Promise.all(all)).toEqual(Array.from({ length: 173 }, (_, number) => number));
    expect(connector.begun).toEqual(Array.from({ length: 173 }, (_, number) => number));
    expect(connector.most).toBe(50);
  });

  it('of a marketplace that hangs leave turns for the others, and never more than all at once', async () => {
    const handshakes = new Handshakes(HANDSHAKES_AT_ONCE, HANDSHAKES_OF_ONE);
    const hanging = new HeldConnector();
    const stopping = new AbortController();
    const stuck = Array.from({ length: 80 }, (_, number) =>
      handshakes.take('shopee', stopping.signal, () => hanging.logIn(number)),
    );
    const well = new HeldConnector();
    const others = Array.from({ length: 60 }, (_, number) =>
      handshakes.take(number % 2 === 0 ? 'lazada' : 'tiktok', never, () => well.logIn(number)),
    );
    await settle();
    expect([hanging.underWay.length, well.underWay.length]).toEqual([30, 20]);
    while (well.underWay.length > 0) {
      well.letIn(well.underWay[0] ?? -1);
      await settle();
      expect(hanging.underWay).toHaveLength(30);
    }
    expect(await Promise.all(others)).toEqual(Array.from({ length: 60 }, (_, number) => number));
    stopping.abort();
    for (const number of hanging.underWay) hanging.letIn(number);
    expect((await Promise.all(stuck)).filter((one) => one === null)).toHaveLength(50);
  });

  it('that fail make room, and fail for their caller', async () => {
    const handshakes = new Handshakes(1, 1);
    const connector = new HeldConnector();
    const first = handshakes.take('shopee', never, () => connector.logIn(1));
    const thrower = handshakes.take('shopee', never, () => {
      throw new Error('at once');
    });
    const last = handshakes.take('shopee', never, () => connector.logIn(3));
    await settle();
    expect(connector.underWay).toEqual([1]);
    const refused = [expect(first).rejects.toThrow('refused 1'), expect(thrower).rejects.toThrow('at once')];
    connector.refuse(1);
    await Promise.all(refused);
    await settle();
    expect(connector.underWay).toEqual([3]);
    connector.letIn(3);
    expect(await last).toBe(3);
  });

  it('that are given up while they wait answer at once, and take no turn', async () => {
    const handshakes = new Handshakes(1, 1);
    const connector = new HeldConnector();
    const first = handshakes.take('shopee', never, () => connector.logIn(1));
    const stopping = new AbortController();
    const given = handshakes.take('shopee', stopping.signal, () => connector.logIn(2));
    const next = handshakes.take('shopee', never, () => connector.logIn(3));
    await settle();
    stopping.abort();
    expect(await given).toBeNull();
    expect(await handshakes.take('shopee', stopping.signal, () => connector.logIn(4))).toBeNull();
    connector.letIn(1);
    await settle();
    expect(connector.begun).toEqual([1, 3]);
    connector.letIn(3);
    expect(await Promise.all([first, next])).toEqual([1, 3]);
  });

  it('that have begun are waited for, so that nothing is left open behind a stop', async () => {
    const handshakes = new Handshakes(1, 1);
    const connector = new HeldConnector();
    const stopping = new AbortController();
    const begun = handshakes.take('shopee', stopping.signal, () => connector.logIn(1));
    await settle();
    stopping.abort();
    let isOver = false;
    void begun.then(() => {
      isOver = true;
    });
    await settle();
    expect(isOver).toBe(false);
    connector.letIn(1);
    expect(await begun).toBe(1);
  });
});
