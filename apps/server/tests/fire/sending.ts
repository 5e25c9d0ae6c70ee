import { CALLS } from '@pasar/api';
import { type Marketplace, SCREEN_LIMITS } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_STEPS } from '../../src/engine/connection/runner-context.ts';
import { PNG } from '../harness/picture-connector.ts';
import { cardCases, takeCard } from './cards.ts';
import { drawn, FROZEN, KILLED, KILLED_IN_UPLOAD, type Mode, shared } from './crossing.ts';
import { Lane, type Target, type Victim } from './lane.ts';
import { FireVideo, videoCases } from './video.ts';

/**
 * How late the marketplace accepts a late message: the same share of the look's window as 120 of the product's 150
 * seconds (see `victim.ts`).
 */
const LATE_MS = 3_000;
/** A time after the end of the window. */
const TOO_LATE_MS = 5_000;
const SETTLED = ['confirmed', 'refused', 'unconfirmed'];

/** Sending under fire, for one marketplace. */
export function describeSendingUnderFire(marketplace: Marketplace): void {
  describe(`${marketplace}: sending under fire`, () => {
    let lane: Lane;
    let server: Victim;
    beforeAll(async () => {
      lane = await Lane.open(marketplace);
      server = await lane.start();
    });
    afterAll(() => lane.close());
    afterEach(() => lane.clearFaults());

    const cases = drawn(KILLED, marketplace);
    test.each(cases)('killed at $step, $name', async ({ step, mode }) => {
      const target = await lane.nextTarget();
      const message = newMessage(target);
      const visitor = await lane.signIn(server);
      await setMode(lane, mode);
      await lane.arm(server, step, 'SIGKILL');
      // The process may die before it answers; the window then asks again with the same client id.
      const asked = visitor.call(CALLS.chat.sendText, message).catch(() => null);
      await server.ended;
      await asked;
      await lane.expireLeases();
      server = await lane.start();
      const again = await (await lane.signIn(server)).call(CALLS.chat.sendText, message);
      expect(again).toMatchObject({ result: 'success' });
      await expectHonest(lane, target, message);
    });

    test.each(cardCases(marketplace))('a card ($kind), killed at $step, $name', async ({ kind, step, mode }) => {
      const { target, card } = await takeCard(lane, kind);
      const message = { conversationId: target.conversationId, clientId: crypto.randomUUID(), card };
      const visitor = await lane.signIn(server);
      await setMode(lane, mode);
      await lane.arm(server, step, 'SIGKILL');
      const asked = visitor.call(CALLS.chat.sendCard, message).catch(() => null);
      await server.ended;
      await asked;
      await lane.expireLeases();
      server = await lane.start();
      const again = await (await lane.signIn(server)).call(CALLS.chat.sendCard, message);
      expect(again).toMatchObject({ result: 'success' });
      await expectHonestCard(lane, target, message.clientId);
    });

    test.each(videoCases(marketplace))('a video, killed at $step, $name', async ({ step, mode }) => {
      const target = await lane.nextTarget();
      const video = new FireVideo(target);
      const visitor = await lane.signIn(server);
      await video.bring(visitor);
      await setMode(lane, mode);
      await lane.arm(server, step, 'SIGKILL');
      const asked = video.send(visitor).catch(() => null);
      await server.ended;
      await asked;
      await lane.expireLeases();
      server = await lane.start();
      const again = await lane.signIn(server);
      await video.bring(again);
      expect(await video.send(again)).toMatchObject({ result: 'success' });
      await expectHonestCard(lane, target, video.clientId);
      // Nothing here is a reason to refuse it.
      expect(await lane.deliveryState(video.clientId)).not.toBe('refused');
    });

    test.runIf(videoCases(marketplace).length > 0)(
      'a video, killed between its parts, goes on where it was',
      async () => {
        const target = await lane.nextTarget();
        const video = new FireVideo(target);
        let visitor = await lane.signIn(server);
        await video.begin(visitor);
        await video.put(visitor, 0);
        await lane.arm(server, 'accept.before', 'SIGKILL');
        await video.putLast(visitor).catch(() => null);
        await server.ended;
        await lane.expireLeases();
        server = await lane.start();
        visitor = await lane.signIn(server);
        expect(await video.begin(visitor)).toBe(SCREEN_LIMITS.videoPartBytes);
        await lane.arm(server, 'accept.after', 'SIGKILL');
        await video.putLast(visitor).catch(() => null);
        await server.ended;
        await lane.expireLeases();
        server = await lane.start();
        visitor = await lane.signIn(server);
        await video.bring(visitor);
        expect(await video.send(visitor)).toMatchObject({ result: 'success' });
        await expectHonestCard(lane, target, video.clientId);
        expect(await lane.acceptedUnder(target, video.clientId)).toBe(1);
      },
    );

    const uploads = drawn(KILLED_IN_UPLOAD, marketplace);
    test.each(uploads)('a picture, killed at $step, $name', async ({ step, mode }) => {
      const target = await lane.nextTarget();
      const picture = newPicture(target);
      await setMode(lane, mode);
      await lane.arm(server, step, 'SIGKILL');
      const visitor = await lane.signIn(server);
      const asked = visitor.call(CALLS.chat.sendImage, picture).catch(() => null);
      await server.ended;
      await asked;
      // Nothing of the message had been sent.
      expect(await lane.acceptedUnder(target, picture.clientId)).toBe(0);
      await lane.expireLeases();
      server = await lane.start();
      await expectSentOnce(lane, target, picture.clientId);
      const again = await (await lane.signIn(server)).call(CALLS.chat.sendImage, picture);
      expect(again).toMatchObject({ result: 'success' });
      expect(await lane.acceptedUnder(target, picture.clientId)).toBe(1);
    });

    test.each(UPLOAD_STEPS)('a picture, frozen at %s while another takes over, then thawed', async (step) => {
      const target = await lane.nextTarget();
      const picture = newPicture(target);
      const visitor = await lane.signIn(server);
      await lane.arm(server, step, 'SIGSTOP');
      const frozenServer = server;
      const asked = visitor.call(CALLS.chat.sendImage, picture).catch(() => null);
      await lane.until('the frozen step', async () => (isStopped(frozenServer) ? true : null));
      await lane.expireLeases();
      server = await lane.start();
      await expectSentOnce(lane, target, picture.clientId);
      frozenServer.child.kill('SIGCONT');
      await asked;
      frozenServer.child.kill('SIGTERM');
      await frozenServer.ended;
      expect(await lane.acceptedUnder(target, picture.clientId)).toBe(1);
    });

    test('accepted after the end of the look: unconfirmed first, then found, and sent once', async () => {
      const target = await lane.nextTarget();
      const message = newMessage(target);
      await lane.fault('acceptedLate', { count: 1, delayMs: TOO_LATE_MS });
      const sent = await (await lane.signIn(server)).call(CALLS.chat.sendText, message);
      expect(sent).toMatchObject({ result: 'success' });
      const reached = (wanted: string) =>
        lane.until(wanted, async () => ((await lane.deliveryState(message.clientId)) === wanted ? true : null));
      await reached('unconfirmed');
      expect(await lane.accepted(target, message.text)).toBe(0);
      await reached('confirmed');
      await expectHonest(lane, target, message);
    });

    const frozen = shared(FROZEN, marketplace);
    test.each(frozen)('frozen at $step while another takes over, then thawed, $name', async ({ step, mode }) => {
      const target = await lane.nextTarget();
      const message = newMessage(target);
      await setMode(lane, mode);
      const visitor = await lane.signIn(server);
      await lane.arm(server, step, 'SIGSTOP');
      const frozenServer = server;
      // Callers of a frozen process wait, and are answered when it thaws.
      const asked = visitor.call(CALLS.chat.sendText, message).catch(() => null);
      await lane.until('the frozen step', async () => (isStopped(frozenServer) ? true : null));
      await lane.expireLeases();
      server = await lane.start();
      await (await lane.signIn(server)).call(CALLS.chat.sendText, message);
      await lane.until('a new owner', () => newOwner(lane));
      frozenServer.child.kill('SIGCONT');
      await asked;
      await expectHonest(lane, target, message);
      // The thawed process still answers; the message that it accepts is sent once, by the owner of the lease.
      const other = newMessage(target);
      await lane.clearFaults();
      const viaThawed = await (await lane.signIn(frozenServer)).call(CALLS.chat.sendText, other);
      expect(viaThawed).toMatchObject({ result: 'success' });
      await expectHonest(lane, target, other);
      expect(await lane.accepted(target, message.text)).toBeLessThanOrEqual(1);
      frozenServer.child.kill('SIGTERM');
      await frozenServer.ended;
    });
  });
}

