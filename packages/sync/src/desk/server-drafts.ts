import { CALLS, type DraftView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import type { CallApi } from '../api-client.ts';
import type { Clock } from '../clock.ts';
import type { Drafts } from '../pending/drafts.ts';
import { type KeyValue, keysWith } from '../pending/pending-send.ts';

/** A pause of this length in typing saves the draft on the server (our choice). */
export const DRAFT_PAUSE_MS = 2_000;

/**
 * Keeps the drafts of this browser and those of the server alike: the latest change wins. What was written here and is
 * not saved yet is never replaced; it is saved when the server can be reached.
 */
export interface ServerDrafts {
  /** The person has changed the draft in this window. */
  written(id: string): void;
  /** Saves at once what waits for a pause: the conversation is left, or the answer was sent. */
  flush(): void;
  /** The stream is live: saves what is not saved, and asks what other devices have written. */
  resume(): void;
  told(draft: DraftView): void;
  /** Forgets what is known of the drafts of this browser. */
  clear(): void;
  stop(): void;
}

interface Options {
  readonly drafts: Pick<Drafts, 'get' | 'adopt'>;
  readonly storage: KeyValue;
  readonly memberId: string;
  readonly callApi: CallApi;
  readonly clock: Clock;
}

/** When the draft was changed, and whether the server does not know it yet. */
interface Mark {
  readonly at: number;
  readonly isUnsaved: boolean;
}

export const createServerDrafts = (options: Options): ServerDrafts => new KeptDrafts(options);

class KeptDrafts implements ServerDrafts {
  readonly #options: Options;
  readonly #prefix: string;
  readonly #timers = new Map<string, () => void>();
  readonly #saving = new Set<string>();
  /** Drafts that the person has changed since this window was opened. */
  readonly #typed = new Set<string>();
  /** Marks that the full storage could not take. */
  readonly #held = new Map<string, Mark>();
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    this.#prefix = `pasar.draftMark.${options.memberId}.`;
  }

  written(id: string): void {
    this.#typed.add(id);
    this.#setMark(id, { at: this.#options.clock.now(), isUnsaved: true });
    this.#timers.get(id)?.();
    this.#timers.set(
      id,
      this.#options.clock.after(DRAFT_PAUSE_MS, () => this.#save(id)),
    );
    // Sent or given up: another device must know at once.
    if (this.#textOf(id) === '') this.#save(id);
  }

  flush(): void {
    for (const id of [...this.#timers.keys()]) this.#save(id);
  }

  resume(): void {
    const { drafts, storage } = this.#options;
    const known = new Set(keysWith(storage, this.#prefix).map((key) => key.slice(this.#prefix.length)));
    // From before drafts were kept on the server.
    for (const id of drafts.get().keys()) if (!known.has(id)) this.#setMark(id, { at: 0, isUnsaved: true });
    for (const id of new Set([...known, ...drafts.get().keys()])) if (this.#markOf(id)?.isUnsaved) this.#save(id);
    void this.#ask();
  }

  told(draft: DraftView): void {
    const mark = this.#markOf(draft.conversationId);
    if (mark !== null && (mark.isUnsaved || mark.at >= draft.changedAt)) return;
    this.#setMark(draft.conversationId, { at: draft.changedAt, isUnsaved: false });
    this.#options.drafts.adopt(draft.conversationId, draft.text);
  }

  clear(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#held.clear();
    this.#typed.clear();
    for (const key of keysWith(this.#options.storage, this.#prefix)) this.#options.storage.removeItem(key);
  }

  /** What is not saved is saved by the next desk. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  async #ask(): Promise<void> {
    const result = await this.#options.callApi(CALLS.together.drafts, {});
    if (this.#isStopped || !result.ok) return;
    for (const draft of result.data.drafts) this.told(draft);
  }

  #save(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
    void this.#saveOn(id);
  }

  /** One save of a draft at a time; what was changed meanwhile is saved after it. */
  async #saveOn(id: string): Promise<void> {
    if (this.#saving.has(id)) return;
    this.#saving.add(id);
    const mark = this.#markOf(id);
    const isLost = mark?.isUnsaved === true && !(await this.#saveOnce(id, mark));
    this.#saving.delete(id);
    if (!isLost && !this.#timers.has(id) && this.#markOf(id)?.isUnsaved === true && !this.#isStopped) {
      void this.#saveOn(id);
    }
  }

  /** False where the server could not be reached: the next line saves it. */
  async #saveOnce(id: string, mark: Mark): Promise<boolean> {
    const { callApi } = this.#options;
    const conversationId = id as ConversationId;
    const text = this.#textOf(id);
    const result = await callApi(CALLS.together.saveDraft, { conversationId, text, changedAt: mark.at });
    const isSame = this.#markOf(id)?.at === mark.at;
    if (!result.ok) {
      // A conversation that is gone keeps its draft in this browser.
      if (result.failure.kind === 'refused' && isSame) this.#setMark(id, { ...mark, isUnsaved: false });
      return result.failure.kind === 'refused';
    }
    if (!isSame) return true;
    const { draft: held } = result.data;
    if (this.#typed.has(id) && held.text !== text && held.changedAt > mark.at) {
      // The clock of this device is behind: what was typed here is the latest, and is saved again as such.
      this.#setMark(id, { at: held.changedAt + 1, isUnsaved: true });
      return true;
    }
    // Where the clock of this device is ahead, the server keeps its own time, with which later changes are compared.
    this.#setMark(id, { at: Math.min(mark.at, held.changedAt), isUnsaved: false });
    this.told(held);
    return true;
  }

  #textOf(id: string): string {
    return this.#options.drafts.get().get(id) ?? '';
  }

  #markOf(id: string): Mark | null {
    const held = this.#held.get(id);
    if (held !== undefined) return held;
    const match = /^(\d+)(!?)$/.exec(this.#options.storage.getItem(this.#prefix + id) ?? '');
    return match === null ? null : { at: Number(match[1]), isUnsaved: match[2] === '!' };
  }

  #setMark(id: string, mark: Mark): void {
    this.#held.delete(id);
    try {
      this.#options.storage.setItem(this.#prefix + id, `${mark.at}${mark.isUnsaved ? '!' : ''}`);
    } catch {
      this.#held.set(id, mark);
    }
  }
}
