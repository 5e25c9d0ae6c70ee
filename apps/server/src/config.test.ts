import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from './startup-error.ts';

describe('proxies that the operator gives', () => {
  test('are read with their credentials', () => {
    expect(readConfig({ PASAR_BOOST_PROXY: 'socks5://us%20er:p%40ss@203.0.113.9:1080' }).boostProxy).toEqual({
      protocol: 'socks5',
      host: '203.0.113.9',
      port: 1080,
      username: 'us er',
      password: 'p@ss',
    });
    const hosts = { socketHosts: ['http://a:1', 'http://b:2'], httpHosts: ['https://c:3', 'http://[2001:db8::1]:4'] };
    const { chatProxies } = readConfig({ PASAR_CHAT_PROXIES: JSON.stringify(hosts) });
    expect(chatProxies?.socketHosts.map(({ host, port }) => `${host} ${port}`)).toEqual(['a 1', 'b 2']);
    expect(chatProxies?.httpHosts.map(({ host, protocol }) => `${host} ${protocol}`)).toEqual([
      'c https',
      '2001:db8::1 http',
    ]);
    expect(readConfig({})).toMatchObject({ boostProxy: null, chatProxies: null });
  });
});

test('proxies in front of the server are trusted only where the setting names them', () => {
  expect(readConfig({}).trustedProxies).toEqual([]);
  expect(readConfig({ PASAR_TRUST_PROXY: '127.0.0.1, 10.1.0.0/16,2001:db8::/32,::1' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.1.0.0/16',
    '2001:db8::/32',
    '::1',
  ]);
});

test('an empty list of permission keys opens nothing, unless the setting says that it opens everything', () => {
  expect(readConfig({}).emptyMeansAll).toBe(false);
  expect(readConfig({ PASAR_EMPTY_PERMISSIONS_MEAN_ALL: 'true' }).emptyMeansAll).toBe(true);
});

describe('the keys that sign calls', () => {
  test('come from the environment; a missing key is reported with the calls that fail', () => {
    expect(readConfig({}).warnings).toEqual([
      'PASAR_SHOPEE_SIGNATURE_KEY is not set: every call to Shopee will fail.',
      "PASAR_LAZADA_APP_KEY is not set: every call to Lazada's gateway, the chat among them, will fail.",
      "PASAR_TIKTOK_APP_KEY is not set: TikTok Shop's chat will fail.",
      "PASAR_TIKTOK_SALT is not set: TikTok Shop's chat will fail.",
    ]);
    const keys = { PASAR_SHOPEE_SIGNATURE_KEY: 's', PASAR_LAZADA_APP_KEY: 'l', PASAR_TIKTOK_APP_KEY: 't' };
    const { warnings, marketplaces } = readConfig({ ...keys, PASAR_TIKTOK_SALT: 'salt' });
    expect(warnings).toEqual([]);
    expect(marketplaces).toMatchObject({
      shopee: { signatureKey: 's' },
      lazada: { appKey: 'l' },
      tiktok: { appKey: 't', salt: 'salt' },
    });
    // A process that only serves the desk signs nothing.
    expect(readConfig({ PASAR_ROLE: 'web' }).warnings).toEqual([]);
  });
});

describe('a setting that is not valid', () => {
  test.each([
    ['PASAR_BOOST_PROXY', 'ftp://a:1'],
    ['PASAR_BOOST_PROXY', 'http://a'],
    ['PASAR_CHAT_PROXIES', '{"socketHosts":["http://a:1"],"httpHosts":["http://a:1","http://b:2"]}'],
    ['PASAR_CHAT_PROXIES', 'http://a:1'],
    ['PASAR_PEER_HOST', '0.0.0.0'],
    ['PASAR_PEER_HOST', '::'],
    ['PASAR_PEER_PORT', '65536'],
    ['PASAR_EMPTY_PERMISSIONS_MEAN_ALL', 'perhaps'],
    ['PASAR_TRUST_PROXY', '1'],
    ['PASAR_SMTP_URL', 'http://mail.example'],
    ['PASAR_SMTP_URL', 'smtp://mail.example'],
    ['PASAR_SMS_PROVIDER', 'aliyun'],
    ['PASAR_SMS_PROVIDER', 'pigeon'],
    ['PASAR_REGISTRATION', 'perhaps'],
    ['PASAR_TRUST_PROXY', 'true'],
    ['PASAR_TRUST_PROXY', 'proxy.example'],
    ['PASAR_TRUST_PROXY', '127.0.0.1,'],
    ['PASAR_TRUST_PROXY', '0.0.0.0/0'],
    ['PASAR_TRUST_PROXY', '::/0'],
    ['PASAR_TRUST_PROXY', '10.0.0.0/33'],
    ['PASAR_TRUST_PROXY', 'fe80::1%eth0'],
  ])('%s=%s is refused in one line that names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(StartupError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(name));
  });
});

describe('the model that writes suggestions', () => {
  const url = 'https://model.example/v1';
  test('is none until an address is given', () => {
    expect(readConfig({ PASAR_DRAFT_KEY: 'k', PASAR_DRAFT_MODEL: 'm' }).draftModel).toBeNull();
    expect(readConfig({ PASAR_DRAFT_URL: url, PASAR_DRAFT_MODEL: 'm' }).draftModel).toEqual({
      url,
      key: null,
      model: 'm',
    });
  });

  test.each([
    [{ PASAR_DRAFT_URL: url, PASAR_DRAFT_KEY: 'a-secret' }, 'PASAR_DRAFT_MODEL'],
    [{ PASAR_DRAFT_URL: 'model.example', PASAR_DRAFT_MODEL: 'm', PASAR_DRAFT_KEY: 'a-secret' }, 'PASAR_DRAFT_URL'],
    [{ PASAR_DRAFT_URL: 'file:///etc', PASAR_DRAFT_MODEL: 'm', PASAR_DRAFT_KEY: 'a-secret' }, 'PASAR_DRAFT_URL'],
  ])('stops the start where it is incomplete, and the key is not in the words', (env, name) => {
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name}: (?!.*a-secret)`));
  });
});
