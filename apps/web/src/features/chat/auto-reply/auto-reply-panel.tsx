import { useState } from 'react';
import { useDeskState } from '../../../base/desk.tsx';
import { useMay } from '../../../base/may.tsx';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Empty } from '../../../ui/empty.tsx';
import { PageTabs } from '../../../ui/page-tabs.tsx';
import section from '../../../ui/section.module.css';
import styles from './auto-reply.module.css';
import { LogPart } from './log-part.tsx';
import { RulesPart } from './rules-part.tsx';
import { TryPart } from './try-part.tsx';

const TABS = ['rules', 'try', 'log'] as const;
const TAB_TEXTS = { rules: 'tab.rules', try: 'tab.try', log: 'tab.log' } as const;
const SHOWN_ID = 'automatic-answers';

/** By which rules buyers are answered automatically, a test of them, and the log. */
export function AutoReplyPanel() {
  const { t } = useTranslation('autoReply');
  const locale = useLocale();
  const isMain = useDeskState((state) => state.member?.isMain === true);
  const [tab, setTab] = useState<(typeof TABS)[number]>('rules');
  if (!useMay(['chat'])) return <Empty icon="block" title={reasonText('no_permission', locale)} />;
  return (
    <div className={styles.panel}>
      <header className={section.head}>
        <div>
          <h2>{t('title')}</h2>
          <p className={section.hint}>{t('text')}</p>
        </div>
      </header>
      {!isMain && <p className={styles.readOnly}>{t('mainOnly')}</p>}
      <PageTabs
        label={t('title')}
        tabs={TABS.map((one) => ({ tab: one, text: t(TAB_TEXTS[one]) }))}
        chosen={tab}
        controls={SHOWN_ID}
        onTab={setTab}
      />
      <div id={SHOWN_ID} role="tabpanel" aria-label={t(TAB_TEXTS[tab])}>
        {/* Kept while another tab is open, because it holds what is not saved yet. */}
        <div hidden={tab !== 'rules'}>
          <RulesPart isMain={isMain} />
        </div>
        {tab === 'try' && <TryPart />}
        {tab === 'log' && <LogPart />}
      </div>
    </div>
  );
}
