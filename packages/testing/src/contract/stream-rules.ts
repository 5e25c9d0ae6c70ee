import { BridgeError } from '@pasar/bridge';
import { comparePositions } from '@pasar/domain';
import { expect, it } from 'vitest';
import { StreamLog } from '../stream-log.ts';
import { eventually } from '../wait.ts';
import type { ContractHarness } from './harness.ts';
import { value } from './harness.ts';

/** Events of the stream. */
export function streamRules(harness: () => ContractHarness): void {
  it('CK-S1 tells a buyer message once, after the earlier messages', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const facts = await harness().factsOf(session, place);
    const newest = value(await session.fetchHistory(await harness().refOf(session, place), null)).items[0];
    const { log } = await harness().listen(session);
    const firstId = await harness().control.post(place, 'สวัสดีค่ะ ยังมีของไหม');
    const secondId = await harness().control.post(place, 'second');
    const second = await log.message(secondId);
    const first = await log.message(firstId);
    expect(log.messages(firstId)).toHaveLength(1);
    expect(log.messages(secondId)).toHaveLength(1);
    expect(first).toMatchObject({
      platformShopId: place.shopId,
      platformConversationId: facts.platformConversationId,
      author: 'buyer',
      content: { type: 'text', text: 'สวัสดีค่ะ ยังมีของไหม' },
      idempotencyKey: null,
    });
    expect(comparePositions(second.position, first.position)).toBeGreaterThan(0);
    if (newest !== undefined) expect(comparePositions(first.position, newest.position)).toBeGreaterThan(0);
    expect(log.of('message.received').every(({ via }) => via === 'live')).toBe(true);
  });

  it('CK-S2 tells messages that the seller wrote on the phone', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const { log } = await harness().listen(session);
    const messageId = await harness().control.post(place, 'from the phone', 'sellerApp');
    expect(await log.message(messageId)).toMatchObject({ author: 'seller', idempotencyKey: null });
  });

  it('CK-S3 tells the messages of all shops of the login', async () => {
    const { merchant } = harness();
    if (merchant === null) return;
    const session = await harness().open(merchant);
    const { log } = await harness().listen(session);
    for (const index of merchant.shopIds.keys()) {
      const place = harness().takePlace(merchant, index);
      const message = await log.message(await harness().control.post(place, `to shop ${index}`));
      expect(message.platformShopId).toBe(place.shopId);
    }
  });

  it('CK-S4 tells how far the buyer has read', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const { log } = await harness().listen(session);
    const message = await log.message(await harness().control.post(place, 'please look', 'sellerApp'));
    await harness().control.read(place, 'buyer');
    const mark = await log.waitFor(
      (seen) =>
        seen
          .of('conversation.readByBuyer')
          .find(({ platformConversationId }) => platformConversationId === message.platformConversationId),
      'the read mark of the buyer',
    );
    expect(mark.platformShopId).toBe(place.shopId);
    expect(comparePositions(mark.position, message.position)).toBeGreaterThanOrEqual(0);
  });
}

/** Failures of a stream, its end, and a new stream after it. */
export function streamEndRules(harness: () => ContractHarness): void {
  it('CK-S5 reports frames that it cannot read, and continues', async () => {
    const { bridge, outcome } = await harness().tryOpen(harness().login);
    const { log } = await harness().listen(value(outcome));
    const { unreadableFrames } = harness().subject;
    for (const frame of unreadableFrames) bridge.inject(frame);
    const message = await log.message(await harness().control.post(harness().takePlace(), 'after the rubbish'));
    expect(message.content).toEqual({ type: 'text', text: 'after the rubbish' });
    expect(log.unreadables).toHaveLength(unreadableFrames.length);
    for (const item of log.unreadables) {
      expect(item.reason).not.toBe('');
      expect(item.bytes.byteLength).toBeGreaterThan(0);
    }
    expect(log.ends).toEqual([]);
  });

  it('CK-S6 reports once that the socket was lost, and listens again when asked', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const { marketplace, shopId } = place;
    const { log } = await harness().listen(session);
    await harness().control.addFault({ kind: 'socketDropped', marketplace, shopId, count: 1 });
    await log.waitFor(({ ends }) => ends[0], 'the end of the stream');
    const again = await harness().listen(session);
    await again.log.message(await harness().control.post(place, 'after the cut'));
    expect(log.ends).toHaveLength(1);
    expect(log.ends[0]).toMatchObject({ kind: 'lost' });
    expect(log.log.filter(({ kind }) => kind === 'message.received')).toEqual([]);
  });

  it('CK-S7 listens again after its tokens and sessions expired', async () => {
    const session = await harness().open();
    const place = harness().takePlace();
    const { marketplace, shopId } = place;
    const faultId = await harness().control.addFault({ kind: 'tokenExpired', marketplace, shopId, count: 1 });
    await harness().control.faultIsSpent(faultId);
    const { log } = await harness().listen(session);
    await log.message(await harness().control.post(place, 'after the death of the token'));
  });

  it('CK-S8 ends as closed when the caller closes it, and leaves nothing open', async () => {
    const { bridge, outcome } = await harness().tryOpen(harness().login);
    const session = value(outcome);
    const first = await harness().listen(session);
    first.stream.close();
    expect(await first.log.waitFor(({ ends }) => ends[0], 'the end of the stream')).toEqual({ kind: 'closed' });
    const second = await harness().listen(session);
    await session.close();
    expect(await second.log.waitFor(({ ends }) => ends[0], 'the end of the stream')).toEqual({ kind: 'closed' });
    await eventually(async () => (bridge.openSockets === 0 ? true : null), 'the sockets to close');
    expect(bridge.openTimers).toBe(0);
    expect([first.log.ends.length, second.log.ends.length]).toEqual([1, 1]);
  });

  it('CK-S9 opens a socket once more after a proxy failure, and reports a second failure and a timeout', async () => {
    const { bridge, outcome, notices } = await harness().tryOpen(harness().login);
    const session = value(outcome);
    const proxy = new BridgeError('proxy', 'no way', false);
    bridge.failSockets(proxy);
    const { log, stream } = await harness().listen(session);
    stream.close();
    await log.waitFor(({ ends }) => ends[0], 'the end of the stream');
    expect(notices).toEqual([]);
    bridge.failSockets(proxy, proxy);
    expect(await session.listen(new StreamLog())).toMatchObject({
      ok: false,
      refusal: { reason: 'ip_isolation_failed' },
      canRetry: true,
    });
    expect(notices).toEqual([{ notice: 'ip_isolation_failed' }]);
    bridge.failSockets(new BridgeError('timeout', 'not made', false));
    expect(await session.listen(new StreamLog())).toMatchObject({
      ok: false,
      refusal: { reason: 'request_timed_out' },
      canRetry: true,
    });
    expect(notices.slice(1)).toMatchObject([{ notice: 'ip_tip' }]);
    await harness().listen(session);
    expect(notices).toHaveLength(2);
  });
}
