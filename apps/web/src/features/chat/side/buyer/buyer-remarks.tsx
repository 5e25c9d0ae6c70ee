import type { ConversationId } from '@pasar/domain';
import { useDeskState, useReadable } from '../../../../base/desk.tsx';
import { failedLine, lazyScreen, withTexts } from '../../../../base/lazy-screen.tsx';
import { useLookUpPages } from '../../../../base/look-up-pages.ts';
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
  const isWriting = useReadable(openRemarkForms).has(conversationId);
  return (
    <Section title={t('section')}>
      {isWriting ? (
        <RemarkForm conversationId={conversationId} />
      ) : (
        <Button kind="plain" className={styles.add} onClick={() => setRemarkForm(conversationId, true)}>
          {t('add')}
        </Button>
      )}
      <Listed key={conversationId} conversationId={conversationId} />
    </Section>
  );
}

/** The pages that were asked for. They are one buyer's: those of another buyer are never shown while these come. */
function Listed({ conversationId }: { readonly conversationId: ConversationId }) {
  const { t } = useTranslation('remarks');
  const asked = { conversationId, sort: 'pending' } as const;
  const { look, isMoreComing, more } = useLookUpPages({
    lookUp: REMARKS,
    inputOf: (cursor) => ({ ...asked, ...(cursor === null ? {} : { cursor }) }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  const shops = useDeskState((state) => state.shops);
  const own = useDeskState((state) => state.shown.get(conversationId)?.shopId);
  const pages = look.state === 'found' || look.state === 'stale' ? look.data : [];
  const remarks = pages.flatMap((page) => page.remarks);
  const count = pages.at(-1)?.aboutBuyer ?? remarks.length;
  const ids = remarks.map(({ remarkId }) => remarkId);
  const [showsAll, showAll] = useShowsAll(ids, FEW);
  return (
    <LookedUpPart
      look={look}
      draw={() => {
        if (remarks.length === 0) return <p className={styles.none}>{t('none')}</p>;
        const shown = showsAll ? remarks : remarks.slice(0, FEW);
        return (
          <>
            <ul className={styles.list} aria-label={t('section')}>
              {shown.map((remark) => {
                const shop = remark.shopId === own ? undefined : shops.get(remark.shopId);
                const head = shop && <p className={styles.none}>{shopName(shop)}</p>;
                return <RemarkItem key={remark.remarkId} remark={remark} head={head} />;
              })}
            </ul>
            {shown.length < count && (
              <Button
                kind="link"
                disabled={showsAll && (isMoreComing || more === null)}
                onClick={() => (showsAll ? more?.() : showAll())}
              >
                {remarks.length < count ? t('more', { shown: shown.length, count }) : t('all', { count })}
              </Button>
            )}
          </>
        );
      }}
    />
  );
}
