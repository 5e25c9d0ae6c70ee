import type { ConnectionContext, Connector, ConnectorSession, Outcome } from '@pasar/connector-kit';
import { MARKETPLACE_COUNTRIES } from '@pasar/domain';
import { fetchShops } from './auth/shop-access.ts';
import { createSignIn, hasSession } from './auth/sign-in.ts';
import type { TiktokConfig } from './config.ts';
import { ok } from './outcome.ts';
import { createSession } from './session.ts';
import { createSellerSite } from './site.ts';

/**
 * TikTok Shop. Whether the marketplace de-duplicates by client_message_id is not public, so it is not relied upon; it does
 * echo the id with the message (`ext["s:client_message_id"]`). What is stored of a session is the bridge's cookie jar.
 */
export const createTiktokConnector = (config: TiktokConfig): Connector => ({
  marketplace: 'tiktok',
  capabilities: { isDeduplicating: false, isEchoingKey: true },
  startSession: (context) => startSession(config, context),
});

/** The country's own site, or the global one for cross-border logins (spec 2 §7.5). */
function originFor(config: TiktokConfig, { shops, credentials }: ConnectionContext): string {
  const isLocal = MARKETPLACE_COUNTRIES.tiktok.includes(credentials.country) && !shops.some((shop) => shop.isCb);
  return isLocal ? config.sellerOrigin(credentials.country) : config.globalOrigin;
}

/** With cookies in the jar the session is tried as it is; the site signs in by password when it is over (spec 1 §4). */
async function startSession(config: TiktokConfig, context: ConnectionContext): Promise<Outcome<ConnectorSession>> {
  const { bridge, credentials } = context;
  const origin = originFor(config, context);
  const signIn = createSignIn(context, origin);
  const site = createSellerSite(bridge, origin, signIn);
  if (!hasSession(context, origin)) {
    const login = await signIn.renew(signIn.generation);
    if (!login.ok) return login;
  }
  const shops = await fetchShops(site, credentials.country);
  return shops.ok ? ok(createSession(bridge, config, site, shops.value)) : shops;
}
