/** The client: one socket's session, the HTTP twin, and the client that keeps a user's chats whole across both. */
export * from './backoff.ts';
export * from './call-plans.ts';
export type { CallResult, Refused } from './caller.ts';
export * from './checksum.ts';
export * from './client-requests.ts';
export * from './client-session.ts';
export * from './command-content.ts';
export type { ConnectionState } from './connection.ts';
export type { Delivery } from './fetching.ts';
export * from './heartbeat.ts';
export * from './im-client.ts';
export * from './notices.ts';
export * from './ports.ts';
export * from './reduce.ts';
export * from './sequence.ts';
export * from './state.ts';
export * from './statuses.ts';
export * from './tap.ts';
