/**
 * Signing in at the seller's web site (spec 2 §7.4): page init for its cookies, submit of {userInput, password, device
 * token}, session init, the seller id on the IM window page. A demand for captcha, code or identity ends it.
 */
import type { Bridge } from '@pasar/bridge';
import type { Credentials, Outcome } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { z } from 'zod';
import { LOGIN_POLICY, withRetries } from '../limits/retry.ts';
import { wireId } from '../wire/fields.ts';
import { tryParseLossless } from '../wire/json.ts';
import { type SellerSite, SITE_PATHS } from './seller-site.ts';

const ticketSchema = z.object({ ticket: z.string().min(1) });
const windowSchema = z.object({ sellerId: wireId });

const fail = (detail: string): Outcome<never> => ({
  ok: false,
  refusal: refusal('login_failed', detail),
  canRetry: false,
});

/** Lazada takes no phone numbers here (spec 1 §5): an account has a letter or an @. */
const isPhone = (identifier: string): boolean => !/[\p{L}@]/u.test(identifier);

/** ours: the page carries `window.__IM_CONFIG__ = {...};`. */
export function sellerIdOfPage(page: string): string | null {
  const json = /window\.__IM_CONFIG__\s*=\s*(\{[^<]*?\});/.exec(page)?.[1];
  const parsed = json === undefined ? null : tryParseLossless(json);
  const config = parsed?.ok ? windowSchema.safeParse(parsed.value) : null;
  return config?.success ? config.data.sellerId : null;
}

async function attemptLogin(bridge: Bridge, site: SellerSite, credentials: Credentials): Promise<Outcome<string>> {
  const page = await site.page(SITE_PATHS.loginPage);
  if (!page.ok) return page;
  const submitted = await site.act({
    method: 'POST',
    path: SITE_PATHS.loginSubmit,
    query: {},
    // The password goes as it is inside TLS: no hash of it is publicly known for this marketplace.
    form: { userInput: credentials.identifier, password: credentials.password, deviceToken: bridge.uuid() },
  });
  if (!submitted.ok) return submitted;
  const ticket = ticketSchema.safeParse(submitted.value);
  if (!ticket.success) return fail('login not successful: check site, account, password and captcha');
  const session = await site.act({
    method: 'GET',
    path: SITE_PATHS.sessionInit,
    query: { ticket: ticket.data.ticket },
    form: null,
  });
  if (!session.ok) return session;
  const window = await site.page(SITE_PATHS.imWindow);
  if (!window.ok) return window;
  const sellerId = sellerIdOfPage(window.value);
  return sellerId === null ? fail('seller id not found on the page') : { ok: true, value: sellerId };
}

/** The seller id of the login. Tried up to three times, but never again after an answer about the login itself. */
export async function logIn(bridge: Bridge, site: SellerSite, credentials: Credentials): Promise<Outcome<string>> {
  if (isPhone(credentials.identifier)) return fail('a phone number does not log in here: use the account');
  return withRetries(bridge.clock, LOGIN_POLICY, () => attemptLogin(bridge, site, credentials));
}
