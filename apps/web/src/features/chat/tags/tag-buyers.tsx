import type { BuyerTagView, TaggedBuyerView } from '@pasar/api';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUpPages } from '../../../base/look-up-pages.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { screenFor } from '../../../base/scopes.ts';
import { shopName } from '../../../base/shops/health.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { listTime } from '../../../base/texts/time-format.ts';
import { Button } from '../../../ui/button.tsx';
import form from '../../../ui/form-dialog.module.css';
import { toast } from '../../../ui/toasts.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { reveal } from '../place/selection.ts';
import { BulkAdd } from './bulk-add.tsx';
import { removeRelation } from './commands.ts';
import { BUYERS_OF_TAG } from './look-ups.ts';
import styles from './tags.module.css';

interface TagBuyersProps {
  readonly tag: BuyerTagView;
  /** A conversation was opened. */
  readonly onOpened: () => void;
}

/** The buyers with a tag, each with the way to the conversation, and the way to add many. */
export function TagBuyers({ tag: { buyerTagId, usageCount }, onOpened }: TagBuyersProps) {
  const { t } = useTranslation('buyerTags');
  const [isAdding, setIsAdding] = useState(false);
  const { look, more } = useLookUpPages({
    lookUp: BUYERS_OF_TAG,
    inputOf: (before) => ({ buyerTagId, ...(before === null ? {} : { before }) }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  return (
    <>
      <div className={styles.row}>
        <p className={form.hint}>{t('manager.buyers', { count: usageCount })}</p>
        <Button kind="plain" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
          {t('bulk.open')}
        </Button>
      </div>
      {isAdding && <BulkAdd buyerTagId={buyerTagId} />}
      <LookedUpPart
        look={look}
        draw={(pages) => {
          const buyers = pages.flatMap((page) => page.buyers);
          return (
            <>
              {buyers.length === 0 ? (
                <p className={styles.none}>{t('buyers.none')}</p>
              ) : (
                <ul className={styles.list} aria-label={t('buyers.label')}>
                  {buyers.map((buyer) => (
                    <Buyer key={buyer.conversationId} buyer={buyer} onOpened={onOpened} />
                  ))}
                </ul>
              )}
              {more !== null && (
                <Button kind="link" onClick={more}>
                  {t('buyers.more')}
                </Button>
              )}
              {more === null && buyers.length < usageCount && <p className={styles.none}>{t('buyers.some')}</p>}
            </>
          );
        }}
      />
    </>
  );
}

function Buyer({ buyer, onOpened }: { readonly buyer: TaggedBuyerView } & Pick<TagBuyersProps, 'onOpened'>) {
  const { t } = useTranslation('buyerTags');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const locale = useLocale();
  const now = useNow();
  const shop = useDeskState((state) => state.shops.get(buyer.shopId));
  const { buyerName: name } = buyer;
  const open = () => {
    const { scope, path } = screenFor(shop?.marketplace ?? null, pathname);
    reveal(scope, buyer);
    void navigate(path);
    onOpened();
  };
  const remove = async () => {
    for (const { relationId } of buyer.relations) {
      const result = await removeRelation(relationId);
      if (!result.ok) toast('bad', t('notRemoved', { why: failureText(result.failure, common) }));
    }
  };
  return (
    <li>
      <span className={styles.grow}>
        <bdi>{name}</bdi>
        <span className={styles.second}>
          {[shop === undefined ? '' : shopName(shop), listTime(buyer.lastMessageAt, now, locale)]
            .filter((fact) => fact !== '')
            .join(' · ')}
        </span>
      </span>
      <Button kind="plain" aria-label={t('buyers.openOf', { name })} onClick={open}>
        {t('buyers.open')}
      </Button>
      <Button kind="plain" aria-label={t('buyers.takeOf', { name })} onClick={() => void remove()}>
        {t('buyers.take')}
      </Button>
    </li>
  );
}
