import { SCREEN_LIMITS } from '@pasar/domain';
import { presenceOf } from '@pasar/sync';
import { useId, useState } from 'react';
import { COLLEAGUES } from '../../../base/colleagues.ts';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import confirm from '../../../ui/confirm-dialog.module.css';
import { DialogField } from '../../../ui/dialog-field.tsx';
import form from '../../../ui/form-dialog.module.css';
import { Select } from '../../../ui/select.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { handOver } from './commands.ts';
import styles from './hand-over-dialog.module.css';

export interface HandOverDialogProps {
  /** How many buyers wait. */
  readonly waiting: number;
  readonly onClose: () => void;
  /** Logs out, when they are handed over or kept; null where the member stays. */
  readonly onLogOut: (() => void) | null;
}

/** At the end of a shift: the waiting buyers go to a colleague who is here, or to nobody. */
export function HandOverDialog({ waiting, onClose, onLogOut }: HandOverDialogProps) {
  const { t } = useTranslation('together');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [chosen, setChosen] = useState('');
  const [note, setNote] = useState('');
  const [isGoing, setIsGoing] = useState(false);
  const look = useLookUp(COLLEAGUES, {});
  const members = look.state === 'found' || look.state === 'stale' ? look.data.members : [];
  const me = useDeskState(({ member }) => member?.memberId);
  // As text, because the selector must give the same for the same state.
  const hereIds = useDeskState((state) =>
    members
      .filter(({ memberId }) => memberId !== me && presenceOf(state, memberId) === 'here')
      .map(({ memberId }) => memberId)
      .join(' '),
  );
  const here = members.filter(({ memberId }) => hereIds.split(' ').includes(memberId));
  const to = here.find(({ memberId }) => memberId === chosen) ?? null;
  const go = async (): Promise<void> => {
    if (onLogOut === null) {
      onClose();
      await handOver(to, note, { t, common });
      return;
    }
    // Who could not hand over stays, and may choose another colleague.
    setIsGoing(true);
    const isDone = await handOver(to, note, { t, common });
    setIsGoing(false);
    if (isDone) onLogOut();
  };
  return (
    <dialog
      ref={dialog}
      className={confirm.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onOwnCancel(onClose)}
    >
      <h2 id={`${id}-title`} className={confirm.title}>
        {t('handOver.title')}
      </h2>
      <p id={`${id}-text`} className={confirm.text}>
        {t('handOver.text', { count: waiting })}
      </p>
      <div className={styles.fields}>
        <div className={form.field}>
          <label htmlFor={`${id}-to`}>{t('handOver.to')}</label>
          <Select
            id={`${id}-to`}
            data-first=""
            value={to?.memberId ?? ''}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          >
            <option value="">{t('assign.nobody')}</option>
            {here.map(({ memberId, name }) => (
              <option key={memberId} value={memberId}>
                {name}
              </option>
            ))}
          </Select>
        </div>
        <DialogField
          label={t('assign.note')}
          problem={null}
          value={note}
          maxLength={SCREEN_LIMITS.assignmentNoteLength}
          onChange={({ currentTarget: { value } }) => setNote(value)}
        />
      </div>
      <div className={confirm.actions}>
        {onLogOut !== null && (
          <Button kind="plain" onClick={onClose}>
            {t('handOver.cancel')}
          </Button>
        )}
        <Button kind="plain" onClick={onLogOut ?? onClose}>
          {t(onLogOut === null ? 'handOver.keep' : 'handOver.keepAndLeave')}
        </Button>
        <Button kind="primary" disabled={isGoing} onClick={() => void go()}>
          {t(onLogOut === null ? 'handOver.do' : 'handOver.doAndLeave')}
        </Button>
      </div>
    </dialog>
  );
}
