import { keptSince, RETENTION_CHOICES, type Retention } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { useLookUp } from '../../base/look-up.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { dayOf } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.tsx';
import { saveRetention } from './commands.ts';
import styles from './data-panel.module.css';
import { RETENTION } from './look-ups.ts';
import { spanText } from './span-text.ts';

const KINDS = [
  ['messageDays', 'keep.messages', 'keep.messagesGo', 'keep.messagesStay'],
  ['pictureDays', 'keep.pictures', 'keep.picturesGo', 'keep.picturesStay'],
  ['auditDays', 'keep.audit', 'keep.auditGo', 'keep.auditStay'],
] as const satisfies readonly (readonly [keyof Retention, string, string, string])[];

/** How long messages, failed pictures and the audit trail are kept. */
export function RetentionPart() {
  const { t } = useTranslation('data');
  const id = useId();
  const look = useLookUp(RETENTION, {});
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{t('keep.title')}</h3>
      <LookedUpPart look={look} draw={(retention) => <Choices kept={retention} />} />
    </section>
  );
}

function Choices({ kept }: { readonly kept: Retention }) {
  const { t } = useTranslation('data');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const id = useId();
  // What this member changed and has not saved: a save or a colleague's change leaves the other choices alone.
  const [changed, setChanged] = useState<Partial<Retention>>({});
  const draft: Retention = { ...kept, ...changed };
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const shorter = KINDS.filter(([kind]) => isShorter(draft[kind], kept[kind]));
  const sentence = ([kind, , goes, stays]: (typeof KINDS)[number]): string => {
    const since = keptSince(draft[kind], Date.now());
    return since === null ? t(stays) : t(goes, { date: dayOf(since), span: spanText(draft[kind] ?? 0, locale) });
  };
  const save = async () => {
    setIsBusy(true);
    const result = await saveRetention(draft);
    setIsBusy(false);
    if (result.ok) toast('good', t('keep.saved'));
    else toast('bad', failureText(result.failure, common));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (shorter.length > 0) setIsAsking(true);
    else void save();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {KINDS.map((row) => {
        const [kind, name] = row;
        return (
          <div key={kind} className={styles.choice}>
            <label htmlFor={`${id}-${kind}`}>{t(name)}</label>
            <Select
              id={`${id}-${kind}`}
              aria-describedby={`${id}-${kind}-what`}
              value={String(draft[kind])}
              onChange={({ currentTarget: { value } }) =>
                setChanged({ ...changed, [kind]: value === 'null' ? null : Number(value) })
              }
            >
              {RETENTION_CHOICES[kind].map((days) => (
                <option key={String(days)} value={String(days)}>
                  {days === null ? t('keep.forEver') : spanText(days, locale)}
                </option>
              ))}
            </Select>
            <p id={`${id}-${kind}-what`}>{sentence(row)}</p>
          </div>
        );
      })}
      <Button kind="primary" type="submit" disabled={isBusy || KINDS.every(([kind]) => draft[kind] === kept[kind])}>
        {t('keep.save')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('keep.sureTitle')}
          text={t('keep.sureText')}
          confirm={t('keep.sure')}
          tone="danger"
          cancel={t('cancel')}
          onConfirm={() => void save()}
          onClose={() => setIsAsking(false)}
        >
          {shorter.map(sentence).join('\n')}
        </ConfirmDialog>
      )}
    </form>
  );
}

const isShorter = (next: number | null, before: number | null): boolean =>
  next !== null && (before === null || next < before);
