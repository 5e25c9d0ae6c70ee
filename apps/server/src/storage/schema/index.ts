export * from './account.ts';
export * from './chat.ts';
export * from './routing.ts';
export * from './shops.ts';
