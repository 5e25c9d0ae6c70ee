import { isOwnHost } from '@pasar/domain';
import { z } from 'zod';
import { createStoredStore } from '../../../ui/stored.ts';

/** Most hosts that are remembered (our choice). */
const KEPT = 200;
/** The hosts that a person has opened, in this browser, the newest last. */
const agreed = createStoredStore(localStorage, 'pasar.linkHosts', z.array(z.string()), []);

export const isKnownHost = (host: string): boolean => isOwnHost(host) || agreed.get().includes(host);

export function rememberHost(host: string): void {
  agreed.update((hosts) => [...hosts.filter((other) => other !== host), host].slice(-KEPT));
}
