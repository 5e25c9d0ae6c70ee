import type { DeviceFault } from './passkey-ceremony.ts';

/** What is said where the browser itself gave no passkey. */
export const FAULT_TEXTS = {
  stopped: 'passkeys.stopped',
  known: 'passkeys.known',
  failed: 'passkeys.failed',
} as const satisfies Record<DeviceFault, string>;
