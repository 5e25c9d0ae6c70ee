import {
  automaticMediaPath,
  type CALLS,
  type SendPreviewCounts,
  type SendPreviewSlice,
  type SendRecipientView,
} from '@pasar/api';
import { BULK_SKIP_REASONS, type ShopId } from '@pasar/domain';
import { useState } from 'react';
import type { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import section from '../../ui/section.module.css';
import { Select } from '../../ui/select.tsx';
import table from '../../ui/table.module.css';
import { useDeskState } from '../desk.tsx';
import type { LookUp } from '../look-up.ts';
import { useLookUpPages } from '../look-up-pages.ts';
import { LookedUpPart } from '../looked-up.tsx';
import { PART_TEXTS } from '../parts/texts.ts';
import { shopName } from '../shops/health.ts';
import { ShopCell } from '../shops/shop-cell.tsx';
import { useTranslation } from '../texts/i18n.ts';
import styles from './send-tasks.module.css';
import { SKIP_TEXTS } from './texts.ts';

type ListCall = typeof CALLS.bulkSend.previewBulkSendRecipients | typeof CALLS.orderCare.previewOrderCareRecipients;
type Only = NonNullable<SendPreviewSlice['only']>;
type Slice = { shopId?: ShopId; only?: Only; after?: string };

/** Everybody whom a preview counts: what each gets, or why somebody is left out. */
export function Recipients<C extends ListCall>(props: {
  readonly shops: SendPreviewCounts['shops'];
  readonly lookUp: LookUp<C>;
  /** The input of the preview, for a slice of it. */
  readonly inputOf: (slice: Slice) => z.input<C['input']>;
}) {
  const { t } = useTranslation('sendTasks');
  const { shops, lookUp, inputOf } = props;
  const [chosen, setChosen] = useState<ShopId | null>(null);
  const [only, setOnly] = useState<Only | null>(null);
  // A preview that was made anew may know the shop no more.
  const shopId = shops.some((shop) => shop.shopId === chosen) ? chosen : null;
  const { look, more, isMoreComing, isOfBefore } = useLookUpPages({
    lookUp,
    inputOf: (after) =>
      inputOf({
        ...(shopId === null ? {} : { shopId }),
        ...(only === null ? {} : { only }),
        ...(after === null ? {} : { after }),
      }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  return (
    <section className={styles.recipients} aria-label={t('recipients')} aria-busy={isOfBefore}>
      <Filters shops={shops} shopId={shopId} only={only} onShop={setChosen} onOnly={setOnly} />
      <LookedUpPart
        look={look}
        draw={(pages) => <Table recipients={pages.flatMap((page): readonly SendRecipientView[] => page.recipients)} />}
      />
      {more !== null && (
        <Button kind="plain" onClick={more}>
          {t('recipients.more')}
        </Button>
      )}
      {isMoreComing && <p role="status">{t('recipients.coming')}</p>}
    </section>
  );
}

function Filters(props: {
  readonly shops: SendPreviewCounts['shops'];
  readonly shopId: ShopId | null;
  readonly only: Only | null;
  readonly onShop: (shopId: ShopId | null) => void;
  readonly onOnly: (only: Only | null) => void;
}) {
  const { t } = useTranslation('sendTasks');
  const known = useDeskState((state) => state.shops);
  const { shops } = props;
  const reasons = BULK_SKIP_REASONS.filter((reason) =>
    shops.some(({ skipped }) => skipped.some((one) => one.reason === reason)),
  );
  return (
    <div className={styles.filters}>
      {shops.length > 1 && (
        <Select
          aria-label={t('column.shop')}
          value={props.shopId ?? ''}
          onChange={({ currentTarget: { value } }) =>
            props.onShop(shops.find(({ shopId }) => shopId === value)?.shopId ?? null)
          }
        >
          <option value="">{t('recipients.allShops')}</option>
          {shops.map(({ shopId }) => {
            const shop = known.get(shopId);
            return (
              <option key={shopId} value={shopId}>
                {shop === undefined ? shopId : shopName(shop)}
              </option>
            );
          })}
        </Select>
      )}
      {reasons.length > 0 && (
        <Select
          aria-label={t('recipients.show')}
          value={props.only ?? ''}
          onChange={({ currentTarget: { value } }) =>
            props.onOnly((['gets', 'leftOut', ...reasons] as const).find((one) => one === value) ?? null)
          }
        >
          <option value="">{t('recipients.all')}</option>
          <option value="gets">{t('recipients.gets')}</option>
          <option value="leftOut">{t('recipients.leftOut')}</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {t('recipients.because', { reason: t(SKIP_TEXTS[reason]) })}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

function Table({ recipients }: { readonly recipients: readonly SendRecipientView[] }) {
  const { t } = useTranslation('sendTasks');
  if (recipients.length === 0) return <p className={section.hint}>{t('recipients.none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls must be reachable by keyboard.
    <div className={styles.list} tabIndex={0}>
      <table className={table.table} aria-label={t('recipients')}>
        <thead>
          <tr>
            <th scope="col">{t('column.buyer')}</th>
            <th scope="col">{t('column.shop')}</th>
            <th scope="col">{t('recipients.message')}</th>
          </tr>
        </thead>
        <tbody>
          {recipients.map((recipient, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two buyers of a shop may have one name.
            <Recipient key={index} recipient={recipient} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Recipient({ recipient }: { readonly recipient: SendRecipientView }) {
  const { t } = useTranslation('sendTasks');
  const { t: ofParts } = useTranslation('parts');
  const { shopId, buyerName, orderNumber, skipped, parts } = recipient;
  const shop = useDeskState(({ shops }) => shops.get(shopId) ?? null);
  return (
    <tr>
      <td>
        <bdi>{buyerName}</bdi>
        {orderNumber !== null && <small className={section.second}>{orderNumber}</small>}
      </td>
      <td>
        <ShopCell shop={shop} />
      </td>
      <td>
        {skipped !== null && (
          <span className={section.second}>{t('recipients.because', { reason: t(SKIP_TEXTS[skipped]) })}</span>
        )}
        {parts.map(({ kind, text, pictureId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name than their place.
          <p key={index} className={styles.bubble} dir="auto">
            {pictureId !== null && <img className={styles.picture} src={automaticMediaPath(pictureId)} alt={text} />}
            {pictureId === null && (kind === 'text' ? text : `${ofParts(PART_TEXTS[kind])}: ${text}`)}
          </p>
        ))}
      </td>
    </tr>
  );
}
