/** The world's events as server-sent events. A reader that reconnects must load the conversation again. */
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { ChatHands, Conversation, WorldEvent } from '../world/types.ts';
import type { ControlContext } from './context.ts';
import type { eventSchema } from './schemas.ts';

const HEARTBEAT_MS = 15_000;
/** A reader this many bytes behind is cut off and may reconnect. */
const MOST_BYTES_BEHIND = 1_000_000;

type EventView = z.input<typeof eventSchema>;

const addressOf = ({ marketplace, conversationId, shopId, buyer }: Conversation) => ({
  marketplace,
  conversationId,
  shopId,
  buyerId: buyer.buyerId,
});

function viewOf(event: WorldEvent): EventView {
  const address = addressOf(event.conversation);
  switch (event.kind) {
    case 'message': {
      const { messageId, from, kind, content, acceptedAt, status, quote } = event.message;
      return { kind: event.kind, ...address, message: { messageId, from, kind, content, acceptedAt, status, quote } };
    }
    case 'sellerRead':
    case 'buyerRead':
    case 'recalled':
      return { kind: event.kind, ...address, messageId: event.messageId };
    case 'pinned':
      return { kind: event.kind, ...address, isPinned: event.conversation.isPinned };
    case 'opened':
      return { kind: event.kind, ...address };
    case 'status':
      return { kind: event.kind, ...address, status: event.conversation.status };
  }
}

export interface EventStreams {
  /** Takes the response over until the reader leaves or `close`. */
  open(response: ServerResponse): void;
  close(): void;
}

type EventSources = Pick<ControlContext, 'world' | 'demands'> & { readonly hands: ReadonlyMap<unknown, ChatHands> };

export function createEventStreams({ world, demands, hands }: EventSources): EventStreams {
  const readers = new Set<ServerResponse>();
  const writeToAll = (text: string): void => {
    for (const reader of readers) {
      if (reader.writableLength > MOST_BYTES_BEHIND) reader.destroy();
      else reader.write(text);
    }
  };
  const tell = (view: EventView): void => {
    if (readers.size > 0) writeToAll(`event: ${view.kind}\ndata: ${JSON.stringify(view)}\n\n`);
  };
  const subscriptions = [
    world.on((event) => tell(viewOf(event))),
    demands.onCode((code) => tell({ kind: 'code', ...code })),
    ...[...hands.values()].map(({ onSellerTyping }) =>
      onSellerTyping((conversation, isTyping) => tell({ kind: 'sellerTyping', ...addressOf(conversation), isTyping })),
    ),
  ];
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
      for (const unsubscribe of subscriptions) unsubscribe();
      for (const reader of readers) reader.end();
    },
  };
}
