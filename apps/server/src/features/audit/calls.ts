import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { auditTrail, exportAudit } from './read.ts';

export const AUDIT_HANDLERS: HandlersOf<typeof CALLS.audit> = {
  auditTrail: reading(auditTrail),
  exportAudit: inTransaction(exportAudit),
};