function newMessage(target: Target) {
  const clientId = crypto.randomUUID();
  return { conversationId: target.conversationId, clientId, text: `under fire ${clientId}` };
}

function newPicture(target: Target) {
  const { conversationId } = target;
  const file = PNG.toString('base64');
  return { conversationId, clientId: crypto.randomUUID(), fileName: 'fire.png', type: 'image/png', file } as const;
}

async function setMode(lane: Lane, mode: Mode): Promise<void> {
  if (mode.answer === 'answerLost') await lane.fault('answerLost', { count: 1 });
  if (mode.answer === 'acceptedLate') await lane.fault('acceptedLate', { count: 1, delayMs: LATE_MS });
  if (!mode.isHonoured) await lane.fault('keyNotHonoured');
  if (!mode.isEchoed) await lane.fault('keyNotEchoed');
}

/** Linux tells a stopped process from a running one. */
function isStopped(victim: Victim): boolean {
  const status = process.getBuiltinModule('node:fs').readFileSync(`/proc/${victim.child.pid}/status`, 'utf8');
  return /^State:\s+T/m.test(status);
}

async function newOwner(lane: Lane): Promise<true | null> {
  const found = await lane.database.owner.query('select 1 from connection_lease where expires_at > now()');
  return found.rowCount === 1 ? true : null;
}

