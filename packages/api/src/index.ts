export * from './call.ts';
export * from './calls.ts';
export { CONVERSATION_TABS, type ConversationTab } from './desk.ts';
export * from './health.ts';
export * from './live.ts';
export * from './reasons.ts';
export * from './views.ts';
