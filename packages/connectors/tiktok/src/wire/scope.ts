/**
 * The basis of every call of this marketplace: the scope of a call, and the request before the common parts are added.
 */
import type { HttpBody } from '@pasar/bridge';
import type { MarketplaceCall, WireCall } from '@pasar/connector-kit';
import type { Country } from '@pasar/domain';

/** The shop of a call, as the site names it. */
export interface ShopOnSite {
  readonly shopId: string;
  /** E.g. TH or UK. */
  readonly region: string;
}
/** What a definition may know of the login. `shop` is null for a call about the login itself. */
export interface TiktokScope {
  readonly country: Country;
  /** A cross-border login: its calls go to the global hosts. */
  readonly isGlobal: boolean;
  readonly shop: ShopOnSite | null;
}
export type TiktokCall<Params, Answer> = MarketplaceCall<TiktokScope, Params, Answer>;
/** A call of the chat pages that is not in the catalogue. */
export type SiteCall<Params, Answer> = Omit<TiktokCall<Params, Answer>, 'key'>;

const wire = (
  method: WireCall['method'],
  path: string,
  body: HttpBody,
  query: WireCall['query'] = {},
  headers: WireCall['headers'] = {},
): WireCall => ({ method, path, query, headers, body });

export const wireGet = (path: string, query: WireCall['query'] = {}): WireCall =>
  wire('GET', path, { type: 'none' }, query);
export const wirePost = (path: string, value: unknown): WireCall => wire('POST', path, { type: 'json', value });
export const wireForm = (path: string, fields: Readonly<Record<string, string>>): WireCall =>
  wire('POST', path, { type: 'form', fields });
export const wireHead = (path: string, headers: WireCall['headers']): WireCall =>
  wire('HEAD', path, { type: 'none' }, {}, headers);
