import type { BulkActionView, BuyerTagView } from '@pasar/api';
import { BULK_LIMITS } from '@pasar/domain';
import { useState } from 'react';
import { useDeskState } from '../../../../base/desk.tsx';
import { useLookUp } from '../../../../base/look-up.ts';
import { useLookUpPages } from '../../../../base/look-up-pages.ts';
import { shopName } from '../../../../base/shops/health.ts';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { stop, undo } from '../commands.ts';
import styles from './bulk.module.css';
import { BULK_ACTIONS, BULK_FAILURES } from './look-ups.ts';
import { useSettingText } from './setting-texts.ts';

interface BulkProgressProps {
  readonly bulkId: string;
  readonly tags: readonly BuyerTagView[];
  /** Shows the action that takes this one back. */
  readonly onShow: (bulkId: string) => void;
  readonly onClose: () => void;
}

/** How far an action has come here and at the marketplaces, side by side until both are done; what failed; stop and undo. */
export function BulkProgress({ bulkId, tags, onShow, onClose }: BulkProgressProps) {
  const { t } = useTranslation('bulk');
  const { t: common } = useTranslation('common');
  const look = useLookUp(BULK_ACTIONS, {});
  const textOf = useSettingText(tags);
  const [isListed, setIsListed] = useState(false);
  const actions = look.state === 'found' || look.state === 'stale' ? look.data.actions : [];
  const action = actions.find((one) => one.bulkId === bulkId);
  if (action === undefined) return null;
  const { state, isDoneHere, total, failedCount, changedCount, toTell, canUndo } = action;
  const done = action.changedCount + action.sameCount + failedCount;
  const takeBack = async () => {
    const result = await undo(bulkId);
    if (result.ok) onShow(result.data.action.bulkId);
    else toast('bad', t('notUndone', { why: failureText(result.failure, common) }));
  };
  const halt = async () => {
    const result = await stop(bulkId);
    if (!result.ok) toast('bad', t('notStopped', { why: failureText(result.failure, common) }));
  };
  return (
    <section className={styles.progress} aria-label={t('progress')}>
      <div className={styles.line}>
        <strong className={styles.what}>{textOf(action.setting)}</strong>
        {!isDoneHere && (
          <Button kind="link" onClick={() => void halt()}>
            {t('stop')}
          </Button>
        )}
        {canUndo && (
          <Button kind="link" onClick={() => void takeBack()}>
            {t('undo')}
          </Button>
        )}
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </div>
      {state === 'running' && <Meter label={t('progress')} value={done} of={total} />}
      {toTell > 0 && <Meter label={t('telling')} value={changedCount - toTell} of={changedCount} />}
      <p className={styles.small} role="status">
        {told(action, done)}
      </p>
      {total >= BULK_LIMITS.matching && <p className={styles.small}>{t('most')}</p>}
      {failedCount > 0 && (
        <Button kind="link" aria-expanded={isListed} onClick={() => setIsListed(!isListed)}>
          {t('failures', { count: failedCount })}
        </Button>
      )}
      {isListed && <Failures bulkId={bulkId} />}
    </section>
  );

  function told({ sameCount }: BulkActionView, count: number): string {
    if (state === 'running') {
      const here = t('running', { done: count, total });
      return toTell === 0 ? here : `${here} ${t('told', { told: changedCount - toTell, total: changedCount })}`;
    }
    return [
      t(state === 'stopped' ? 'stopped' : 'done', { count: changedCount }),
      sameCount > 0 ? t('same', { count: sameCount }) : '',
      toTell > 0 ? t('toTell', { count: toTell }) : '',
    ]
      .filter((text) => text !== '')
      .join(' ');
  }
}

function Meter(props: { readonly label: string; readonly value: number; readonly of: number }) {
  const { label, value, of } = props;
  return <progress className={styles.meter} value={Math.max(0, value)} max={Math.max(1, of)} aria-label={label} />;
}

/** The conversations at which the action failed, each with the reason. */
function Failures({ bulkId }: { readonly bulkId: string }) {
  const locale = useLocale();
  const { t } = useTranslation('bulk');
  const { look, more } = useLookUpPages({
    lookUp: BULK_FAILURES,
    inputOf: (cursor) => ({ bulkId, ...(cursor === null ? {} : { cursor }) }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const shops = useDeskState((state) => state.shops);
  if (look.state !== 'found' && look.state !== 'stale') return null;
  return (
    <ul className={styles.failures}>
      {look.data
        .flatMap(({ failures }) => failures)
        .map(({ conversationId, shopId, buyerName, reason }) => {
          const shop = shops.get(shopId);
          return (
            <li key={conversationId}>
              <strong>{buyerName}</strong>
              {shop !== undefined && <span> · {shopName(shop)}</span>}
              <div className={styles.small}>{reasonText(reason, locale)}</div>
            </li>
          );
        })}
      {more !== null && (
        <li>
          <Button kind="link" onClick={more}>
            {t('failures.more')}
          </Button>
        </li>
      )}
    </ul>
  );
}
