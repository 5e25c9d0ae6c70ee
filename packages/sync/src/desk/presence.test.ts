import { windowStance } from '@pasar/api';
import { describe, expect, it } from 'vitest';
import { colleaguesAt, isOpenedSince, presenceOf, wroteLately } from '../state/colleagues.ts';
import { aConversation, aShop, uuid } from '../testing/builders.ts';
import { createDeskHarness, type DeskHarness } from '../testing/desk-harness.ts';
import { ModelServer } from '../testing/model/model-server.ts';
import { WRITING_PAUSE_MS } from './presence.ts';

const ID = aConversation(1, 1).conversationId;
const MEI = uuid('e', 1);

async function started(): Promise<DeskHarness> {
  const server = new ModelServer();
  server.shops.setShop(aShop(1));
  server.chat.setConversation(aConversation(1, 1));
  const harness = createDeskHarness(server);
  harness.desk.start();
  await harness.settle();
  return harness;
}
const said = ({ sockets }: DeskHarness) =>
  (sockets.current()?.said ?? []).map((text) => {
    const { conversationId, isTyping, isAway } = windowStance.parse(JSON.parse(text));
    return [conversationId, isTyping, isAway];
  });
const tell = ({ sockets }: DeskHarness, isTyping: boolean, memberId = MEI, windowId = uuid('f', 1)) =>
  sockets.current()?.send({
    type: 'moment',
    moment: {
      kind: 'present',
      windows: [{ windowId, memberId, presence: 'here', conversationId: ID, isTyping }],
      gone: [],
    },
  });
const gone = ({ sockets }: DeskHarness, windowId = uuid('f', 1)) =>
  sockets.current()?.send({ type: 'moment', moment: { kind: 'present', windows: [], gone: [windowId] } });

describe('where this window stands', () => {
  it('P1: is said when it is open, at every change, and again on the next line', async () => {
    const harness = await started();
    const { presence } = harness.desk;
    presence.look(ID);
    presence.look(ID);
    presence.write(ID);
    presence.write(ID);
    harness.clock.advance(WRITING_PAUSE_MS - 1);
    expect(said(harness)).toEqual([
      [null, false, false],
      [ID, false, false],
      [ID, true, false],
    ]);
    harness.clock.advance(1);
    presence.setAway(true);
    expect(said(harness).slice(3)).toEqual([
      [ID, false, false],
      [ID, false, true],
    ]);
    harness.sockets.current()?.cut();
    presence.look(null);
    await harness.settle();
    expect(said(harness)).toEqual([[null, false, true]]);
    harness.desk.stop();
  });
});

describe('colleagues', () => {
  it('P2: are at a conversation until their window is gone, and none is while the line is cut', async () => {
    const harness = await started();
    const state = () => harness.desk.state.get();
    tell(harness, false);
    expect(colleaguesAt(state(), ID)).toEqual([{ memberId: MEI, isTyping: false }]);
    expect(presenceOf(state(), MEI)).toBe('here');
    gone(harness);
    expect(colleaguesAt(state(), ID)).toEqual([]);
    expect(presenceOf(state(), MEI)).toBe('off');
    tell(harness, false);
    harness.sockets.current()?.cut();
    expect(colleaguesAt(state(), ID)).toEqual([]);
    harness.desk.stop();
  });

  it('P3: have written lately, counted from when they stopped; the own windows have not', async () => {
    const harness = await started();
    const state = () => harness.desk.state.get();
    const lately = () => wroteLately(state(), ID, { now: harness.clock.now(), withinMs: 60_000 });
    tell(harness, true, state().member?.memberId);
    expect(lately()).toBeNull();
    tell(harness, true, MEI, uuid('f', 2));
    harness.clock.advance(20_000);
    expect(lately()).toBe(MEI);
    gone(harness, uuid('f', 2));
    harness.clock.advance(59_999);
    expect(lately()).toBe(MEI);
    harness.clock.advance(1);
    expect(lately()).toBeNull();
    harness.desk.stop();
  });

  it('P4: have a conversation open until they leave it or are away; it stays known when it was left', async () => {
    const harness = await started();
    const { clock, sockets } = harness;
    const state = () => harness.desk.state.get();
    const isOpened = (sinceMs: number) => isOpenedSince(state(), ID, clock.now() - sinceMs);
    const stand = (presence: 'here' | 'away', conversationId: typeof ID | null) =>
      sockets.current()?.send({
        type: 'moment',
        moment: {
          kind: 'present',
          windows: [{ windowId: uuid('f', 1), memberId: MEI, presence, conversationId, isTyping: false }],
          gone: [],
        },
      });
    expect(isOpened(1_000)).toBe(false);
    stand('here', ID);
    clock.advance(20_000);
    expect(isOpened(1_000)).toBe(true);
    stand('here', null);
    clock.advance(5_000);
    expect([isOpened(5_000), isOpened(4_999)]).toEqual([true, false]);
    stand('here', ID);
    clock.advance(20_000);
    stand('away', ID);
    expect([isOpened(20_000), isOpened(19_999)]).toEqual([true, false]);
    gone(harness);
    expect(isOpened(19_999)).toBe(false);
    stand('here', ID);
    clock.advance(5_000);
    expect(state().isPresentKnown).toBe(true);
    sockets.current()?.cut();
    expect([state().isPresentKnown, isOpened(0), state().present.size]).toEqual([false, true, 0]);
    harness.desk.stop();
  });
});
