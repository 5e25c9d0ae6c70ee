import type { BulkSendTarget, CALLS, CallOutput, ShopFansView } from '@pasar/api';
import { BULK_SEND_LIMITS, MARKETPLACE_NAMES, MARKETPLACES, offers, SEND_LIMITS, type ShopId } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { shopName } from '../../base/shops/health.ts';
import { ShopPicker } from '../../base/shops/shop-picker.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './bulk-send.module.css';
import { readFans } from './commands.ts';
import { FANS } from './look-ups.ts';

const LIST = 'affairs.listFollowers';

/** Fans of shops of the marketplaces that list them, and how far they are read. */
export function FansField(props: {
  readonly target: Extract<BulkSendTarget, { kind: 'fans' }>;
  readonly onChange: (target: BulkSendTarget) => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { target, onChange } = props;
  const look = useLookUp(FANS, {});
  const hasShop = useDeskState(({ shops }) => [...shops.values()].some((shop) => offers(shop.marketplace, LIST)));
  if (!hasShop) return <p className={styles.hint}>{t('fans.noShop')}</p>;
  return (
    <>
      <Reach />
      <ShopPicker
        ability={LIST}
        chosen={target.shopIds}
        onChange={(shopIds) => onChange({ ...target, shopIds: [...shopIds] })}
      />
      {target.shopIds.length > 0 && (
        <LookedUpPart look={look} draw={({ shops }) => <Readings shopIds={target.shopIds} known={shops} />} />
      )}
    </>
  );
}

/** Most fans have never written, so most of them are left out. */
function Reach() {
  const { t } = useTranslation('bulkSend');
  return MARKETPLACES.filter((one) => offers(one, LIST)).map((marketplace) => {
    const { chatDays, orderDays } = SEND_LIMITS[marketplace].reach;
    return (
      <p key={marketplace} className={styles.hint}>
        {t('fans.reach', { marketplace: MARKETPLACE_NAMES[marketplace], days: chatDays, orderDays })}
      </p>
    );
  });
}

type Known = CallOutput<typeof CALLS.bulkSend.shopFans>['shops'];
const isOpen = (fans: ShopFansView | undefined): boolean => fans?.state === 'waiting' || fans?.state === 'running';

function Readings({ shopIds, known }: { readonly shopIds: readonly ShopId[]; readonly known: Known }) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const shops = useDeskState((state) => state.shops);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const rows = shopIds.map((shopId) => ({ shopId, fans: known.find((one) => one.shopId === shopId) }));
  const missing = rows.filter(({ fans }) => fans?.state !== 'done' && !isOpen(fans));
  const again = rows.filter(({ fans }) => fans?.state === 'done');
  const wanted = missing.length > 0 ? missing : again;
  const read = async () => {
    setIsBusy(true);
    setProblem(null);
    const result = await readFans(wanted.map(({ shopId }) => shopId));
    setIsBusy(false);
    if (!result.ok) setProblem(failureText(result.failure, common));
  };
  return (
    <>
      <div role="status">
        <ul className={styles.fans} aria-label={t('fans.label')}>
          {rows.map(({ shopId, fans }) => {
            const shop = shops.get(shopId);
            return (
              <li key={shopId}>
                <strong>{shop === undefined ? '' : shopName(shop)}</strong> <State fans={fans} />
              </li>
            );
          })}
        </ul>
      </div>
      <div className={styles.line}>
        <Button kind="plain" disabled={isBusy || wanted.length === 0} onClick={() => void read()}>
          {t(missing.length > 0 ? 'fans.read' : 'fans.again')}
        </Button>
      </div>
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** How far the fans of a shop are read. */
function State({ fans }: { readonly fans: ShopFansView | undefined }) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  if (fans === undefined) return t('fans.unread');
  const { state, fanCount: count, readAt, refusal } = fans;
  switch (state) {
    case 'waiting':
    case 'stopped':
      return t('fans.waiting');
    case 'running':
      return t('fans.running', { count });
    case 'failed':
      return (
        <span className={styles.bad}>{refusal === null ? t('fans.unread') : refusalText(refusal, locale, common)}</span>
      );
    case 'done': {
      if (count === 0) return t('fans.none');
      const read = t('fans.done', { count, time: readAt === null ? '' : fullTime(readAt) });
      return count < BULK_SEND_LIMITS.recipients ? read : `${read} ${t('fans.most', { count })}`;
    }
  }
}
