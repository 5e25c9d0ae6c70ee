import { describe, expect, it } from 'vitest';
import type { ProxyConfig } from '../route.ts';
import { pickChatProxyHosts, selectRoute } from './select.ts';

const proxyAt = (host: string): ProxyConfig => ({
  protocol: 'socks5',
  host,
  port: 1080,
  username: null,
  password: null,
});
const [subject, custom, boost] = [proxyAt('subject.test'), proxyAt('custom.test'), proxyAt('boost.test')];

describe('selectRoute', () => {
  it.each([
    [{ subject, custom, boost }, 'subject'],
    [{ subject, custom: null, boost }, 'subject'],
    [{ subject: null, custom, boost }, 'custom'],
    [{ subject: null, custom, boost: null }, 'custom'],
    [{ subject: null, custom: null, boost }, 'boost'],
  ])('BR-S1 takes the platform subject, then the custom one, then boost (%#)', (sources, source) => {
    const proxy = { subject, custom, boost }[source];
    expect(selectRoute(sources)).toEqual({ route: { kind: 'proxy', proxy }, source });
  });

  it('BR-S1 is direct without a proxy', () => {
    expect(selectRoute({ subject: null, custom: null, boost: null })).toEqual({
      route: { kind: 'direct' },
      source: null,
    });
  });
});

describe('pickChatProxyHosts', () => {
  const at = (host: string) => ({ protocol: 'http' as const, host, port: 8080, username: null, password: null });
  const hosts = { socketHosts: [at('ws1'), at('ws2')], httpHosts: [at('http1'), at('http2')] } as const;
  const seeded =
    (...numbers: number[]) =>
    () =>
      numbers.shift() ?? 0;

  it('BR-S2 picks one host of each pair, independently', () => {
    const picked = (...numbers: number[]) => {
      const { socketHost, httpHost } = pickChatProxyHosts(hosts, seeded(...numbers));
      return { socketHost: socketHost.host, httpHost: httpHost.host };
    };
    expect(picked(0, 0)).toEqual({ socketHost: 'ws1', httpHost: 'http1' });
    expect(picked(0.499, 0.5)).toEqual({ socketHost: 'ws1', httpHost: 'http2' });
    expect(picked(0.5, 0.499)).toEqual({ socketHost: 'ws2', httpHost: 'http1' });
    expect(picked(0.999, 0.999)).toEqual({ socketHost: 'ws2', httpHost: 'http2' });
  });
});
