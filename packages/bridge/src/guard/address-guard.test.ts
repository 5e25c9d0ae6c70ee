import { describe, expect, it } from 'vitest';
import { FORBIDDEN_HOSTS, FORBIDDEN_PORTS, OPEN_PORTS, PUBLIC_HOSTS } from '../../tests/guard/vectors.ts';
import { type AddressGuard, createAddressGuard, ForbiddenAddressError, type ResolvedAddress } from './address-guard.ts';
import { rangeOfAddress } from './address-ranges.ts';

const strict = createAddressGuard({ allowLoopback: false });
const rangeOf = (guard: AddressGuard, host: string, port = 443): string => {
  try {
    return `dialled ${guard.admit(host, port)}`;
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return error.range;
    throw error;
  }
};

/** Calls `guard.lookup` as `net.connect` does; gives the addresses that `net.connect` would dial. */
function lookUp(guard: AddressGuard, name: string, all = true, family = 0): Promise<unknown> {
  return new Promise((resolve, reject) => {
    guard.lookup(name, { all, family }, (error, address, of) =>
      error === null ? resolve(all ? address : { address, family: of }) : reject(error),
    );
  });
}
const resolving = (...answers: readonly (readonly string[])[]): AddressGuard => {
  let asked = 0;
  return createAddressGuard({
    allowLoopback: false,
    resolve: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return answer.map((address): ResolvedAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
};

describe('address guard', () => {
  it.each(FORBIDDEN_HOSTS)('BR-G1 refuses «$host» ($range)', ({ host, range }) => {
    expect(rangeOf(strict, host)).toBe(range);
  });

  it('BR-G1 has at least 200 vectors, none twice', () => {
    const hosts = FORBIDDEN_HOSTS.map(({ host }) => host);
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(hosts.length).toBeGreaterThanOrEqual(200);
  });

  it.each(PUBLIC_HOSTS)('BR-G2 lets «$host» pass as $dialled', ({ host, dialled }) => {
    expect(rangeOf(strict, host)).toBe(`dialled ${dialled}`);
  });

  it.each(FORBIDDEN_PORTS)('BR-G3 refuses port %s', (port) => {
    expect(rangeOf(strict, 'cf.shopee.sg', port)).toBe('port');
    expect(rangeOf(createAddressGuard({ allowLoopback: true }), '127.0.0.1', port)).toBe('port');
  });
  it.each(OPEN_PORTS)('BR-G3 lets port %s pass', (port) => {
    expect(rangeOf(strict, 'cf.shopee.sg', port)).toBe('dialled cf.shopee.sg');
  });

  it.each(FORBIDDEN_HOSTS.filter(({ range }) => !['name', 'host'].includes(range)))(
    'BR-G4 a name that resolves to «$host» is refused when it is dialled',
    async ({ host, range }) => {
      const url = URL.parse(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}/`);
      const address = (url?.hostname ?? '').replace(/^\[|\]$/g, '').replace(/\.$/, '');
      await expect(lookUp(resolving([address]), 'shop.example')).rejects.toMatchObject({ range });
    },
  );

  it('BR-G4 dials only the public addresses of several answers, in the requested form', async () => {
    const guard = resolving(['169.254.169.254', '93.184.216.34', '::1', '2606:4700::1']);
    const [v4, v6] = [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ];
    expect(await lookUp(guard, 'shop.example')).toEqual([v4, v6]);
    expect(await lookUp(guard, 'shop.example', false)).toEqual(v4);
    expect(await lookUp(guard, 'shop.example', true, 6)).toEqual([v6]);
    expect(await lookUp(guard, 'shop.example', false, 6)).toEqual(v6);
  });

  it('BR-G5 a name that changes its answer is checked each time', async () => {
    const guard = resolving(['93.184.216.34'], ['127.0.0.1'], ['93.184.216.34']);
    expect(await lookUp(guard, 'rebind.example')).toEqual([{ address: '93.184.216.34', family: 4 }]);
    await expect(lookUp(guard, 'rebind.example')).rejects.toBeInstanceOf(ForbiddenAddressError);
    expect(await lookUp(guard, 'rebind.example')).toHaveLength(1);
  });

  it('BR-G4 an empty answer and a failing resolver are failures', async () => {
    await expect(lookUp(resolving([]), 'shop.example')).rejects.toMatchObject({ range: 'name' });
    const broken = createAddressGuard({ allowLoopback: false, resolve: () => Promise.reject(new Error('SERVFAIL')) });
    await expect(lookUp(broken, 'shop.example')).rejects.toThrow('SERVFAIL');
  });

  it('BR-G7 loopback, where it is allowed, is only reached by its own addresses and names', async () => {
    const resolve = async (): Promise<ResolvedAddress[]> => [{ address: '127.0.0.1', family: 4 }];
    const desktop = createAddressGuard({ allowLoopback: true, resolve });
    for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost', 'shop.localhost', '2130706433']) {
      expect(rangeOf(desktop, host)).toMatch(/^dialled /);
    }
    for (const { host, range } of FORBIDDEN_HOSTS) {
      if (range === 'loopback' || /localhost\.?$/i.test(host.normalize('NFKC'))) continue;
      expect([host, rangeOf(desktop, host)]).toEqual([host, range]);
    }
    expect(await lookUp(desktop, 'localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
    await expect(lookUp(desktop, 'rebind.example')).rejects.toMatchObject({ range: 'loopback' });
  });

  it('BR-G1 an address with a zone, and text that is not an address, are invalid', () => {
    for (const address of ['fe80::1%eth0', '::1%lo', '127.1', '0x7f000001', 'shop.example', '']) {
      expect(rangeOfAddress(address)).toBe('invalid');
    }
  });
});
