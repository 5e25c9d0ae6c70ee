import type { ProxyType } from '@pasar/domain';

/** A proxy as providers write it in one line. `type` is null where the line names none. */
export interface ProxyLine {
  readonly type: ProxyType | null;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
}

const TYPES: Readonly<Record<string, ProxyType>> = {
  http: 'http',
  https: 'https',
  socks: 'socks5',
  socks5: 'socks5',
  socks5h: 'socks5',
};
const HOST = /^(\[[0-9a-f:.]+\]|localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)$/i;
const isPort = (text: string | undefined): text is string =>
  text !== undefined && /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

/**
 * Reads `host:port`, `host:port:user:password`, `user:password:host:port`, `user:password@host:port` and
 * `host:port@user:password`, each with or without a type in front (`socks5://`), and the same values with tabs, spaces
 * or `|` between them. Null for any other line.
 */
export function readProxyLine(line: string): ProxyLine | null {
  // Some browsers of sellers add an address for rotation and a remark.
  const text = line.trim().replace(/(\[https?:[^\]]*\])?(\{[^}]*\})?$/, '');
  const [, scheme, afterScheme = ''] = /^([a-z]\w*):\/\/(.*)$/i.exec(text) ?? [null, undefined, text];
  const values = afterScheme.replace(/\/$/, '');
  if (scheme !== undefined) return withType(TYPES[scheme.toLowerCase()], readAddress(values, true));
  const words = values.split(/[\s|]+/);
  if (words.length === 1) return withType(null, readAddress(values, false));
  const [first = '', ...rest] = words;
  const type = TYPES[first.toLowerCase()];
  return type === undefined ? withType(null, readParts(words)) : withType(type, readParts(rest));
}

type Address = Omit<ProxyLine, 'type'>;
const withType = (type: ProxyType | null | undefined, address: Address | null): ProxyLine | null =>
  type === undefined || address === null ? null : { type, ...address };

function readAddress(text: string, isUrl: boolean): Address | null {
  const at = text.lastIndexOf('@');
  if (at === -1) return readParts(partsOf(text));
  const [left, right] = [partsOf(text.slice(0, at)), partsOf(text.slice(at + 1))];
  const decode = isUrl ? decoded : (word: string) => word;
  if (right.length === 2 && isAddress(right)) return addressOf(right, left.map(decode));
  return left.length === 2 && isAddress(left) ? addressOf(left, right.map(decode)) : null;
}

/** The parts between colons; an IPv6 address in brackets is one part. */
const partsOf = (text: string): readonly string[] => text.match(/\[[^\]]*\]|[^:]+/g) ?? [];

const isAddress = ([host = '', port]: readonly string[]): boolean => HOST.test(host) && isPort(port);

function readParts(parts: readonly string[]): Address | null {
  if (isAddress(parts)) return addressOf(parts.slice(0, 2), parts.slice(2));
  return parts.length === 4 && isAddress(parts.slice(2)) ? addressOf(parts.slice(2), parts.slice(0, 2)) : null;
}

/** A password may contain a colon. */
const addressOf = (
  [host = '', port = '']: readonly string[],
  [username = '', ...rest]: readonly string[],
): Address => ({
  host: host.replace(/^\[|\]$/g, ''),
  port,
  username,
  password: rest.join(':'),
});

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
