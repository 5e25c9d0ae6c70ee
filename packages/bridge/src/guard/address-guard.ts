import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRange, rangeOfAddress } from './address-ranges.ts';
import { isDialablePort } from './ports.ts';

/**
 * Keeps the server from dialling addresses that a user named but that only the server can reach (SSRF): private,
 * loopback, link-local, metadata and translated addresses. The check runs inside `lookup` on the address that is
 * dialled, so a name that resolves differently the second time (DNS rebinding) still cannot pass.
 */
export interface AddressGuard {
  /**
   * The host in the canonical spelling that is dialled (`0x7f.1` becomes `127.0.0.1`). Throws `ForbiddenAddressError`
   * for a host or port that is forbidden by itself. A name that passes here must still pass `lookup`.
   */
  admit(host: string, port: number): string;
  /** The `lookup` option for `net.connect` and `tls.connect`: gives only addresses that may be dialled. */
  readonly lookup: LookupFunction;
}

export interface AddressGuardOptions {
  /** Whether this machine itself may be dialled: on a desktop and in the demo, never on a server that others use. */
  readonly allowLoopback: boolean;
  /** Whether addresses and names of the server's own network may be dialled: never where strangers name them. */
  readonly allowPrivate?: boolean;
  /** Resolves names; the system's resolver by default. */
  readonly resolve?: Resolve;
}
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** A user gave a host that may not be dialled from here; the user must change it. */
export class ForbiddenAddressError extends Error {
  readonly code = 'ERR_FORBIDDEN_ADDRESS';
  readonly host: string;
  readonly range: AddressRange | 'name' | 'port' | 'host';
  constructor(host: string, range: AddressRange | 'name' | 'port' | 'host') {
    super(`${host} may not be dialled from here (${range})`);
    this.name = 'ForbiddenAddressError';
    this.host = host;
    this.range = range;
  }
}

/** The ranges of RFC 1918, RFC 4193 and RFC 6598, as `rangeOfAddress` names them. */
const PRIVATE: ReadonlySet<AddressRange> = new Set(['private', 'uniqueLocal', 'carrierGradeNat']);

/** Names that belong to the machine or its local network; refused even if a proxy would resolve them. */
const INTERNAL_SUFFIXES = ['local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'home.arpa', 'onion'];

export function createAddressGuard({
  allowLoopback,
  allowPrivate = false,
  resolve = resolveBySystem,
}: AddressGuardOptions): AddressGuard {
  const isOfNetwork = (range: AddressRange): boolean => allowPrivate && PRIVATE.has(range);
  const isAllowed = (range: AddressRange): boolean =>
    range === 'public' || (allowLoopback && range === 'loopback') || isOfNetwork(range);

  const admit = (host: string, port: number): string => {
    const canonical = canonicalHost(host);
    if (canonical === null) throw new ForbiddenAddressError(host, 'host');
    if (!isDialablePort(port)) throw new ForbiddenAddressError(canonical, 'port');
    if (isIP(canonical) !== 0) {
      const range = rangeOfAddress(canonical);
      if (!isAllowed(range)) throw new ForbiddenAddressError(canonical, range);
      return canonical;
    }
    if (isOwnName(canonical) ? !allowLoopback : !allowPrivate && isInternalName(canonical)) {
      throw new ForbiddenAddressError(canonical, 'name');
    }
    return canonical;
  };

  const lookupAllowed = async (hostname: string, family: number): Promise<readonly ResolvedAddress[]> => {
    const answers = await resolve(hostname);
    // With `allowLoopback`, only a loopback name such as `localhost` may resolve to loopback. A public name that does
    // is an attack.
    const canBe = (range: AddressRange): boolean =>
      range === 'public' || isOfNetwork(range) || (isOwnName(hostname) && isAllowed(range));
    const allowed = answers.filter(
      ({ address, family: of }) => canBe(rangeOfAddress(address)) && (family === 0 || family === of),
    );
    const [first] = answers;
    if (allowed.length === 0) {
      throw new ForbiddenAddressError(hostname, first === undefined ? 'name' : rangeOfAddress(first.address));
    }
    return allowed;
  };

  const lookup: LookupFunction = (hostname, options, callback) => {
    const family = familyOf(options.family);
    lookupAllowed(hostname, family).then(
      (allowed) => {
        const [first] = allowed;
        if (options.all === true) callback(null, [...allowed]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };

  return { admit, lookup };
}

/**
 * The host as the URL parser (and so every `fetch`) reads it: decimal, octal, hex and short forms and full-width digits
 * become plain addresses, IDN becomes ASCII. Null for a text that is not just a host.
 */
export function canonicalHost(host: string): string | null {
  if (host === '' || /[\s/\\?#@%]/u.test(host) || host.startsWith('[') !== host.endsWith(']')) return null;
  const isBareIpv6 = isIP(host) === 6;
  const parsed = URL.parse(`http://${isBareIpv6 ? `[${host}]` : host}/`);
  if (parsed === null || parsed.port !== '' || (host.includes(':') && !parsed.hostname.startsWith('['))) return null;
  const hostname = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return hostname === '' || hostname.endsWith('.') ? null : hostname;
}

const isOwnName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** A name without a dot belongs to the local network: no marketplace, proxy or picture has such a name. */
function isInternalName(name: string): boolean {
  return !name.includes('.') || INTERNAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}

function familyOf(family: number | 'IPv4' | 'IPv6' | undefined): number {
  if (family === 'IPv4') return 4;
  if (family === 'IPv6') return 6;
  return family ?? 0;
}

const resolveBySystem: Resolve = (hostname) =>
  new Promise((done, fail) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
