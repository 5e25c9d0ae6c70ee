import type { Refusal } from './reasons.ts';

/** The state of a login at a marketplace (spec 1 §4, shop login) and of its live stream. */
export type ConnectionState =
  | { readonly state: 'waiting' }
  | { readonly state: 'logging_in' }
  | { readonly state: 'catching_up' }
  | { readonly state: 'live' }
  | { readonly state: 'interrupted'; readonly refusal: Refusal }
  | { readonly state: 'failed'; readonly refusal: Refusal };
export type ConnectionStateName = ConnectionState['state'];

/**
 * `interrupted` heals by itself; `failed` waits for a person. A connection that loses its lease goes back to `waiting`
 * from any state.
 */
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
