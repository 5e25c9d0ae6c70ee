import { CALLS, type IpSubjectView } from '@pasar/api';
import { useEffect, useId, useState } from 'react';
import { useMay } from '../../base/may.tsx';
import { callApi } from '../../base/session.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { toast } from '../../ui/toasts.tsx';
import styles from './authorize-dialog.module.css';

/** By which proxy a login leaves from its first request on. Nothing for those who may not choose, or have none. */
export function WayOut(props: {
  readonly label: string;
  readonly chosen: string | null;
  readonly onChoose: (ipSubjectId: string | null) => void;
}) {
  const { t } = useTranslation('signIn');
  const id = useId();
  const subjects = useNamedSubjects();
  if (subjects.length === 0) return null;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.chosen ?? ''}
        onChange={(event) => props.onChoose(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      >
        <option value="">{t('wayOut.default')}</option>
        {subjects.map((subject) => (
          <option key={subject.ip_partition_subject_id} value={subject.ip_partition_subject_id}>
            {subject.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function useNamedSubjects(): readonly IpSubjectView[] {
  const { t } = useTranslation('common');
  const mayChoose = useMay(['ipPartition']);
  const [subjects, setSubjects] = useState<readonly IpSubjectView[]>([]);
  useEffect(() => {
    if (!mayChoose) return;
    void callApi(CALLS.routing.listSubjects, {}).then((result) => {
      if (result.ok) setSubjects(result.data.subjects.filter((subject) => subject.scope === 'platform'));
      else toast(failureText(result.failure, t));
    });
  }, [mayChoose, t]);
  return subjects;
}
