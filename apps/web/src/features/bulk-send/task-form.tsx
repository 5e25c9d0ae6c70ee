import type { AutomaticContent, SendPreviewCounts } from '@pasar/api';
import { BULK_SEND_LIMITS } from '@pasar/domain';
import { type FormEvent, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import { storedContent } from '../../base/parts/commands.ts';
import { VariantsField } from '../../base/parts/variants-field.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import styles from './bulk-send.module.css';
import { previewTask, saveTask } from './commands.ts';
import { ConditionsField } from './conditions-field.tsx';
import { type Draft, messageOf, onlyShop, partsUseOf, previewedOf, taskOf } from './draft.ts';
import type { BulkSendParts } from './parts.ts';
import { Preview } from './preview.tsx';
import { TargetField } from './target-field.tsx';

interface Shown {
  /** What it was asked about, by `previewedOf`. */
  readonly of: string;
  readonly content: AutomaticContent;
  readonly preview: SendPreviewCounts;
  /** Tells one preview from the next, whose list is read anew. */
  readonly number: number;
}

/** The server refuses a message without parts. */
async function asked(draft: Draft) {
  const stored = await storedContent(draft.variants);
  if (!stored.ok) return stored;
  const content = stored.data ?? { parts: [], variants: [] };
  const result = await previewTask(messageOf(draft, content));
  return result.ok ? { ok: true as const, data: { content, preview: result.data } } : result;
}

/** A new task on one page: to whom, what, when, and the preview, without which nothing starts. */
export function TaskForm(props: {
  readonly parts: BulkSendParts;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bulkSend');
  const { t: common } = useTranslation('common');
  const { draft, parts, onClose } = props;
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // A start whose answer was lost and that is pressed again is still one task.
  const [clientId] = useState(() => crypto.randomUUID());
  const shopId = useDeskState(({ shown }) => onlyShop(draft.target, shown));
  const shop = useDeskState(({ shops }) => (shopId === null ? null : (shops.get(shopId) ?? null)));
  const change = (part: Partial<Draft>) => props.onChange({ ...draft, ...part });
  // What the preview has not seen is not sent; the name and the start say nothing of it.
  const isCurrent = shown !== null && shown.of === previewedOf(draft) && problem === null;
  const look = async () => {
    setIsBusy(true);
    setProblem(null);
    const result = await asked(draft);
    setIsBusy(false);
    if (result.ok) setShown({ of: previewedOf(draft), number: (shown?.number ?? 0) + 1, ...result.data });
    else setProblem(failureText(result.failure, common));
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isCurrent) return look();
    setIsBusy(true);
    const result = await saveTask({ ...taskOf(draft, shown.content), clientId });
    setIsBusy(false);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  const canStart = isCurrent && shown.preview.sendCount > 0;
  return (
    <form className={styles.form} aria-label={t('form')} onSubmit={(event) => void save(event)}>
      <label className={styles.field}>
        <span>{t('form.name')}</span>
        <input
          value={draft.name}
          maxLength={BULK_SEND_LIMITS.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
      </label>
      <fieldset>
        <legend>{t('form.who')}</legend>
        <TargetField parts={parts} target={draft.target} onChange={(target) => change({ target })} />
        <ConditionsField conditions={draft.conditions} onChange={(conditions) => change({ conditions })} />
      </fieldset>
      <VariantsField
        legend={t('form.what')}
        use={partsUseOf(draft.target)}
        variants={draft.variants}
        shop={shop}
        onChange={(variants) => change({ variants })}
      />
      <fieldset>
        <legend>{t('form.when')}</legend>
        <When draft={draft} onChange={change} />
      </fieldset>
      <fieldset>
        <legend>{t('form.preview')}</legend>
        {isCurrent ? (
          <Preview key={shown.number} message={messageOf(draft, shown.content)} preview={shown.preview} />
        ) : (
          <p className={styles.hint}>{t('preview.none')}</p>
        )}
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
      </fieldset>
      <footer className={styles.actions}>
        <Button kind="plain" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button kind={canStart ? 'plain' : 'primary'} disabled={isBusy} onClick={() => void look()}>
          {t('form.look')}
        </Button>
        <Button kind="primary" type="submit" disabled={isBusy || !canStart}>
          {t(draft.isTimed ? 'form.plan' : 'form.start', { count: isCurrent ? shown.preview.sendCount : 0 })}
        </Button>
      </footer>
    </form>
  );
}

/** At once or at a time, and how fast. */
function When({ draft, onChange }: { readonly draft: Draft; readonly onChange: (part: Partial<Draft>) => void }) {
  const { t } = useTranslation('bulkSend');
  const { least, most } = BULK_SEND_LIMITS.intervalSeconds;
  return (
    <>
      <fieldset className={styles.choices} aria-label={t('form.when')}>
        {([false, true] as const).map((isTimed) => (
          <label key={String(isTimed)}>
            <input
              type="radio"
              name="start"
              checked={draft.isTimed === isTimed}
              onChange={() => onChange({ isTimed })}
            />
            {t(isTimed ? 'when.timed' : 'when.now')}
          </label>
        ))}
      </fieldset>
      {draft.isTimed && (
        <label className={styles.field}>
          <span>{t('when.time')}</span>
          <input
            type="datetime-local"
            value={draft.sendTime}
            onChange={({ currentTarget: { value } }) => onChange({ sendTime: value })}
          />
          <small className={styles.hint}>{t('when.timeHint')}</small>
        </label>
      )}
      <label className={styles.field}>
        <span>{t('when.interval')}</span>
        <input
          type="number"
          min={least}
          max={most}
          value={draft.interval}
          onChange={({ currentTarget: { value } }) => onChange({ interval: value })}
        />
        <small className={styles.hint}>{t('when.intervalHint')}</small>
      </label>
    </>
  );
}
