import type { Clock } from '../clock.ts';
import type { OpenSocket } from './socket.ts';

/** Least time between two deliveries of frames (our choice): shorter than a person notices. */
export const GATHER_MS = 100;

/**
 * Sockets that deliver frames at most ten times a second. A frame after a pause is delivered at once; frames that
 * follow it sooner are delivered together, in their order and in one task, so that the screens are drawn once for all
 * of them. Otherwise a person could not type while many buyers write.
 */
export const gathering =
  (openSocket: OpenSocket, clock: Clock): OpenSocket =>
  (path, handlers) => {
    let held: string[] = [];
    let givenAt = Number.NEGATIVE_INFINITY;
    let isClosed = false;
    let cancel: (() => void) | null = null;
    const give = () => {
      cancel?.();
      cancel = null;
      givenAt = clock.now();
      const texts = held;
      held = [];
      for (const text of texts) {
        // A frame may end the stream.
        if (isClosed) return;
        handlers.onText(text);
      }
    };
    const socket = openSocket(path, {
      onOpen: handlers.onOpen,
      onText(text) {
        held.push(text);
        const passed = clock.now() - givenAt;
        // Negative when the machine's clock was set back. Timers are late in a hidden window, so the time decides.
        if (passed >= GATHER_MS || passed < 0) give();
        else cancel ??= clock.after(GATHER_MS - passed, give);
      },
      onClosed() {
        give();
        if (!isClosed) handlers.onClosed();
      },
    });
    return {
      say: (text) => socket.say(text),
      close() {
        isClosed = true;
        cancel?.();
        socket.close();
      },
    };
  };
