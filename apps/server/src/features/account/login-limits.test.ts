import { beforeEach, describe, expect, it } from 'vitest';
import { LoginLimits } from './login-limits.ts';

const OWNER = '203.0.113.7';
const MINUTE_MS = 60_000;
let now: number;
let limits: LoginLimits;
beforeEach(() => {
  now = 1_000_000;
  limits = new LoginLimits(() => now);
});

/** How many of `tries` wrong passwords are read. */
const guess = (address: string, name: string, tries: number): number =>
  Array.from({ length: tries }, () => limits.begin(address, name)).filter((attempt) => attempt !== null).length;

describe('wrong passwords', () => {
  it('for one name from one address are limited in a minute', () => {
    expect(guess(OWNER, 'owner', 50)).toBe(20);
    now += MINUTE_MS;
    expect(guess(OWNER, 'owner', 50)).toBe(20);
  });

  it('from elsewhere never keep the owner out, however many addresses guess', () => {
    for (let each = 0; each < 500; each += 1) guess(`198.51.${each % 250}.${each}`, 'owner', 50);
    expect(limits.begin(OWNER, 'owner')).not.toBeNull();
  });

  it('are limited further at a name that is guessed from many addresses', () => {
    for (let each = 0; each < 5; each += 1) expect(guess(`198.51.100.${each}`, 'owner', 50)).toBe(20);
    expect(guess('198.51.100.99', 'owner', 50)).toBe(5);
    expect(guess('198.51.100.99', 'another', 50)).toBe(20);
    now += 15 * MINUTE_MS;
    expect(guess('198.51.100.99', 'owner', 50)).toBe(20);
  });

  it('ten thousand from a hundred addresses are read a few times, and the owner gets in', () => {
    let read = 0;
    for (let round = 0; round < 100; round += 1) {
      for (let each = 0; each < 100; each += 1) read += guess(`198.51.100.${each}`, 'owner', 1);
      now += MINUTE_MS / 100;
    }
    expect(read).toBe(500);
    expect(limits.begin(OWNER, 'owner')).not.toBeNull();
  });

  it('over many names from one address are limited', () => {
    const read = Array.from({ length: 1_000 }, (_, each) => guess(OWNER, `name ${each}`, 1));
    expect(read.filter((count) => count === 1)).toHaveLength(100);
    expect(guess('203.0.113.8', 'name 999', 1)).toBe(1);
  });

  it('from one IPv6 network count as of one address', () => {
    expect(guess('2001:db8:1:2::1', 'owner', 20)).toBe(20);
    for (const same of ['2001:db8:1:2::2', '2001:DB8:1:2:ffff::', '2001:db8:1:2:3:4:5:6']) {
      expect(guess(same, 'owner', 1)).toBe(0);
    }
    for (const other of ['2001:db8:1:3::1', '2001:db8::1', '::1', '::ffff:203.0.113.7']) {
      expect(guess(other, 'owner', 1)).toBe(1);
    }
  });
});

describe('right passwords', () => {
  it('do not count, and clear the count of their name at their address', () => {
    for (let each = 0; each < 500; each += 1) limits.begin(OWNER, 'owner')?.succeeded();
    expect(guess(OWNER, 'owner', 19)).toBe(19);
    limits.begin(OWNER, 'owner')?.succeeded();
    expect(guess(OWNER, 'owner', 50)).toBe(20);
  });

  it('do not clear what else their address has guessed', () => {
    for (let each = 0; each < 100; each += 1) {
      guess(OWNER, `name ${each}`, 1);
      limits.begin(OWNER, 'own account')?.succeeded();
    }
    expect(guess(OWNER, 'name 200', 1)).toBe(0);
  });
});
