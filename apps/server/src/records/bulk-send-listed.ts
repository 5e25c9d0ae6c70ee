import type {
  AutomaticAnswerPart,
  AutomaticContent,
  AutomaticPart,
  SendPreviewSlice,
  SendRecipients,
  SendRecipientView,
} from '@pasar/api';
import { asShopId, BULK_SEND_LIMITS, type BulkSkipReason, type Country, type Marketplace } from '@pasar/domain';
import { builtStatement, type Transaction } from '../storage/database.ts';
import { canSend } from './automatic.ts';
import { isTooLong, type Recipient, renderFor } from './bulk-send.ts';
import { judgedText, type RecipientsText } from './bulk-send-judged.ts';
import type { Judging } from './bulk-send-recipients.ts';
import type { Give } from './ordered-list.ts';

/** The parts that a recipient gets, filled in: of the others its shop cannot send them. */
export async function filledIn(
  transaction: Transaction,
  content: AutomaticContent | null,
  recipient: Recipient & { readonly marketplace: Marketplace },
): Promise<readonly AutomaticPart[]> {
  if (content === null) return [];
  const { shop_id: shopId, marketplace } = recipient;
  return (await renderFor(transaction, content, recipient)).filter((part) => canSend({ shopId, marketplace }, part));
}

/** Why parts that are filled in cannot go out; null: they can. */
export function faultOf(
  parts: readonly AutomaticAnswerPart[],
  marketplace: Marketplace,
): Extract<BulkSkipReason, 'tooLong' | 'nothingToSay'> | null {
  if (parts.some((part) => part.kind === 'text' && isTooLong(part.text, marketplace))) return 'tooLong';
  return parts.length === 0 ? 'nothingToSay' : null;
}

export interface Listed {
  readonly recipients: RecipientsText;
  readonly judging: Judging;
  readonly slice: SendPreviewSlice;
  readonly contentFor: (country: Country) => AutomaticContent | null;
}

interface ListedRow extends Recipient {
  readonly marketplace: Marketplace;
  readonly place: string;
  readonly reason: BulkSkipReason | null;
}

/**
 * A page of those whom `countJudged` counts. Each is judged by the same expression, and filled in as the task fills it in: what
 * only the filling in tells is not counted.
 */
export async function listJudged(
  transaction: Transaction,
  { recipients, judging, slice, contentFor }: Listed,
): Promise<SendRecipients> {
  const values: unknown[] = [];
  const give: Give = (value) => `$${values.push(value)}`;
  const judged = judgedText(recipients, judging, give);
  const { shopId, only, after } = slice;
  const where = ['true'];
  if (shopId !== undefined) where.push(`shop_id = ${give(shopId)}::uuid`);
  if (after !== undefined)
    where.push(
      `(shop_id, place) > (${give(after.slice(0, UUID_LENGTH))}::uuid, ${give(after.slice(UUID_LENGTH + 1))})`,
    );
  if (only === 'gets') where.push('reason is null');
  else if (only === 'leftOut') where.push('reason is not null');
  else if (only !== undefined) where.push(`reason = ${give(only)}`);
  const found = await transaction.query<ListedRow>(
    builtStatement(
      `select * from (${judged}) judged where ${where.join(' and ')} order by shop_id, place
       limit ${BULK_SEND_LIMITS.previewPage + 1}`,
      values,
    ),
  );
  const rows = found.rows.slice(0, BULK_SEND_LIMITS.previewPage);
  const listed: SendRecipientView[] = [];
  for (const row of rows) {
    const parts = row.reason === null ? await filledIn(transaction, contentFor(row.country), row) : [];
    listed.push({
      shopId: asShopId(row.shop_id),
      buyerName: row.buyer_name,
      orderNumber: row.order_number,
      skipped: row.reason ?? faultOf(parts, row.marketplace),
      parts: parts.map(shown),
    });
  }
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  return { recipients: listed, next: last === undefined ? null : `${last.shop_id}/${last.place}` };
}
const UUID_LENGTH = 36;

const shown = (part: AutomaticPart): SendRecipientView['parts'][number] => ({
  kind: part.kind,
  text: part.kind === 'text' ? part.text : part.kind === 'image' ? part.fileName : part.title,
  pictureId: part.kind === 'image' ? part.pictureId : null,
});
