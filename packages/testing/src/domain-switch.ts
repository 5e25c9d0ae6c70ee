import type { DomainSwitchMemory } from '@pasar/connector-kit';
import type { Country, DomainSwitchResult } from '@pasar/domain';

/** Remembers in memory. */
export function createMemoryDomainSwitch(): DomainSwitchMemory {
  const known = new Map<Country, DomainSwitchResult>();
  return {
    get: (country) => known.get(country) ?? null,
    set: (country, result) => void known.set(country, result),
  };
}
