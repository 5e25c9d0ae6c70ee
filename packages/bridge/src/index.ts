export { createBridge } from './node/bridge.ts';
export { systemClock } from './node/clock.ts';
export { openCookieJar, UnreadableCookiesError } from './node/cookies.ts';
export * from './types.ts';
