import { bulkSendTarget } from '@pasar/api';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { KeyedPage } from '../../base/keyed-page.tsx';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './bulk-send.module.css';
import { type Draft, draftOf, EVERYBODY, emptyDraft } from './draft.ts';
import type { BulkSendParts } from './parts.ts';
import { TaskForm } from './task-form.tsx';
import { TaskList } from './task-list.tsx';

/** Messages to many buyers: the tasks, and the form of a new one. The conversation list opens it with a target. */
export function BulkSendPage({ parts }: { readonly parts: BulkSendParts }) {
  const { t } = useTranslation('bulkSend');
  const { state } = useLocation();
  const navigate = useNavigate();
  const given = bulkSendTarget.safeParse(state);
  const [draft, setDraft] = useState<Draft | null>(given.success ? emptyDraft(given.data) : null);
  const close = () => {
    setDraft(null);
    // A reload shows the list, and not the form of a task that is saved.
    if (given.success) void navigate('/bulk-send', { replace: true });
  };
  return (
    <KeyedPage
      keys={['batchReply']}
      title={t('title')}
      text={t('text')}
      scrolls
      beside={
        draft === null && (
          <span className={styles.line}>
            <Link className={styles.link} to="/settings/sending">
              {t('config.link')}
            </Link>
            <Button kind="primary" onClick={() => setDraft(emptyDraft(EVERYBODY))}>
              {t('new')}
            </Button>
          </span>
        )
      }
    >
      {draft === null ? (
        <TaskList parts={parts} onCopy={(task) => setDraft(draftOf(task))} />
      ) : (
        <TaskForm parts={parts} draft={draft} onChange={setDraft} onClose={close} />
      )}
    </KeyedPage>
  );
}
