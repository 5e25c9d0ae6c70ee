/** A login at a marketplace that answers by a script. */
import type { Bridge, Clock, HttpRequest } from '@pasar/bridge';
import type { ChallengeAnswer, ConnectorNotice } from '@pasar/connector-kit';
import { buildClients } from '../clients.ts';
import { createSigner } from '../outbound/signer.ts';

export type Reply = readonly [status: number, body: unknown];

export const SESSION = 'GET /api/v2/login/';
export const PASSWORD = 'POST /api/v2/login/';
export const CHAT = 'POST /webchat/api/coreapi/v1.2/mini/login';
export const LOGGED_IN: Reply = [200, { errcode: 0, id: 5 }];
export const NOT_LOGGED_IN: Reply = [403, { errcode: 1, fields: null }];
export const TOKEN_NOT_FOUND: Reply = [401, { message: 'token not found' }];
export const shop = { id: 1, user_id: 5, country: 'TW', name: 'Shop' };
export const chatOpened = (token: string): Reply => [200, { token, user: { id: 5, uid: '0-5', type: 'seller' }, shop }];

interface SceneOptions {
  readonly country?: 'TW' | 'CNSC';
  readonly identifier?: string;
  readonly answer?: ChallengeAnswer;
  readonly storedSession?: string;
  readonly mayUsePassword?: boolean;
}

/** A marketplace that answers each call by its script, the last line again and again. Every pause is over at once. */
export function scene(script: Readonly<Record<string, readonly Reply[]>>, options: SceneOptions = {}) {
  const { country = 'TW', identifier = 'shop', answer = null, storedSession = null, mayUsePassword = true } = options;
  const calls: string[] = [];
  const bodies: HttpRequest['body'][] = [];
  const saved: string[] = [];
  const notices: ConnectorNotice[] = [];
  const pauses: number[] = [];
  const asked = new Map<string, number>();
  const clock: Clock = {
    now: () => 0,
    after(delayMs, run) {
      pauses.push(delayMs);
      queueMicrotask(run);
      return () => undefined;
    },
  };
  const request = async ({ method, url, body: sent }: HttpRequest) => {
    const call = `${method} ${new URL(url).pathname}`;
    calls.push(call);
    bodies.push(sent);
    const count = asked.get(call) ?? 0;
    asked.set(call, count + 1);
    const replies = script[call] ?? [];
    const [status, body] = replies[Math.min(count, replies.length - 1)] ?? [404, {}];
    const text = JSON.stringify(body);
    return { status, headers: {}, bytes: new TextEncoder().encode(text), text };
  };
  const bridge: Bridge = {
    http: { request },
    sockets: { open: () => Promise.reject(new Error('no sockets here')) },
    cookies: { get: () => 'cds', set: () => undefined, serialize: () => 'jar' },
    clock,
    uuid: () => 'uuid',
    close: async () => undefined,
  };
  const origin = () => 'http://seller';
  const { keeper } = buildClients({
    origins: {
      sellerOrigin: origin,
      alternateSellerOrigin: () => null,
      socketOrigin: origin,
      mallOrigin: origin,
      imageOrigin: origin,
      signer: createSigner('key'),
    },
    context: {
      bridge,
      credentials: { identifier, password: 'secret', country },
      saveSession: async (session) => void saved.push(session),
      storedSession,
      answer,
      mayUsePassword,
      line: 'auto',
      domainSwitch: { get: () => null, set: () => undefined },
      notify: (notice) => void notices.push(notice),
    },
    inUse: null,
  });
  return { keeper, calls, bodies, saved, notices, pauses };
}
