/** For tests: a network between clients and a server in one process, with faults decided by a seed. */
import type {
  DialPort,
  PostPort,
  PostRequest,
  PostResult,
  SocketClosed,
  SocketMessage,
  SocketPort,
  TokenPort,
} from '../ports.ts';
import type { Chance, VirtualTime } from './time-and-chance.ts';

/** The server's side of the network; bytes only. */
export interface FarSide {
  connect(send: (message: SocketMessage) => void): { receive(message: SocketMessage): void; close(): void };
  post(path: string, bytes: Uint8Array): { readonly status: number; readonly bytes: Uint8Array };
}

/** Probabilities of faults, for each message or dial. */
export interface Faults {
  readonly drop: number;
  readonly duplicate: number;
  /** Each message is delayed by up to this; a delay above the pause between two messages changes their order. */
  readonly delayMs: number;
  readonly refuseDial: number;
  /** The probability that a post is lost, before or after the server has carried it out. */
  readonly losePost: number;
}
export const NO_FAULTS: Faults = { drop: 0, duplicate: 0, delayMs: 0, refuseDial: 0, losePost: 0 };

interface Link {
  isOpen: boolean;
  /** Nothing passes any more, and neither side is told. */
  isDead: boolean;
  readonly cut: () => void;
}

export interface BadNetwork {
  readonly dialler: DialPort;
  readonly post: PostPort;
  setFaults(faults: Faults): void;
  /** Closes the socket; both sides see it. */
  cut(): void;
  /** The socket looks open but carries nothing. */
  halfOpen(): void;
  readonly messages: number;
}

export function createBadNetwork(
  time: VirtualTime,
  chance: Chance,
  far: FarSide,
  isTokenGood: () => boolean,
): BadNetwork {
  let faults = NO_FAULTS;
  let link: Link | null = null;
  let messages = 0;

  const carry = (over: Link, deliver: () => void): void => {
    messages += 1;
    if (over.isDead || chance.hit(faults.drop)) return;
    const arrive = (): void => {
      if (over.isOpen && !over.isDead) deliver();
    };
    time.after(chance.next() * faults.delayMs, arrive);
    if (chance.hit(faults.duplicate)) time.after(chance.next() * faults.delayMs * 2, arrive);
  };

  const open = (): SocketPort => {
    const closing = Promise.withResolvers<SocketClosed>();
    let listener: (message: SocketMessage) => void = () => undefined;
    const end = (closed: SocketClosed): void => {
      if (!own.isOpen) return;
      own.isOpen = false;
      connection.close();
      closing.resolve(closed);
    };
    const own: Link = { isOpen: true, isDead: false, cut: () => end({ code: 1006, reason: '' }) };
    const connection = far.connect((message) => carry(own, () => listener(message)));
    link = own;
    return {
      send: (message) => {
        if (!own.isOpen) throw new Error('the socket is not open');
        carry(own, () => connection.receive(message));
      },
      onMessage: (next) => {
        listener = next;
      },
      close: () => end({ code: 1000, reason: '' }),
      closed: closing.promise,
    };
  };

  return {
    dialler: {
      dial: () =>
        new Promise((resolve) => {
          time.after(chance.next() * faults.delayMs, () => {
            if (chance.hit(faults.refuseDial)) resolve({ kind: 'failed', detail: 'refused' });
            else if (!isTokenGood()) resolve({ kind: 'tokenRefused' });
            else resolve({ kind: 'open', socket: open() });
          });
        }),
    },
    post: {
      post: (request) => {
        messages += 2;
        return postOver(time, chance, far, faults, request);
      },
    },
    setFaults: (next) => {
      faults = next;
    },
    cut: () => link?.cut(),
    halfOpen: () => {
      if (link !== null) link.isDead = true;
    },
    get messages() {
      return messages;
    },
  };
}

function postOver(
  time: VirtualTime,
  chance: Chance,
  far: FarSide,
  faults: Faults,
  { path, bytes, timeoutMs }: PostRequest,
): Promise<PostResult> {
  return new Promise((resolve) => {
    if (chance.hit(faults.losePost / 4)) {
      resolve({ kind: 'notSent', detail: 'refused' });
      return;
    }
    const isLostBefore = chance.hit(faults.losePost);
    const isLostAfter = chance.hit(faults.losePost);
    if (isLostBefore || isLostAfter) time.after(timeoutMs, () => resolve({ kind: 'lost', detail: 'timed out' }));
    if (isLostBefore) return;
    time.after(chance.next() * faults.delayMs, () => {
      const answer = far.post(path, bytes);
      if (isLostAfter) return;
      time.after(chance.next() * faults.delayMs, () => resolve({ kind: 'answered', ...answer }));
    });
  });
}

/** A token that the server may stop accepting; its renewal takes a moment and sometimes fails. */
export interface VirtualToken extends TokenPort {
  isGood(token: string): boolean;
  expire(): void;
  setFailing(probability: number): void;
}

export function createVirtualToken(time: VirtualTime, chance: Chance): VirtualToken {
  let good = 1;
  let held = 1;
  let failing = 0;
  return {
    current: () => `token-${held}`,
    isGood: (token) => token === `token-${good}`,
    expire: () => {
      good += 1;
    },
    setFailing: (probability) => {
      failing = probability;
    },
    refresh: () =>
      new Promise((resolve) => {
        time.after(50, () => {
          if (chance.hit(failing)) {
            resolve({ kind: 'failed', detail: 'no answer' });
            return;
          }
          held = good;
          resolve({ kind: 'renewed' });
        });
      }),
  };
}
