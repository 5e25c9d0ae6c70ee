/** Faults that strike a call before it is carried out, in the same order for the socket and for HTTP. */
import type { TiktokContext } from './context.ts';
import { strike } from './shops.ts';

export type CallFault = 'timeout' | 'tooManyRequests' | 'forbidden';
const ORDER: readonly CallFault[] = ['timeout', 'tooManyRequests', 'forbidden'];

export const callFault = (context: TiktokContext, shopId: string | null): CallFault | null =>
  ORDER.find((kind) => strike(context, kind, shopId) !== null) ?? null;
