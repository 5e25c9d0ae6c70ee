import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useMay } from '../../base/may.tsx';
import { ReadingLine } from '../../base/readings/reading-line.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { AutomaticPart } from './automatic-part.tsx';
import { ContentPart } from './content-part.tsx';
import { HistoryPart } from './history-part.tsx';
import styles from './order-care.module.css';
import type { OrderCareParts } from './parts.ts';
import { addressOf, type Place, placeOf, TABS } from './place.ts';
import { SendPart } from './send-part.tsx';

const TAB_TEXTS = {
  send: 'tab.send',
  automatic: 'tab.automatic',
  content: 'tab.content',
  history: 'tab.history',
} as const;
const SHOWN_ID = 'order-care';

/** Messages to buyers at a stage of their order: sent now or by themselves, what they say, and what became of them. */
export function OrderCarePage({ parts }: { readonly parts: OrderCareParts }) {
  const { t } = useTranslation('orderCare');
  return (
    <KeyedPage keys={['orderCare']} title={t('title')} text={t('text')} scrolls>
      <Tabs parts={parts} />
    </KeyedPage>
  );
}

function Tabs({ parts }: { readonly parts: OrderCareParts }) {
  const { t } = useTranslation('orderCare');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const place = placeOf(query);
  const isMain = useDeskState(({ member }) => member?.isMain === true);
  // Who gets a message goes by the orders that were read.
  const mayRead = useMay(['order']);
  const shown = useRef<HTMLDivElement>(null);
  // A button that leads to another tab goes away with its own, and the focus with it.
  const isLed = useRef(false);
  useEffect(() => {
    if (isLed.current) shown.current?.focus();
    isLed.current = false;
  });
  const go = (to: Pick<Place, 'tab'> & Partial<Place>, replace = false) => void navigate(addressOf(to), { replace });
  const lead = (to: Pick<Place, 'tab'> & Partial<Place>) => {
    isLed.current = true;
    go(to);
  };
  const { tab, kind } = place;
  return (
    <>
      <PageTabs
        label={t('title')}
        tabs={TABS.map((one) => ({ tab: one, text: t(TAB_TEXTS[one]) }))}
        chosen={tab}
        controls={SHOWN_ID}
        onTab={(one) => go({ tab: one, kind }, true)}
      />
      <div
        id={SHOWN_ID}
        ref={shown}
        role="tabpanel"
        tabIndex={-1}
        className={styles.shown}
        aria-label={t(TAB_TEXTS[tab])}
      >
        {mayRead && (tab === 'send' || tab === 'automatic') && <ReadingLine subject="orders" />}
        {tab === 'send' && (
          <SendPart
            kind={kind}
            isMain={isMain}
            onKind={(next) => go({ tab, kind: next }, true)}
            onContent={() => lead({ tab: 'content', kind })}
            onSent={() => lead({ tab: 'history' })}
          />
        )}
        {/* Kept while another tab is open, because they hold what is not saved yet. */}
        <div hidden={tab !== 'automatic'}>
          <AutomaticPart isMain={isMain} onContent={(next) => lead({ tab: 'content', kind: next })} />
        </div>
        <div hidden={tab !== 'content'}>
          <ContentPart kind={kind} isMain={isMain} onKind={(next) => go({ tab, kind: next }, true)} />
        </div>
        {tab === 'history' && (
          <HistoryPart
            parts={parts}
            orderNumber={place.orderNumber}
            onOrderNumber={(orderNumber) => go({ tab, orderNumber }, true)}
            onSend={() => lead({ tab: 'send' })}
          />
        )}
      </div>
    </>
  );
}
