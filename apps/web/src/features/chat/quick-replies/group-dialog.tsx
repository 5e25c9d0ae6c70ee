import type { QuickReplyGroupView } from '@pasar/api';
import { QUICK_REPLY_LIMITS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { addGroup, renameGroup } from './commands.ts';

/** Names a new group, or renames one. */
export function GroupDialog(props: { readonly group: QuickReplyGroupView | null; readonly onClose: () => void }) {
  const { t } = useTranslation('quickReplies');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const id = useId();
  const dialog = useModal();
  const { group, onClose } = props;
  const [name, setName] = useState(group?.name ?? '');
  const [isPersonal, setIsPersonal] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem(reasonText('quick_reply_group_required', locale));
    const result = group === null ? await addGroup(name, isPersonal) : await renameGroup(group.groupId, name);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  return (
    <dialog ref={dialog} className={styles.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={styles.form} onSubmit={(event) => void save(event)}>
        <h2 id={id} className={styles.title}>
          {t(group === null ? 'group.new' : 'group.rename')}
        </h2>
        <label className={styles.field}>
          <span>{t('group.name')}</span>
          <input
            data-first=""
            value={name}
            maxLength={QUICK_REPLY_LIMITS.titleLength}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {group === null && (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isPersonal}
              onChange={(event) => setIsPersonal(event.currentTarget.checked)}
            />
            {t('group.onlyMe')}
          </label>
        )}
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
        <footer className={styles.actions}>
          <Button kind="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit">
            {t('save')}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}
