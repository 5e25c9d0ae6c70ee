import { accountExportPath, CALLS } from '@pasar/api';
import type { Retention } from '@pasar/domain';
import { callApi } from '../../base/call-api.ts';

export const saveRetention = (retention: Retention) => callApi(CALLS.data.saveRetention, retention);
export const beginExport = (present: string) => callApi(CALLS.data.beginExport, { present });
export const deleteAccount = (present: string, name: string) => callApi(CALLS.data.deleteAccount, { present, name });

/** The browser stores the file itself while it comes, so that it never lies in memory. */
export function download(ticket: string): void {
  const link = document.createElement('a');
  link.href = accountExportPath(ticket);
  link.download = '';
  link.click();
}
