import { type AddressGuard, createAddressGuard, ForbiddenAddressError } from '@pasar/bridge';

/**
 * Which addresses webhooks may have. `isPrivateAllowed`: the operator's receivers may stand in the server's own network
 * (PASAR_WEBHOOK_PRIVATE). Link-local addresses, under which clouds tell their machines' secrets, are refused in any
 * case.
 */
export interface WebhookAddresses {
  readonly guard: AddressGuard;
  /** Whether a webhook may have this address. A name is checked again at the address that is dialled. */
  allows(address: string): boolean;
}

export function webhookAddresses(isPrivateAllowed: boolean): WebhookAddresses {
  const guard = createAddressGuard({ allowLoopback: isPrivateAllowed, allowPrivate: isPrivateAllowed });
  const loopback = createAddressGuard({ allowLoopback: true, resolve: async () => [] });
  return {
    guard,
    allows(address) {
      const url = URL.parse(address);
      if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
      const isSecure = url.protocol === 'https:';
      if (!isSecure && !(isPrivateAllowed && url.protocol === 'http:' && isOwn(loopback, url))) return false;
      return isAdmitted(guard, url);
    },
  };
}

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

function isAdmitted(guard: AddressGuard, url: URL): boolean {
  try {
    guard.admit(url.hostname, portOf(url));
    return true;
  } catch (error) {
    if (error instanceof ForbiddenAddressError) return false;
    throw error;
  }
}

/** Whether the host is this machine: admitted only where loopback is. */
const isOwn = (loopback: AddressGuard, url: URL): boolean =>
  isAdmitted(loopback, url) && !isAdmitted(createAddressGuard({ allowLoopback: false }), url);
