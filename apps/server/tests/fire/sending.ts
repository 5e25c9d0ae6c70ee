import { CALLS } from '@pasar/api';
import { type Marketplace, SCREEN_LIMITS } from '@pasar/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_STEPS } from '../../src/engine/connection/runner-context.ts';
import { PNG } from '../harness/picture-connector.ts';
import { cardCases } from './cards.ts';
import { faultsOf, timesOf } from './content.ts';
import { type Crossing, drawn, KILLED, KILLED_IN_UPLOAD, type Mode, mustArrive } from './crossing.ts';
import { frozenCases } from './frozen.ts';
import { Lane, type Target, type Victim } from './lane.ts';
import { isStopped, Pair } from './pair.ts';
import { frozenRobots, killedRobots, takeRobot } from './robots.ts';
import { expectHonest, takeSent, textTo, videoTo, type What } from './sent.ts';
import { FireVideo, videoCases } from './video.ts';

/**
 * How late the marketplace accepts a late message: the same share of the look's window of 2.5 seconds (see `victim.ts`) as
 * 120 of the product's 150 seconds.
 */
const LATE_MS = 2_000;
/** A time after the end of the window. */
const TOO_LATE_MS = 5_000;

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

    const killed: readonly (Crossing & { readonly what: What })[] = [
      ...drawn(KILLED, marketplace).map((crossing) => ({ ...crossing, what: 'text' as const })),
      ...cardCases(marketplace).map(({ kind, ...crossing }) => ({ ...crossing, what: kind })),
      ...videoCases(marketplace).map((crossing) => ({ ...crossing, what: 'video' as const })),
    ];
    test.each(killed)('$what, killed at $step, $name', async ({ what, step, mode }) => {
      const sent = await takeSent(lane, what);
      const visitor = await lane.signIn(server);
      await sent.bring(visitor);
      await setMode(lane, mode);
      await lane.arm(server, step, 'SIGKILL');
      // The process may die before it answers; the window then asks again with the same client id.
      const asked = sent.send(visitor).catch(() => null);
      await server.ended;
      await asked;
      await lane.expireLeases();
      server = await lane.start();
      const again = await lane.signIn(server);
      await sent.bring(again);
      expect(await sent.send(again)).toMatchObject({ result: 'success' });
      await expectHonest(lane, sent, mustArrive({ step, mode }));
    });

    test.runIf(videoCases(marketplace).length > 0)(
      'a video, killed between its parts, goes on where it was',
      async () => {
        const target = await lane.nextTarget();
        const video = new FireVideo(target);
        const sent = videoTo(lane, target, video);
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
        await expectHonest(lane, sent, false);
        expect(await sent.accepted()).toBe(1);
      },
    );

    describe('two servers', () => {
      let second: Promise<Victim>;
      beforeAll(() => {
        second = lane.start();
      });
      afterAll(async () => {
        const { child, ended } = await second;
        child.kill('SIGTERM');
        await ended;
      });

      test.each(killedRobots(marketplace))(
        '$robot of $shape, one killed at $step, $name',
        async ({ robot, shape, step, mode }) => {
          const sent = await takeRobot(lane, robot, shape);
          const visitor = await lane.signIn(server);
          await sent.prepare(visitor);
          await setMode(lane, mode, faultsOf(shape));
          const pair = new Pair(lane, server, second);
          await pair.arm(step, 'SIGKILL', timesOf(shape, step));
          await sent.begin(visitor).catch(() => null);
          server = (await pair.parted('SIGKILL')).left;
          await lane.expireLeases();
          second = lane.start();
          const again = await lane.signIn(server);
          await sent.begin(again);
          await sent.expectHonest({ isSure: mustArrive({ step, mode }), isInOrder: false });
          await sent.end(again);
        },
      );

      test.each(frozenRobots(marketplace))(
        '$robot of $shape, one frozen at $step and thawed when the other has gone on, $name',
        async ({ robot, shape, step, mode }) => {
          const sent = await takeRobot(lane, robot, shape);
          const visitor = await lane.signIn(server);
          await sent.prepare(visitor);
          await setMode(lane, mode, faultsOf(shape));
          const pair = new Pair(lane, server, second);
          await pair.arm(step, 'SIGSTOP', timesOf(shape, step));
          const begun = sent.begin(visitor).catch(() => null);
          const { left, lost } = await pair.parted('SIGSTOP');
          server = left;
          await lane.expireLeases();
          await lane.until('a new owner', () => newOwner(lane));
          await sent.begin(await lane.signIn(server));
          await sent.expectHonest({ isSure: mustArrive({ step, mode }), isInOrder: false });
          lost.child.kill('SIGCONT');
          await begun;
          // The thawed server answers, and what it had begun is over.
          await lane.clearFaults();
          const other = await takeSent(lane, 'text');
          expect(await other.send(await lane.signIn(lost))).toMatchObject({ result: 'success' });
          await expectHonest(lane, other, true);
          await sent.expectHonest({ isSure: mustArrive({ step, mode }), isInOrder: false });
          lost.child.kill('SIGTERM');
          await lost.ended;
          second = lane.start();
        },
      );
    });

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
      const sent = await takeSent(lane, 'text');
      await lane.fault('acceptedLate', { count: 1, delayMs: TOO_LATE_MS });
      expect(await sent.send(await lane.signIn(server))).toMatchObject({ result: 'success' });
      const reached = (wanted: string) =>
        lane.until(wanted, async () => ((await lane.deliveryState(sent.clientId)) === wanted ? true : null));
      await reached('unconfirmed');
      expect(await sent.accepted()).toBe(0);
      await reached('confirmed');
      await expectHonest(lane, sent, true);
    });

    test.each(frozenCases(marketplace))(
      '$what, frozen at $step while another takes over, then thawed, $name',
      async ({ what, step, mode }) => {
        const sent = await takeSent(lane, what);
        const visitor = await lane.signIn(server);
        await sent.bring(visitor);
        await setMode(lane, mode);
        await lane.arm(server, step, 'SIGSTOP');
        const frozenServer = server;
        // Callers of a frozen process wait, and are answered when it thaws.
        const asked = sent.send(visitor).catch(() => null);
        await lane.until('the frozen step', async () => (isStopped(frozenServer) ? true : null));
        await lane.expireLeases();
        server = await lane.start();
        const again = await lane.signIn(server);
        await sent.bring(again);
        await sent.send(again);
        await lane.until('a new owner', () => newOwner(lane));
        frozenServer.child.kill('SIGCONT');
        await asked;
        await expectHonest(lane, sent, mustArrive({ step, mode }));
        // The thawed process still answers; the message that it accepts is sent once, by the owner of the lease.
        const other = textTo(lane, sent.target);
        await lane.clearFaults();
        expect(await other.send(await lane.signIn(frozenServer))).toMatchObject({ result: 'success' });
        await expectHonest(lane, other, true);
        expect(await sent.accepted()).toBeLessThanOrEqual(1);
        frozenServer.child.kill('SIGTERM');
        await frozenServer.ended;
      },
    );
  });
}

function newPicture(target: Target) {
  const { conversationId } = target;
  const file = PNG.toString('base64');
  return { conversationId, clientId: crypto.randomUUID(), fileName: 'fire.png', type: 'image/png', file } as const;
}

async function setMode(lane: Lane, mode: Mode, count = 1): Promise<void> {
  if (mode.answer === 'answerLost') await lane.fault('answerLost', { count });
  if (mode.answer === 'acceptedLate') await lane.fault('acceptedLate', { count, delayMs: LATE_MS });
  if (!mode.isHonoured) await lane.fault('keyNotHonoured');
  if (!mode.isEchoed) await lane.fault('keyNotEchoed');
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
