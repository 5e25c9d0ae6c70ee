import type { SendPreviewSlice, SendRecipients, SendRecipientView } from '@pasar/api';
import { BULK_SEND_LIMITS } from '@pasar/domain';

/** A page of those whom a preview counts. A place is the number of the recipient. */
export function pageOfRecipients(
  all: readonly SendRecipientView[],
  { shopId, only, after }: SendPreviewSlice,
): SendRecipients {
  const asked = all.filter(
    (one) =>
      (shopId === undefined || one.shopId === shopId) &&
      (only === undefined || (one.skipped === null ? only === 'gets' : only === 'leftOut' || only === one.skipped)),
  );
  const from = after === undefined ? 0 : Number(after.split('/')[1]);
  const recipients = asked.slice(from, from + BULK_SEND_LIMITS.previewPage);
  const end = from + recipients.length;
  const last = end < asked.length ? recipients.at(-1) : undefined;
  return { recipients, next: last === undefined ? null : `${last.shopId}/${end}` };
}
