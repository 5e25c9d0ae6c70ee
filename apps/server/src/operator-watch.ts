import { statfs } from 'node:fs/promises';
import { type AlertState, stepAlert } from '@pasar/domain';
import type { Logger } from 'pino';
import { logEvent } from './log.ts';
import type { Mail } from './mail/mailer.ts';

export interface OperatorWatchParts {
  /** PASAR_OPERATOR_MAIL. */
  readonly address: string;
  readonly send: (mail: Mail) => Promise<boolean>;
  /** The share of the disk that is free, from 0 to 1; null when the disk does not answer. */
  readonly freeDisk: () => Promise<number | null>;
  readonly isDatabaseThere: () => Promise<boolean>;
  /** How the operator tells this process from others. */
  readonly place: string;
  readonly now: () => number;
  readonly log: Logger;
}

const WATCHED = ['database', 'disk'] as const;
type Watched = (typeof WATCHED)[number];

/** Milliseconds (our choice). */
const LOOK_MS = 60_000;
const AFTER_MS = 120_000;
/** Below this share the disk is as good as away (our choice). */
const LEAST_FREE = 0.05;

const WORDS: Readonly<Record<Watched, { readonly began: string; readonly over: string; readonly next: string }>> = {
  database: {
    began: 'The database is away',
    over: 'The database answers again',
    next: 'Nothing can be received or sent meanwhile. `npm run server -- doctor` says what is wrong.',
  },
  disk: {
    began: 'The disk is away or almost full',
    over: 'The disk has room again',
    next: 'When it is full, the database stops. Make room in the folder of PASAR_DATA, or mount the disk again.',
  },
};

/**
 * Tells the operator by mail when the database or the disk of this process is away: once, and once more when it is
 * over. It keeps what it knows in memory, because the database may be what is away.
 */
export class OperatorWatch {
  readonly #parts: OperatorWatchParts;
  readonly #held = new Map<Watched, { readonly state: AlertState | null; readonly since: number | null }>();
  readonly #unsent: Mail[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: OperatorWatchParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.look().finally(() => this.start());
    }, LOOK_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** One look. Never rejects. A mail that was not sent is sent with the next look. */
  async look(): Promise<void> {
    const { freeDisk, isDatabaseThere } = this.#parts;
    const free = await freeDisk();
    this.#judge('disk', free === null || free < LEAST_FREE);
    this.#judge('database', !(await isDatabaseThere()));
    for (const mail of this.#unsent.splice(0)) if (!(await this.#parts.send(mail))) this.#unsent.push(mail);
  }

  #judge(what: Watched, hurts: boolean): void {
    const { now, address, place, log } = this.#parts;
    const held = this.#held.get(what) ?? { state: null, since: null };
    const since = hurts ? (held.since ?? now()) : null;
    const { next, tell } = stepAlert(held.state, since, { now: now(), afterMs: AFTER_MS, isQuiet: false });
    this.#held.set(what, { state: next === 'over' ? null : next, since });
    if (tell === null) return;
    logEvent(log, 'operator_told', { reason: `${what} ${tell}` });
    const title = WORDS[what][tell];
    const text = tell === 'began' ? `${title}: ${place}.\n\n${WORDS[what].next}` : `${title}: ${place}.`;
    this.#unsent.push({ to: address, subject: `[Pasar] ${title}`, text });
  }
}

/** The free share of the disk that holds a folder. */
export async function freeShareOf(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? null : bavail / blocks;
  } catch {
    return null;
  }
}
