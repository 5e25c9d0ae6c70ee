import { useId } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { useMay } from '../../base/may.tsx';
import { SUBJECTS } from '../../base/subjects.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Select } from '../../ui/select.tsx';
import styles from './authorize-dialog.module.css';

/**
 * Chooses the route of a login from its first request on. Nothing for members who may not choose, and where no proxy
 * exists.
 */
export function WayOut(props: {
  readonly label: string;
  readonly chosen: string | null;
  readonly onChoose: (ipSubjectId: string | null) => void;
}) {
  const { t } = useTranslation('signIn');
  const id = useId();
  const mayChoose = useMay(['ipPartition']);
  const look = useLookUp(SUBJECTS, {}, mayChoose);
  if (!mayChoose || look.state === 'waiting') return null;
  if (look.state === 'failed') return <LookUpProblem look={look} />;
  const subjects = look.data.subjects.filter((subject) => subject.scope === 'platform');
  if (subjects.length === 0) return null;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      <Select
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
      </Select>
      <LookUpProblem look={look} />
    </div>
  );
}
