/** From where a request comes, for limits. An IPv6 customer has a network of 64 bits, so its addresses count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address.slice(0, 64);
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const groups = head.split(':');
  const left = address.includes('::') ? 8 - tail.split(':').length : 8;
  while (groups.length < left) groups.push('0');
  return groups.slice(0, 4).join(':');
}
