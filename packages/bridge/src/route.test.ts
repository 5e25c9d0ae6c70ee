import { describe, expect, it } from 'vitest';
import { describeRoute, type ProxyConfig } from './route.ts';

describe('describeRoute', () => {
  it('BR-R5 names the route without its credentials', () => {
    const proxy: ProxyConfig = {
      protocol: 'socks5',
      host: 'p.example',
      port: 1080,
      username: 'canary',
      password: 'canary',
    };
    expect(describeRoute({ kind: 'direct' })).toBe('direct');
    expect(describeRoute({ kind: 'proxy', proxy })).toBe('socks5 proxy p.example:1080');
    expect(describeRoute({ kind: 'front', proxy: { ...proxy, protocol: 'http' } })).toBe('http front p.example:1080');
  });
});
