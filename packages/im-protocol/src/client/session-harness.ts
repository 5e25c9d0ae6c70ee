import type { ClockPort, SocketClosed, SocketMessage, SocketPort } from './ports.ts';

/** For the tests of this package: a clock that the test moves, and one end of a socket that the test controls. */
export interface ManualClock extends ClockPort {
  advance(ms: number): void;
  readonly timers: number;
}

export function manualClock(startMs: number): ManualClock {
  let now = startMs;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers.delete(due);
        now = due.at;
        due.run();
      }
      now = until;
    },
    get timers() {
      return timers.size;
    },
  };
}

export interface HandSocket extends SocketPort {
  readonly sent: readonly SocketMessage[];
  deliver(message: SocketMessage): void;
  /** From here on `send` throws, like a closing socket. */
  breakSending(): void;
  cut(closed: SocketClosed): Promise<void>;
  readonly isClosedHere: boolean;
}

export function handSocket(): HandSocket {
  const sent: SocketMessage[] = [];
  let listener: (message: SocketMessage) => void = () => undefined;
  let isClosedHere = false;
  let isBroken = false;
  const closing = Promise.withResolvers<SocketClosed>();
  return {
    sent,
    send: (message) => {
      if (isBroken) throw new Error('the socket is not open');
      sent.push(message);
    },
    breakSending: () => {
      isBroken = true;
    },
    onMessage: (next) => {
      listener = next;
    },
    close: () => {
      isClosedHere = true;
      closing.resolve({ code: 1000, reason: '' });
    },
    closed: closing.promise,
    deliver: (message) => listener(message),
    cut: async (closed) => {
      closing.resolve(closed);
      await closing.promise;
    },
    get isClosedHere() {
      return isClosedHere;
    },
  };
}
