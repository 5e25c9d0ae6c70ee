import type { Refusal } from './reasons.ts';

/** How a login at a marketplace stands (spec 1 §4, shop login), and how far its stream is. */
export type ConnectionState =
  | { readonly state: 'waiting' }
  | { readonly state: 'logging_in' }
  | { readonly state: 'catching_up' }
  | { readonly state: 'live' }
  | { readonly state: 'interrupted'; readonly refusal: Refusal }
  | { readonly state: 'failed'; readonly refusal: Refusal };
export type ConnectionStateName = ConnectionState['state'];

/** `interrupted` heals by itself; `failed` waits for a person. Anybody may lose the lease and go back to waiting. */
export const CONNECTION_TRANSITIONS: Readonly<Record<ConnectionStateName, readonly ConnectionStateName[]>> = {
  waiting: ['logging_in'],
  logging_in: ['catching_up', 'interrupted', 'failed', 'waiting'],
  catching_up: ['live', 'interrupted', 'failed', 'waiting'],
  live: ['catching_up', 'interrupted', 'failed', 'waiting'],
  interrupted: ['logging_in', 'catching_up', 'failed', 'waiting'],
  failed: ['logging_in', 'waiting'],
};
export const CONNECTION_STATES = Object.keys(CONNECTION_TRANSITIONS) as readonly ConnectionStateName[];

export const canMove = (from: ConnectionStateName, to: ConnectionStateName): boolean =>
  from === to || CONNECTION_TRANSITIONS[from].includes(to);
