import type { Transaction } from '../storage/database.ts';

/** Deletes the bytes of deliveries that are settled. */
export async function forgetVideos(transaction: Transaction, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await transaction.query({
    name: 'forget-videos',
    text: 'delete from outgoing_video where delivery_id = any($1::uuid[])',
    values: [deliveryIds],
  });
}
