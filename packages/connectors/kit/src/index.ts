export * from './call.ts';
export * from './catalogue.ts';
export * from './pauses.ts';
export * from './retry.ts';
export * from './shop-calls.ts';
export * from './sign-in.ts';
export * from './types.ts';
