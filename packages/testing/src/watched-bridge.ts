import { randomUUID } from 'node:crypto';
import {
  type BridgeError,
  type Clock,
  createAddressGuard,
  createBridge,
  type NodeBridge,
  type Socket,
  type SocketMessage,
} from '@pasar/bridge';

/** A real bridge that counts its open parts, and can deliver a frame as if the marketplace had sent it. */
export interface WatchedBridge extends NodeBridge {
  readonly openSockets: number;
  /** Timers of this bridge's clock that neither ran nor were cancelled. */
  readonly openTimers: number;
  inject(message: SocketMessage): void;
  /** The next attempts to open a socket fail with these errors, in this order. */
  failSockets(...failures: readonly BridgeError[]): void;
}

export function createWatchedBridge(clock: Clock, storedCookies: string | null): WatchedBridge {
  const timers = new Set<symbol>();
  const watchedClock: Clock = {
    now: () => clock.now(),
    after(delayMs, run) {
      const timer = Symbol('timer');
      timers.add(timer);
      const cancel = clock.after(delayMs, () => {
        timers.delete(timer);
        run();
      });
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
  const bridge = createBridge({
    route: { kind: 'direct' },
    storedCookies,
    clock: watchedClock,
    uuid: randomUUID,
    // The simulator is on this machine.
    guard: createAddressGuard({ allowLoopback: true }),
  });
  const failures: BridgeError[] = [];
  const sockets = new Map<Socket, (message: SocketMessage) => void>();
  return {
    ...bridge,
    sockets: {
      async open(options) {
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        const socket = await bridge.sockets.open(options);
        sockets.set(socket, () => undefined);
        void socket.closed.then(() => sockets.delete(socket));
        return {
          ...socket,
          onMessage(listener) {
            sockets.set(socket, listener);
            socket.onMessage(listener);
          },
        };
      },
    },
    get openSockets() {
      return sockets.size;
    },
    get openTimers() {
      return timers.size;
    },
    failSockets(...next) {
      failures.push(...next);
    },
    inject(message) {
      for (const listener of [...sockets.values()]) listener(message);
    },
  };
}
