import type { ConversationId } from '@pasar/domain';
import { useDeskState, useReadable } from '../../../../base/desk.tsx';
import { failedLine, lazyScreen, withTexts } from '../../../../base/lazy-screen.tsx';
import { useLookUp } from '../../../../base/look-up.ts';
import { LookedUpPart } from '../../../../base/looked-up.tsx';
import { REMARKS } from '../../../../base/remarks/look-ups.ts';
import { RemarkItem } from '../../../../base/remarks/remark-item.tsx';
import { shopName } from '../../../../base/shops/health.ts';
import { useShowsAll } from '../../../../base/sought-row.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { needRemarkFormTexts } from '../remark-form/need-texts.ts';
import styles from './buyer-remarks.module.css';
import { openRemarkForms, setRemarkForm } from './open-remark-forms.ts';
import { Section } from './section.tsx';

const RemarkForm = lazyScreen<{ readonly conversationId: ConversationId }>(
  () =>
    withTexts(needRemarkFormTexts, () => import('../remark-form/remark-form.tsx').then(({ RemarkForm }) => RemarkForm)),
  { failed: failedLine },
);

/** Remarks that are shown before a person asks for all (our choice). */
const FEW = 3;

/** The remarks about this buyer, the pending ones first. */
export function BuyerRemarks({ conversationId }: { readonly conversationId: ConversationId }) {
  const { t } = useTranslation('remarks');
  const look = useLookUp(REMARKS, { conversationId });
  const isWriting = useReadable(openRemarkForms).has(conversationId);
  const shops = useDeskState((state) => state.shops);
  const own = useDeskState((state) => state.shown.get(conversationId)?.shopId);
  const remarks = look.state === 'found' || look.state === 'stale' ? look.data.remarks : [];
  const sorted = remarks.toSorted((a, b) => Number(a.status === 'finished') - Number(b.status === 'finished'));
  const ids = sorted.map(({ remarkId }) => remarkId);
  const [showsAll, showAll] = useShowsAll(ids, FEW);
  return (
    <Section title={t('section')}>
      {isWriting ? (
        <RemarkForm conversationId={conversationId} />
      ) : (
        <Button kind="plain" className={styles.add} onClick={() => setRemarkForm(conversationId, true)}>
          {t('add')}
        </Button>
      )}
      <LookedUpPart
        look={look}
        draw={() => {
          if (remarks.length === 0) return <p className={styles.none}>{t('none')}</p>;
          return (
            <>
              <ul className={styles.list} aria-label={t('section')}>
                {(showsAll ? sorted : sorted.slice(0, FEW)).map((remark) => {
                  const shop = remark.shopId === own ? undefined : shops.get(remark.shopId);
                  const head = shop && <p className={styles.none}>{shopName(shop)}</p>;
                  return <RemarkItem key={remark.remarkId} remark={remark} head={head} />;
                })}
              </ul>
              {!showsAll && remarks.length > FEW && (
                <Button kind="link" onClick={showAll}>
                  {t('all', { count: remarks.length })}
                </Button>
              )}
            </>
          );
        }}
      />
    </Section>
  );
}
