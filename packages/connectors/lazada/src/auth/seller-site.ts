/**
 * The seller's web site: the login steps and the star. Only the steps are publicly known (spec 2 §7.4), so paths and
 * bodies are ours: `{success:true, data}` or `{success:false, errorCode, errorMessage}`.
 */
import type { Bridge, HttpBody } from '@pasar/bridge';
import type { Outcome } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { z } from 'zod';
import { asNetworkError, failed, meaningOfNetwork, meaningOfStatus } from '../gateway/answer.ts';
import { tryParseLossless } from '../wire/json.ts';
import { loginReason } from './login-reasons.ts';

export const SITE_PATHS = {
  loginPage: '/apps/seller/login',
  loginSubmit: '/apps/seller/login/submit',
  sessionInit: '/apps/seller/session/init',
  imWindow: '/apps/im/window',
  star: '/apps/im/session/star',
} as const;

export interface SellerSite {
  /** The page's text; a redirect to the login page is `shop_login_expired`. */
  page(path: string): Promise<Outcome<string>>;
  /** The `data` of an action. */
  act(request: SiteRequest): Promise<Outcome<unknown>>;
}
export interface SiteRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>> | null;
}

const answerSchema = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({ success: z.literal(false), errorCode: z.string(), errorMessage: z.string().default('') }),
]);

export function fromWireAction(text: string): Outcome<unknown> {
  const parsed = tryParseLossless(text);
  const answer = parsed.ok ? answerSchema.safeParse(parsed.value) : null;
  if (answer === null || !answer.success) {
    return { ok: false, refusal: refusal('unexpected_answer', 'the seller site answered no JSON'), canRetry: true };
  }
  if (answer.data.success) return { ok: true, value: answer.data.data };
  const { errorCode, errorMessage } = answer.data;
  return { ok: false, refusal: refusal(loginReason(errorCode), errorMessage || errorCode), canRetry: false };
}

export function createSellerSite(bridge: Bridge, origin: string, timeoutMs: number): SellerSite {
  const fetchText = async (method: 'GET' | 'POST', url: string, body: HttpBody): Promise<Outcome<string>> => {
    const csrf = bridge.cookies.get(`${origin}/`, 'CSRFT');
    try {
      const response = await bridge.http.request({
        method,
        url,
        headers: {
          origin,
          referer: `${origin}${SITE_PATHS.loginPage}`,
          ...(csrf === null ? {} : { 'x-csrf-token': csrf }),
        },
        body,
        timeoutMs,
      });
      if (response.status >= 300 && response.status < 400) {
        return { ok: false, refusal: refusal('shop_login_expired', 'sent to the login page'), canRetry: false };
      }
      return response.status === 200 ? { ok: true, value: response.text } : failed(meaningOfStatus(response.status));
    } catch (error) {
      return failed(meaningOfNetwork(asNetworkError(error)));
    }
  };

  return {
    page: (path) => fetchText('GET', `${origin}${path}`, { type: 'none' }),
    async act({ method, path, query, form }) {
      const search = new URLSearchParams(query).toString();
      const body: HttpBody = form === null ? { type: 'none' } : { type: 'form', fields: form };
      const text = await fetchText(method, `${origin}${path}${search === '' ? '' : `?${search}`}`, body);
      return text.ok ? fromWireAction(text.value) : text;
    },
  };
}
