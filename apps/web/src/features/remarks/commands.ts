import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const exportRemarks = (input: Partial<CallInput<typeof CALLS.remarks.exportRemarks>>) =>
  callApi(CALLS.remarks.exportRemarks, input);
