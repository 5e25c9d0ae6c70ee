/** What a JSON call of the chat pages is given. */
import type { Login, Shop } from '../world/types.ts';
import type { TiktokContext } from './context.ts';

export interface ChatCall {
  readonly context: TiktokContext;
  readonly login: Login;
  /** Named by oec_seller_id, else the login's first. */
  readonly shop: Shop;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}
