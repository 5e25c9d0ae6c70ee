/** The parts that every handler of this marketplace gets, and the possible answers of a call. */
import type { Demands } from '../world/demands.ts';
import type { TradeBook } from '../world/trade.ts';
import type { Fault, FaultKind, Faults, World } from '../world/types.ts';
import type { Accounts, Seller } from './accounts.ts';
import type { MediaStore } from './media-store.ts';
import type { Settings } from './settings.ts';
import type { SyncLog } from './sync-log.ts';

export interface LazadaContext {
  readonly world: World;
  readonly trade: TradeBook;
  readonly demands: Demands;
  readonly faults: Faults;
  readonly accounts: Accounts;
  readonly news: SyncLog;
  readonly media: MediaStore;
  readonly settings: Settings;
  readonly appKey: string;
  readonly now: () => number;
  /** This server's address, known once it listens. */
  readonly origin: () => string;
  /** Runs once after the delay unless the server closes earlier. */
  readonly later: (delayMs: number, run: () => void) => void;
}

/** `cut` destroys the connection instead of answering. */
export type CallResult =
  | { readonly kind: 'success'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  | { readonly kind: 'cut' };

export const success = (data: Readonly<Record<string, unknown>>): CallResult => ({ kind: 'success', data });
export const refused = (code: string, text: string): CallResult => ({ kind: 'refused', code, text });

/** A call of the gateway or of the seller site. Form fields are all text, so every call accepts text. */
export type Call = (context: LazadaContext, seller: Seller, data: Readonly<Record<string, unknown>>) => CallResult;

export const strike = (context: LazadaContext, kind: FaultKind, shopId: string | null): Fault | null =>
  context.faults.strike(kind, 'lazada', shopId);
