/** The active faults, in memory: they are not part of the world's history. */
import type { Fault, FaultKind, Faults, Marketplace } from './types.ts';

export interface NewFault {
  readonly kind: FaultKind;
  readonly marketplace: Marketplace;
  /** null: every shop. */
  readonly shopId: string | null;
  /** The number of strikes; null for no limit. */
  readonly count: number | null;
  /** Its duration in milliseconds; null for no end. */
  readonly forMs: number | null;
  readonly delayMs: number;
}
export interface FaultBoard extends Faults {
  add(fault: NewFault): Fault;
  /** False when the fault does not exist. */
  remove(faultId: string): boolean;
  clear(): void;
  /** Faults that may still strike, oldest first. */
  list(): readonly Fault[];
}

export function createFaults({ now }: { readonly now: () => number }): FaultBoard {
  const faults = new Map<string, Fault>();
  const listeners = new Set<(fault: Fault) => void>();
  let added = 0;

  const dropExpired = (): void => {
    for (const fault of faults.values()) if (fault.until !== null && fault.until <= now()) faults.delete(fault.faultId);
  };

  return {
    strike(kind, marketplace, shopId) {
      dropExpired();
      for (const fault of faults.values()) {
        if (fault.kind !== kind || fault.marketplace !== marketplace) continue;
        if (fault.shopId !== null && fault.shopId !== shopId) continue;
        if (fault.remaining === null) return fault;
        const struck = { ...fault, remaining: fault.remaining - 1 };
        if (struck.remaining > 0) faults.set(fault.faultId, struck);
        else faults.delete(fault.faultId);
        return struck;
      }
      return null;
    },
    onAdded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add({ kind, marketplace, shopId, count, forMs, delayMs }) {
      added += 1;
      const until = forMs === null ? null : now() + forMs;
      const fault: Fault = { faultId: `fault-${added}`, kind, marketplace, shopId, remaining: count, until, delayMs };
      faults.set(fault.faultId, fault);
      for (const listener of [...listeners]) listener(fault);
      return fault;
    },
    remove: (faultId) => faults.delete(faultId),
    clear: () => faults.clear(),
    list() {
      dropExpired();
      return [...faults.values()];
    },
  };
}
