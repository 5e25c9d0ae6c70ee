import ipaddr from 'ipaddr.js';

/** The kind of an address: `public`, `loopback`, or the name of the forbidden range that it lies in. */
export type AddressRange = 'public' | 'loopback' | 'metadata' | 'invalid' | (string & {});

/** Cloud metadata addresses in public space; the other metadata addresses are link-local, shared or unique-local. */
const PUBLIC_METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);
/** The only IPv6 block that is routed on the internet. Every address outside it is translated, mapped or reserved. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** ISATAP hides an IPv4 address behind this interface id (RFC 5214), as 6to4 and Teredo do in their prefixes. */
const ISATAP_GROUPS: readonly (readonly [number, number])[] = [
  [0x0000, 0x5efe],
  [0x0200, 0x5efe],
];

/** `address` is what a resolver gives: canonical IPv4 or IPv6. Anything else, a zone included, is `invalid`. */
export function rangeOfAddress(address: string): AddressRange {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return rangeOfIpv4(address);
  if (address.includes('%') || !ipaddr.IPv6.isValid(address)) return 'invalid';
  return rangeOfIpv6(ipaddr.IPv6.parse(address));
}

function rangeOfIpv4(address: string): AddressRange {
  const parsed = ipaddr.IPv4.parse(address);
  if (PUBLIC_METADATA.has(parsed.toString())) return 'metadata';
  const range = parsed.range();
  return range === 'unicast' ? 'public' : range;
}

function rangeOfIpv6(parsed: ipaddr.IPv6): AddressRange {
  const range = parsed.range();
  if (range !== 'unicast') return range;
  if (!parsed.match(GLOBAL_UNICAST)) return 'notGlobal';
  const [, , , , high, low] = parsed.parts;
  if (ISATAP_GROUPS.some(([first, second]) => first === high && second === low)) return 'isatap';
  return 'public';
}
