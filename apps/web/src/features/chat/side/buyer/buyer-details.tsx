import type { ConversationId } from '@pasar/domain';
import { failedLine, lazyScreen } from '../../../../base/lazy-screen.tsx';
import { useLookUp } from '../../../../base/look-up.ts';
import { useMay } from '../../../../base/may.tsx';
import { BuyerActions } from './buyer-actions.tsx';
import styles from './buyer-details.module.css';
import { BuyerNotes } from './buyer-notes.tsx';
import { BuyerOrders } from './buyer-orders.tsx';
import { ContactFacts } from './contact-facts.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { dataOf, ORDERS, PROFILE, RECORD } from './look-ups.ts';
import type { BuyerDetailsProps } from './props.ts';
import type { BuyerTagsProps } from './tag-list.tsx';
import { ToldFacts } from './told-facts.tsx';

// Fetched when a buyer is shown first: nothing else of the panel waits for them.
const BuyerTags = lazyScreen<BuyerTagsProps>(
  () => import('./load-buyer-tags.ts').then(({ loadBuyerTags }) => loadBuyerTags()),
  { failed: failedLine },
);
const BuyerRemarks = lazyScreen<{ readonly conversationId: ConversationId }>(
  () => import('./load-buyer-remarks.ts').then(({ loadBuyerRemarks }) => loadBuyerRemarks()),
  { failed: failedLine },
);

/**
 * Everything about a buyer. The database's record is shown first, and replaced by what the marketplace tells; the
 * orders are asked for after the profile, so that one request of this panel is under way at most.
 */
export function BuyerDetails({ conversation, shop, hasStayed }: BuyerDetailsProps & { readonly hasStayed: boolean }) {
  const { conversationId } = conversation;
  const record = useLookUp(RECORD, { conversationId });
  const profile = useLookUp(PROFILE, { conversationId }, hasStayed);
  const mayRemark = useMay(['remark']);
  const maySeeOrders = useMay(['order']);
  const orders = useLookUp(ORDERS, { conversationId }, maySeeOrders && hasStayed && profile.state !== 'waiting');
  const known = dataOf(record);
  return (
    <>
      <BuyerActions conversation={conversation} shop={shop} />
      <BuyerTags conversationId={conversationId} />
      <BuyerNotes conversationId={conversationId} />
      {mayRemark && <BuyerRemarks conversationId={conversationId} />}
      <BuyerOrders look={orders} known={known?.orders ?? null} mayLook={maySeeOrders} />
      <ToldFacts look={profile} known={known?.told ?? null} marketplace={shop.marketplace} />
      <ContactFacts conversation={conversation} shop={shop} record={record} />
      {known !== null && <Elsewhere conversations={known.elsewhere} />}
      <div className={styles.end} />
    </>
  );
}
