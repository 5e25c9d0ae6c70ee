import { CALLS } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';
import type { Filter } from './filter.ts';

export const exportAudit = (filter: Filter) => callApi(CALLS.audit.exportAudit, { ...filter });
