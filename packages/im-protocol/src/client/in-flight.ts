import type { DescMessage } from '@bufbuild/protobuf';
import type { Command } from '../commands.ts';
import type { Response } from '../schema.ts';
import { type CallOutcome, readReply } from './client-requests.ts';
import type { ClockPort } from './ports.ts';

interface Waiting {
  readonly reply: (response: Response) => void;
  readonly fail: (kind: 'cut' | 'notSent') => void;
}

/** Requests that wait for their reply, by sequence id, each with its own time limit. */
export interface InFlight {
  /** Resolves exactly once: with the reply, after the limit, or when everything is cut. */
  wait<Reply>(sequenceId: bigint, command: Command<DescMessage, Reply>): Promise<CallOutcome<Reply>>;
  /** Resolves the request of this reply; false when no request waits for it (any more). */
  settle(response: Response): boolean;
  /** Drops a request that could not be sent. */
  abandon(sequenceId: bigint): void;
  cutAll(): void;
}

export function createInFlight(clock: ClockPort, replyTimeoutMs: number): InFlight {
  const waiting = new Map<bigint, Waiting>();
  return {
    wait: (sequenceId, command) =>
      new Promise((resolve) => {
        const forget = (): void => {
          cancel();
          waiting.delete(sequenceId);
        };
        const cancel = clock.after(replyTimeoutMs, () => {
          forget();
          resolve({ kind: 'timedOut' });
        });
        waiting.set(sequenceId, {
          reply: (response) => {
            forget();
            resolve(readReply(command, response));
          },
          fail: (kind) => {
            forget();
            resolve({ kind });
          },
        });
      }),
    settle: (response) => {
      const found = waiting.get(response.sequenceId);
      found?.reply(response);
      return found !== undefined;
    },
    abandon: (sequenceId) => waiting.get(sequenceId)?.fail('notSent'),
    cutAll: () => {
      for (const entry of [...waiting.values()]) entry.fail('cut');
    },
  };
}
