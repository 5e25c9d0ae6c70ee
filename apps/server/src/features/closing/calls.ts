import type { CALLS } from '@pasar/api';
import { type HandlersOf, withoutTransaction } from '../handler.ts';
import { closeConversation } from './closing.ts';

export const CLOSING_HANDLERS: HandlersOf<typeof CALLS.closing> = {
  closeConversation: withoutTransaction(closeConversation),
};
