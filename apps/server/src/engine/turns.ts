import pLimit from 'p-limit';
import type { Database } from '../storage/database.ts';

/** Longest wait of an automatic message, or of a step of a task, behind members' messages (our choice). Milliseconds. */
export const MOST_WAIT_MS = 100;

/** Videos of automatic answers that a process uploads at the same time (our choice): each is held in memory as a whole. */
const AUTOMATIC_VIDEOS_AT_ONCE = 3;

/**
 * Who goes first in one process: a message of a member before what is sent without a person, and of the steps of tasks one
 * at a time. A step keeps the process and the database busy for longer than a member's message takes.
 */
export interface Turns {
  /** A member's message is on its way to the marketplace until the function is called that this returns. */
  memberSends(): () => void;
  /** Resolves as soon as no member's message is on its way, and after `MOST_WAIT_MS` in any case. */
  behindMembers(): Promise<void>;
  /** Runs a step of a task behind members' messages, and not beside another step. */
  step<Value>(run: () => Promise<Value>): Promise<Value>;
  /** Uploads the video of an automatic answer beside few others: the buyers of many shops may get theirs at the same time. */
  automaticVideo<Value>(run: () => Promise<Value>): Promise<Value>;
}

const all = new WeakMap<Database, Turns>();

/** The turns of the process in the work for a database. */
export function turnsOf(database: Database): Turns {
  const known = all.get(database) ?? createTurns();
  all.set(database, known);
  return known;
}

export function createTurns(): Turns {
  const oneAtATime = pLimit(1);
  const videos = pLimit(AUTOMATIC_VIDEOS_AT_ONCE);
  const waiting = new Set<() => void>();
  let sending = 0;
  const behindMembers = () =>
    new Promise<void>((resolve) => {
      if (sending === 0) return resolve();
      const goOn = () => {
        clearTimeout(timer);
        waiting.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, MOST_WAIT_MS);
      waiting.add(goOn);
    });
  return {
    memberSends() {
      sending += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        sending -= 1;
        if (sending === 0) for (const goOn of [...waiting]) goOn();
      };
    },
    behindMembers,
    step: (run) =>
      oneAtATime(async () => {
        await behindMembers();
        return run();
      }),
    automaticVideo: (run) => videos(run),
  };
}
