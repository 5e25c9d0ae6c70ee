import { describe, expect, it } from 'vitest';
import {
  isTikTokWebhook,
  signTikTok,
  TIKTOK_API_ORIGIN,
  TIKTOK_AUTH_ORIGIN,
  toTikTokRequest,
  toTikTokTokenRefresh,
} from './requests.ts';

/** Key, secret and timestamp of the documentation's own example ("Sign your API request", Get Authorized Shops). */
const app = { appKey: '29a39d', appSecret: 'e59af819cc' };
const timestamp = 1_623_812_664;
const path = '/authorization/202309/shops';
const query = { app_key: '29a39d', timestamp: '1623812664' };

describe('signTikTok', () => {
  it('gives the signature of the documentation’s own example', () => {
    const sign = 'b596b73e0cc6de07ac26f036364178ab16b0a907af13d43f0a0cd2345f582dc8';
    expect(signTikTok(app, { path, query, body: null })).toBe(sign);
    expect(signTikTok(app, { path, query: { ...query, sign: 'old', access_token: 'x' }, body: null })).toBe(sign);
  });

  // Digest made with openssl.
  it('signs the body as it is sent', () => {
    const body = '{"type":"TEXT","content":"{\\"content\\":\\"xin chào\\"}"}';
    const call = {
      path: '/customer_service/202309/conversations/7494560109732334593/messages',
      query: { shop_cipher: 'GCP_XF90igAAAABh00qsWgtvOiGFNqyubMt3', ...query },
    };
    const sign = '1688b2e065b8c6c93a1cbf4d3d3a9764116ef7761319578633e037d4d72dd400';
    expect(signTikTok(app, { ...call, body })).toBe(sign);
    expect(signTikTok(app, { ...call, body: ` ${body}` })).not.toBe(sign);
  });
});

describe('toTikTokRequest', () => {
  it('adds key, time, cipher and signature, and has the token in a header', () => {
    const body = '{"type":"TEXT","content":"{\\"content\\":\\"xin chào\\"}"}';
    const request = toTikTokRequest(app, {
      origin: TIKTOK_API_ORIGIN,
      method: 'POST',
      path: '/customer_service/202309/conversations/7494560109732334593/messages',
      query: {},
      body,
      accessToken: 'TTP_canary',
      shopCipher: 'GCP_XF90igAAAABh00qsWgtvOiGFNqyubMt3',
      timestamp,
    });
    expect(request.body).toBe(body);
    expect(request.headers).toEqual({ 'x-tts-access-token': 'TTP_canary', 'content-type': 'application/json' });
    expect(request.url).not.toContain('canary');
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({
      ...query,
      shop_cipher: 'GCP_XF90igAAAABh00qsWgtvOiGFNqyubMt3',
      sign: '1688b2e065b8c6c93a1cbf4d3d3a9764116ef7761319578633e037d4d72dd400',
    });
  });
});

describe('toTikTokTokenRefresh', () => {
  it('asks the host of tokens', () => {
    const request = toTikTokTokenRefresh(app, 'TTP_refresh&1');
    expect(request).toMatchObject({ method: 'GET', body: null });
    expect(request.url.split('?')[0]).toBe(`${TIKTOK_AUTH_ORIGIN}/api/v2/token/refresh`);
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({
      app_key: '29a39d',
      app_secret: 'e59af819cc',
      refresh_token: 'TTP_refresh&1',
      grant_type: 'refresh_token',
    });
  });
});

describe('isTikTokWebhook', () => {
  // Digest made with openssl.
  const webhook = {
    rawBody: Buffer.from(
      '{"type":14,"tts_notification_id":"7327112393057371910","shop_id":"7494049642642441621","timestamp":1644412885,' +
        '"data":{"content":"{\\"content\\":\\"ขอบคุณ\\"}"}}',
    ),
    authorization: '85b498774ba54788707374e21d3d8a5d2d91a02dd725a96753af7d6fb522aebc',
  };

  it('accepts what was signed with the secret', () => {
    expect(isTikTokWebhook(app, webhook)).toBe(true);
  });

  it.each([
    ['another body', { rawBody: webhook.rawBody.subarray(1) }],
    ['a wrong digest', { authorization: 'f'.repeat(64) }],
    ['a scheme before it', { authorization: `Bearer ${webhook.authorization}` }],
    ['no header', { authorization: null }],
  ])('refuses %s', (_name, change) => {
    expect(isTikTokWebhook(app, { ...webhook, ...change })).toBe(false);
  });

  it('refuses another app', () => {
    expect(isTikTokWebhook({ ...app, appKey: 'abcdef' }, webhook)).toBe(false);
    expect(isTikTokWebhook({ ...app, appSecret: '123' }, webhook)).toBe(false);
  });
});
