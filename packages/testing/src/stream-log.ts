import type { StreamEnd, StreamListener, Unreadable } from '@pasar/connector-kit';
import type { DomainEvent, DomainEventKind, MessageFacts, PlatformMessageId } from '@pasar/domain';
import { within } from './wait.ts';

type EventOf<Kind extends DomainEventKind> = Extract<DomainEvent, { readonly kind: Kind }>;

/** Every event of a stream, in order, with promises for later events. */
export class StreamLog implements StreamListener {
  readonly log: DomainEvent[] = [];
  readonly unreadables: Unreadable[] = [];
  readonly ends: StreamEnd[] = [];
  gaps = 0;
  readonly #watchers = new Set<() => void>();

  events(batch: readonly DomainEvent[]): void {
    this.log.push(...batch);
    this.#wake();
  }
  unreadable(item: Unreadable): void {
    this.unreadables.push(item);
    this.#wake();
  }
  gap(): void {
    this.gaps += 1;
    this.#wake();
  }
  ended(end: StreamEnd): void {
    this.ends.push(end);
    this.#wake();
  }

  /** The result of `find`, now or after a later event. */
  async waitFor<T>(find: (log: StreamLog) => T | null | undefined, what: string): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const look = (): void => {
      const found = find(this);
      if (found !== null && found !== undefined) resolve(found);
    };
    this.#watchers.add(look);
    look();
    try {
      return await within(promise, what);
    } finally {
      this.#watchers.delete(look);
    }
  }

  of<Kind extends DomainEventKind>(kind: Kind): EventOf<Kind>[] {
    return this.log.filter((event): event is EventOf<Kind> => event.kind === kind);
  }
  /** The live messages with this id: more than one is a duplicate. */
  messages(platformMessageId: string): MessageFacts[] {
    return this.of('message.received').flatMap(({ message }) =>
      message.platformMessageId === platformMessageId ? [message] : [],
    );
  }
  message(platformMessageId: string | PlatformMessageId): Promise<MessageFacts> {
    return this.waitFor((log) => log.messages(platformMessageId)[0], `message ${platformMessageId} on the stream`);
  }

  #wake(): void {
    for (const look of [...this.#watchers]) look();
  }
}
