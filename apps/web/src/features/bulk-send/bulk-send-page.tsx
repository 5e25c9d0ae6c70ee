import { bulkSendTarget } from '@pasar/api';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useDeskState } from '../../base/desk.tsx';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { May } from '../../base/may.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/list-page.module.css';
import { PageTabs } from '../../ui/page-tabs.tsx';
import styles from './bulk-send.module.css';
import { DistributionList } from './distribution-list.tsx';
import { type Draft, draftOf, EVERYBODY, emptyDraft } from './draft.ts';
import type { BulkSendParts } from './parts.ts';
import { addressOf, TABS, type Tab, tabOf } from './place.ts';
import { TaskForm } from './task-form.tsx';
import { TaskList } from './task-list.tsx';

const TAB_TEXTS = { send: 'tab.send', tasks: 'tab.tasks', distribution: 'tab.distribution' } as const;
const SHOWN_ID = 'bulk-send';

/** Messages to many buyers: the form of a new task, the tasks, and to whom they go. The conversation list opens it with a target. */
export function BulkSendPage({ parts }: { readonly parts: BulkSendParts }) {
  const { t } = useTranslation('bulkSend');
  const { state } = useLocation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const given = bulkSendTarget.safeParse(state);
  const tab = given.success ? 'send' : tabOf(query);
  const [draft, setDraft] = useState<Draft>(() => emptyDraft(given.success ? given.data : EVERYBODY));
  // A reload shows the list, and not the form of a task that is saved.
  const go = (to: Tab) => void navigate(addressOf(to), { replace: true });
  const shops = useDeskState((state) => state.shops);
  const begin = (next: Draft) => {
    setDraft(next);
    go('send');
  };
  const close = () => {
    setDraft(emptyDraft(EVERYBODY));
    go('tasks');
  };
  return (
    <KeyedPage
      keys={['batchReply']}
      title={t('title')}
      text={t('text')}
      scrolls
      beside={
        <span className={styles.line}>
          <Link className={styles.link} to="/settings/sending">
            {t('config.link')}
          </Link>
          {tab !== 'send' && (
            <Button kind="primary" onClick={() => begin(emptyDraft(EVERYBODY))}>
              {t('new')}
            </Button>
          )}
        </span>
      }
    >
      <PageTabs
        label={t('title')}
        tabs={TABS.map((one) => ({ tab: one, text: t(TAB_TEXTS[one]) }))}
        chosen={tab}
        controls={SHOWN_ID}
        onTab={go}
      >
        <May keys={['chat']}>
          <TagManagement parts={parts} />
        </May>
      </PageTabs>
      <div id={SHOWN_ID} role="tabpanel" aria-label={t(TAB_TEXTS[tab])}>
        {tab === 'send' && <TaskForm parts={parts} draft={draft} onChange={setDraft} onClose={close} />}
        {tab === 'tasks' && <TaskList parts={parts} onCopy={(task) => begin(draftOf(task, new Set(shops.keys())))} />}
        {tab === 'distribution' && <DistributionList parts={parts} />}
      </div>
    </KeyedPage>
  );
}

/** The tags of buyers, to whom a task can go, in the dialog that the chat has for them. */
function TagManagement({ parts: { TagManager } }: { readonly parts: BulkSendParts }) {
  const { t } = useTranslation('bulkSend');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={page.tab} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('tab.tags')}
      </button>
      {isOpen && <TagManager onClose={() => setIsOpen(false)} />}
    </>
  );
}
