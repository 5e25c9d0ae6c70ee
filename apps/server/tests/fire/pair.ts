import { readFileSync } from 'node:fs';
import type { Lane, Victim } from './lane.ts';

/** Two servers over one database, of which one is lost at a step that either may come to. */
export class Pair {
  readonly #lane: Lane;
  readonly #first: Victim;
  readonly #second: Promise<Victim>;

  constructor(lane: Lane, first: Victim, second: Promise<Victim>) {
    this.#lane = lane;
    this.#first = first;
    this.#second = second;
  }

  async arm(step: string, signal: 'SIGKILL' | 'SIGSTOP', times: number): Promise<void> {
    await this.#lane.arm([this.#first, await this.#second], step, signal, times);
  }

  /** The server that goes on, and the one that was lost. */
  async parted(signal: 'SIGKILL' | 'SIGSTOP'): Promise<{ readonly left: Victim; readonly lost: Victim }> {
    const [first, second] = [this.#first, await this.#second];
    const isLost = signal === 'SIGKILL' ? hasEnded : isStopped;
    const lost = await this.#lane.until('the step', async () => [first, second].find(isLost) ?? null);
    return { left: lost === first ? second : first, lost };
  }
}

const hasEnded = ({ child }: Pick<Victim, 'child'>): boolean => child.exitCode !== null || child.signalCode !== null;

/** Linux tells a stopped process from a running one. */
export function isStopped({ child }: Pick<Victim, 'child'>): boolean {
  return !hasEnded({ child }) && /^State:\s+T/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
}
