import type { IpSubjectView } from '@pasar/api';
import { useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Ask } from './ask.ts';
import { changeSubjectIp, deleteSubject } from './commands.ts';
import { exitText } from './exit-text.ts';
import styles from './isolation-panel.module.css';
import type { Listed } from './listed.ts';
import { ProxyForm } from './proxy-form.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SubjectTest } from './subject-test.tsx';

/** A named proxy and its actions. Its form opens under the row; changed values must be tested again. */
export function SubjectRow(props: {
  readonly subject: IpSubjectView;
  readonly bindings: Listed['bindings'];
  readonly ask: Ask;
}) {
  const { t } = useTranslation('routing');
  const { subject, bindings, ask } = props;
  const { name } = subject;
  const locale = useLocale();
  const shops = useDeskState((state) => state.shops);
  const logins = bindings
    .filter(({ ipSubjectId }) => ipSubjectId === subject.ip_partition_subject_id)
    .map(({ connectionId }) => connectionId);
  const countries = [...shops.values()]
    .filter(({ connectionId }) => logins.includes(connectionId))
    .map(({ country }) => country);
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
          <span className={styles.detail}>{exitText(subject.exit, locale, t)}</span>
        </span>
        <SubjectTest subject={subject} />
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
      {isEdited && (
        <ProxyForm
          target={{ scope: 'platform', changed: subject }}
          countries={countries}
          onSaved={() => setIsEdited(false)}
        />
      )}
      {isAsked && (
        <RemoveDialog name={name} onConfirm={() => ask(deleteSubject(subject))} onClose={() => setIsAsked(false)} />
      )}
    </li>
  );
}
