import type { Moment, PresentWindowView, WindowStance } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { Clock } from '../clock.ts';
import { isAtIt } from '../state/colleagues.ts';
import type { DeskState } from '../state/desk-state.ts';
import type { Store } from '../store.ts';

/** A pause of this length ends the writing that colleagues see (our choice). */
export const WRITING_PAUSE_MS = 6_000;
/** Longer than any warning comes after the one before it. */
const OPENED_KEPT_MS = 7_200_000;

/** Where this window stands, told to the colleagues, and where theirs stand. Nothing is stored. */
export interface Presence {
  /** The conversation on the screen; null for none, and while the window is hidden. */
  look(id: ConversationId | null): void;
  /** A key was pressed in the composer of the conversation. */
  write(id: ConversationId): void;
  /** The text was sent, or the composer emptied. */
  rest(): void;
  setAway(isAway: boolean): void;
  told(moment: Extract<Moment, { kind: 'present' }>): void;
  setLive(isLive: boolean): void;
  stop(): void;
}

const NOWHERE: WindowStance = { type: 'stance', conversationId: null, isTyping: false, isAway: false };

export function createPresence(store: Store<DeskState>, say: (stance: WindowStance) => void, clock: Clock): Presence {
  let stance = NOWHERE;
  let isLive = false;
  let cancel = () => {};
  const move = (next: Partial<WindowStance>): void => {
    const keys = Object.keys(next) as (keyof WindowStance)[];
    if (keys.every((key) => next[key] === stance[key])) return;
    stance = { ...stance, ...next };
    if (isLive) say(stance);
  };
  const rest = (): void => {
    cancel();
    move({ isTyping: false });
  };
  return {
    look(id) {
      if (id === stance.conversationId) return;
      cancel();
      move({ conversationId: id, isTyping: false });
    },
    write(id) {
      if (id !== stance.conversationId) return;
      cancel();
      cancel = clock.after(WRITING_PAUSE_MS, rest);
      move({ isTyping: true });
    },
    rest,
    setAway: (isAway) => move({ isAway }),
    told: (moment) => store.update((state) => withPresent(state, moment, clock.now())),
    setLive(next) {
      if (next === isLive) return;
      isLive = next;
      if (isLive) say(stance);
      else store.update((state) => (state.isPresentKnown ? withNobody(state, clock.now()) : state));
    },
    stop: () => cancel(),
  };
}

function withPresent(
  state: DeskState,
  { windows, gone }: Extract<Moment, { kind: 'present' }>,
  now: number,
): DeskState {
  const present = new Map(state.present);
  const wrote = new Map(state.wrote);
  const opened = new Map([...state.opened].filter(([, at]) => now - at < OPENED_KEPT_MS));
  // The end of a writing counts from when it ends.
  const note = (windowId: string) => {
    const held = present.get(windowId);
    if (held?.isTyping === true && held.conversationId !== null && held.memberId !== state.member?.memberId) {
      wrote.set(held.conversationId, { memberId: held.memberId, at: now });
    }
  };
  for (const window of windows) {
    const before = present.get(window.windowId);
    note(window.windowId);
    // A conversation was open until it was left, but not until it was found untouched.
    if (before !== undefined && before.conversationId !== window.conversationId) noteOpen(opened, before, now);
    noteOpen(opened, window, now);
    present.set(window.windowId, window);
    note(window.windowId);
  }
  for (const windowId of gone) {
    const before = present.get(windowId);
    note(windowId);
    if (before !== undefined) noteOpen(opened, before, now);
    present.delete(windowId);
  }
  return { ...state, present, isPresentKnown: true, wrote, opened };
}

/** The line is cut, and with it what is known of the others. */
function withNobody(state: DeskState, now: number): DeskState {
  const opened = new Map(state.opened);
  for (const window of state.present.values()) noteOpen(opened, window, now);
  return { ...state, present: new Map(), isPresentKnown: false, opened };
}

function noteOpen(opened: Map<ConversationId, number>, window: PresentWindowView, now: number): void {
  if (window.conversationId !== null && isAtIt(window)) opened.set(window.conversationId, now);
}
