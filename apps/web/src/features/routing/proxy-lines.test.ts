import { describe, expect, it } from 'vitest';
import { readProxyLine } from './proxy-lines.ts';

const HOST = { host: '203.0.113.7', port: '8080' };
const LOGIN = { username: 'user', password: 'pass' };

describe('a line of a list of proxies', () => {
  it.each([
    ['203.0.113.7:8080', null, { username: '', password: '' }],
    ['203.0.113.7:8080:user:pass', null, LOGIN],
    ['  203.0.113.7:8080:user:pass  ', null, LOGIN],
    ['user:pass:203.0.113.7:8080', null, LOGIN],
    ['user:pass@203.0.113.7:8080', null, LOGIN],
    ['203.0.113.7:8080@user:pass', null, LOGIN],
    ['http://user:pass@203.0.113.7:8080/', 'http', LOGIN],
    ['https://203.0.113.7:8080:user:pass', 'https', LOGIN],
    ['SOCKS5://203.0.113.7:8080:user:pass', 'socks5', LOGIN],
    ['socks5h://user:pass@203.0.113.7:8080', 'socks5', LOGIN],
    ['socks5://203.0.113.7:8080:user:pass[https://change.example/?id=1]{shop 1}', 'socks5', LOGIN],
    ['203.0.113.7\t8080\tuser\tpass', null, LOGIN],
    ['socks5 203.0.113.7 8080 user pass', 'socks5', LOGIN],
    ['203.0.113.7|8080|user|pass', null, LOGIN],
    ['203.0.113.7:8080:user:pa:ss', null, { username: 'user', password: 'pa:ss' }],
    ['socks5://us%40er:p%3Ass@203.0.113.7:8080', 'socks5', { username: 'us@er', password: 'p:ss' }],
  ] as const)('%s', (line, type, login) => expect(readProxyLine(line)).toEqual({ type, ...HOST, ...login }));

  it('may name a host or an IPv6 address', () => {
    expect(readProxyLine('gate.example.com:7000:user-country-sg:pass')).toMatchObject({ host: 'gate.example.com' });
    expect(readProxyLine('[2001:db8::7]:8080:user:pass')).toEqual({
      type: null,
      host: '2001:db8::7',
      port: '8080',
      ...LOGIN,
    });
  });

  it.each(['', 'hello', 'user:pass', '203.0.113.7', '203.0.113.7:0', '203.0.113.7:70000', 'socks4://203.0.113.7:8080'])(
    'is not read from %s',
    (line) => expect(readProxyLine(line)).toBeNull(),
  );
});
