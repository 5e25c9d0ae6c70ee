import { CALLS } from '@pasar/api';
import { expect } from 'vitest';
import type { AnyAnswer, Visitor } from '../harness/web.ts';
import { type CardKind, takeCard } from './cards.ts';
import type { Lane, Target } from './lane.ts';
import { FireVideo } from './video.ts';

/** What goes to the buyer. */
export type What = 'text' | CardKind | 'video';
export const SETTLED = ['confirmed', 'refused', 'unconfirmed'];

/** One message that a window sends, as often as it is cut off, under one client id. */
export interface Sent {
  readonly what: What;
  readonly target: Target;
  readonly clientId: string;
  /** Brings what has to be there before it can be sent. */
  bring(visitor: Visitor): Promise<void>;
  send(visitor: Visitor): Promise<AnyAnswer>;
  /** How often the marketplace has accepted it. */
  accepted(): Promise<number>;
  /** The client ids of the messages that show it. */
  shown(): Promise<readonly string[]>;
}

/** A message of this kind to a conversation that no earlier case has used. */
export async function takeSent(lane: Lane, what: What): Promise<Sent> {
  switch (what) {
    case 'text':
      return textTo(lane, await lane.nextTarget());
    case 'video': {
      const target = await lane.nextTarget();
      return videoTo(lane, target, new FireVideo(target));
    }
    default: {
      const { target, card } = await takeCard(lane, what);
      const clientId = crypto.randomUUID();
      const { conversationId } = target;
      return {
        what,
        target,
        clientId,
        bring: async () => undefined,
        send: (visitor) => visitor.call(CALLS.chat.sendCard, { conversationId, clientId, card }),
        ...knownByKey(lane, target, clientId),
      };
    }
  }
}

/** A text is known by its words, whatever key the marketplace remembers. */
export function textTo(lane: Lane, target: Target): Sent {
  const clientId = crypto.randomUUID();
  const { conversationId } = target;
  const text = `under fire ${clientId}`;
  return {
    what: 'text',
    target,
    clientId,
    bring: async () => undefined,
    send: (visitor) => visitor.call(CALLS.chat.sendText, { conversationId, clientId, text }),
    accepted: () => lane.accepted(target, text),
    shown: () => clientIds(lane, "content->>'text'", [conversationId, text]),
  };
}

export const videoTo = (lane: Lane, target: Target, video: FireVideo): Sent => ({
  what: 'video',
  target,
  clientId: video.clientId,
  bring: (visitor) => video.bring(visitor),
  send: (visitor) => video.send(visitor),
  ...knownByKey(lane, target, video.clientId),
});

/** Cards and videos are known by their keys alone. */
const knownByKey = (lane: Lane, target: Target, clientId: string): Pick<Sent, 'accepted' | 'shown'> => ({
  accepted: () => lane.acceptedUnder(target, clientId),
  shown: () => clientIds(lane, 'client_id', [target.conversationId, clientId]),
});

async function clientIds(lane: Lane, column: string, values: readonly string[]): Promise<readonly string[]> {
  const sql = `select client_id from message where conversation_id = $1 and ${column} = $2`;
  const found = await lane.database.owner.query<{ client_id: string }>(sql, [...values]);
  return found.rows.map(({ client_id }) => client_id);
}

/**
 * The marketplace never has the message more than once; it has none only where the desk says unconfirmed or failed; the
 * desk never says 'sent' without it; no delivery stays pending; and an accepted message is shown once. `isSure`: nobody
 * may doubt it, so the marketplace must have it.
 */
export async function expectHonest(
  lane: Lane,
  { what, clientId, accepted, shown }: Pick<Sent, 'what' | 'clientId' | 'accepted' | 'shown'>,
  isSure: boolean,
): Promise<void> {
  await lane.until('a settled delivery', async () => {
    const state = await lane.deliveryState(clientId);
    return state !== null && SETTLED.includes(state) ? state : null;
  });
  const count = await accepted();
  expect(count).toBeLessThanOrEqual(1);
  if (isSure) expect(count, 'how often the marketplace has a message that nobody may doubt').toBe(1);
  const state = await lane.deliveryState(clientId);
  // Nothing in the fire is a reason to refuse a video.
  if (what === 'video') expect(state).not.toBe('refused');
  if (count === 0) return expect(['unconfirmed', 'refused']).toContain(state);
  await lane.until('the word sent', async () => ((await lane.deliveryState(clientId)) === 'confirmed' ? true : null));
  expect(await shown()).toEqual([clientId]);
}
