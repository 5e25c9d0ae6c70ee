/** The stream of what happens, as server-sent events. A reader that connects again asks for the conversation anew. */
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { World, WorldEvent } from '../world/types.ts';
import type { eventSchema } from './schemas.ts';

const HEARTBEAT_MS = 15_000;
/** A reader that is this far behind is cut off and may come back. */
const MOST_BYTES_BEHIND = 1_000_000;

function viewOf(event: WorldEvent): z.input<typeof eventSchema> {
  const { marketplace, conversationId, shopId, buyer } = event.conversation;
  const address = { marketplace, conversationId, shopId, buyerId: buyer.buyerId };
  switch (event.kind) {
    case 'message': {
      const { messageId, from, kind, content, acceptedAt } = event.message;
      return { kind: event.kind, ...address, message: { messageId, from, kind, content, acceptedAt } };
    }
    case 'sellerRead':
    case 'buyerRead':
      return { kind: event.kind, ...address, messageId: event.messageId };
    case 'pinned':
      return { kind: event.kind, ...address, isPinned: event.conversation.isPinned };
    case 'status':
      return { kind: event.kind, ...address, status: event.conversation.status };
  }
}

export interface EventStreams {
  /** Takes the response over until the reader leaves or `close`. */
  open(response: ServerResponse): void;
  close(): void;
}

export function createEventStreams(world: World): EventStreams {
  const readers = new Set<ServerResponse>();
  const writeToAll = (text: string): void => {
    for (const reader of readers) {
      if (reader.writableLength > MOST_BYTES_BEHIND) reader.destroy();
      else reader.write(text);
    }
  };
  const unsubscribe = world.on((event) => {
    const view = viewOf(event);
    if (readers.size > 0) writeToAll(`event: ${view.kind}\ndata: ${JSON.stringify(view)}\n\n`);
  });
  const heartbeat = setInterval(() => writeToAll(': alive\n\n'), HEARTBEAT_MS);

  return {
    open(response) {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        connection: 'keep-alive',
      });
      response.write('retry: 1000\n\n');
      readers.add(response);
      response.on('close', () => readers.delete(response));
    },
    close() {
      clearInterval(heartbeat);
      unsubscribe();
      for (const reader of readers) reader.end();
    },
  };
}