/** An upload is no message: after a cut upload the next owner sends the picture once, and it is shown once. */
async function expectSentOnce(lane: Lane, target: Target, clientId: string): Promise<void> {
  await lane.until('the word sent', async () => ((await lane.deliveryState(clientId)) === 'confirmed' ? true : null));
  expect(await lane.acceptedUnder(target, clientId)).toBe(1);
  const shown = await lane.database.owner.query(
    "select content->>'type' as type from message where conversation_id = $1 and client_id = $2",
    [target.conversationId, clientId],
  );
  expect(shown.rows).toEqual([{ type: 'image' }]);
}

/**
 * The marketplace never has the message more than once; it has none only where the desk says unconfirmed or failed; the
 * desk never says 'sent' without it; no delivery stays pending; and an accepted message is shown once.
 */
async function expectHonest(lane: Lane, target: Target, message: { clientId: string; text: string }): Promise<void> {
  await lane.until('a settled delivery', async () => {
    const state = await lane.deliveryState(message.clientId);
    return state !== null && SETTLED.includes(state) ? state : null;
  });
  const rows = await lane.accepted(target, message.text);
  expect(rows).toBeLessThanOrEqual(1);
  const state = await lane.deliveryState(message.clientId);
  if (rows === 0) expect(['unconfirmed', 'refused']).toContain(state);
  else {
    await lane.until('the word sent', async () =>
      (await lane.deliveryState(message.clientId)) === 'confirmed' ? true : null,
    );
    const shown = await lane.database.owner.query(
      "select client_id from message where conversation_id = $1 and content->>'text' = $2",
      [target.conversationId, message.text],
    );
    expect(shown.rows).toEqual([{ client_id: message.clientId }]);
  }
}

/** The same for a card or a video, which is known by its key alone. */
async function expectHonestCard(lane: Lane, target: Target, clientId: string): Promise<void> {
  await lane.until('a settled delivery', async () => {
    const state = await lane.deliveryState(clientId);
    return state !== null && SETTLED.includes(state) ? state : null;
  });
  const accepted = await lane.acceptedUnder(target, clientId);
  expect(accepted).toBeLessThanOrEqual(1);
  if (accepted === 0) {
    expect(['unconfirmed', 'refused']).toContain(await lane.deliveryState(clientId));
    return;
  }
  await lane.until('the word sent', async () => ((await lane.deliveryState(clientId)) === 'confirmed' ? true : null));
  const shown = await lane.database.owner.query(
    'select count(*)::int as count from message where conversation_id = $1 and client_id = $2',
    [target.conversationId, clientId],
  );
  expect(shown.rows).toEqual([{ count: 1 }]);
}
