export {
  type AddressGuard,
  type AddressGuardOptions,
  canonicalHost,
  createAddressGuard,
  ForbiddenAddressError,
} from './guard/address-guard.ts';
export { type BridgeOptions, createBridge, type NodeBridge } from './node/bridge.ts';
export { systemClock } from './node/clock.ts';
export { openCookieJar, UnreadableCookiesError } from './node/cookies.ts';
export type { Exchange } from './node/exchange.ts';
export {
  MEDIA_CONTENT_TYPES,
  MediaBrokenError,
  type MediaClient,
  type MediaContentType,
  type MediaRefusal,
  type MediaRequest,
  type MediaResult,
  type MediaUpload,
  type MediaUploadResult,
} from './node/media.ts';
export {
  createSocksFront,
  type FrontLease,
  routeThroughFront,
  SOCKS_FRONT_PORT,
  type SocksFront,
  type SocksFrontOptions,
} from './node/socks-front.ts';
export * from './proxy/select.ts';
export * from './proxy/statistics.ts';
export * from './route.ts';
export * from './types.ts';
