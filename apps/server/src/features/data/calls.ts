import type { CALLS } from '@pasar/api';
import { aboutSession, type HandlersOf, inTransaction, reading } from '../handler.ts';
import { deleteAccount } from './delete-account.ts';
import { beginExport, exportState } from './export-state.ts';
import { retention, saveRetention } from './retention.ts';

export const DATA_HANDLERS: HandlersOf<typeof CALLS.data> = {
  retention: reading(retention),
  saveRetention: inTransaction(saveRetention),
  exportState: reading(exportState),
  beginExport: aboutSession(beginExport),
  deleteAccount: aboutSession(deleteAccount),
};
