export * from './account.ts';
export * from './chat.ts';
