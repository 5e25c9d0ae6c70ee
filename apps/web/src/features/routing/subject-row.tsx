import type { IpSubjectView } from '@pasar/api';
import { useState } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Ask } from './ask.ts';
import { changeSubjectIp, deleteSubject } from './commands.ts';
import styles from './isolation-panel.module.css';
import { ProxyForm } from './proxy-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

/** A named proxy and its actions. Its form opens under the row; changed values must be tested again. */
export function SubjectRow({ subject, ask }: { readonly subject: IpSubjectView; readonly ask: Ask }) {
  const { t } = useTranslation('routing');
  const { name } = subject;
  const [isAsked, setIsAsked] = useState(false);
  const [isEdited, setIsEdited] = useState(false);
  return (
    <li className={styles.item}>
      <div className={styles.subject}>
        <span className={styles.names}>
          <strong>{name}</strong>
          <span className={styles.detail}>
            {subject.type}://{subject.ip}:{subject.port} · {t('subjects.bound', { count: subject.user_list.length })}
          </span>
        </span>
        {subject.proxy_type !== 'static' && (
          <Button kind="link" onClick={() => ask(changeSubjectIp(subject))}>
            {t('subjects.changeIp')}
          </Button>
        )}
        <IconButton
          icon={isEdited ? 'close' : 'pencil'}
          label={t(isEdited ? 'subjects.leave' : 'subjects.edit', { name })}
          aria-expanded={isEdited}
          onClick={() => setIsEdited(!isEdited)}
        />
        <IconButton icon="bin" label={t('subjects.delete', { name })} onClick={() => setIsAsked(true)} />
      </div>
      {isEdited && <ProxyForm target={{ scope: 'platform', changed: subject }} onSaved={() => setIsEdited(false)} />}
      {isAsked && (
        <RemoveDialog name={name} onConfirm={() => ask(deleteSubject(subject))} onClose={() => setIsAsked(false)} />
      )}
    </li>
  );
}
