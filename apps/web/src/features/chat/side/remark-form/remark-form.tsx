import { type ConversationId, REMARK_KINDS, REMARK_LIMITS } from '@pasar/domain';
import { type DragEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useLookUp } from '../../../../base/look-up.ts';
import { PlanFields } from '../../../../base/remarks/plan-fields.tsx';
import { KIND_TEXTS } from '../../../../base/remarks/remark-item.tsx';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { ORDER_LIST } from '../../orders/look-ups.ts';
import {
  addPictures,
  changeDraft,
  closeDraft,
  draftOf,
  type RemarkDraft,
  remarkDrafts,
  saveDraft,
} from './remark-draft.ts';
import styles from './remark-form.module.css';
import { RemarkPictures } from './remark-pictures.tsx';

interface Props {
  readonly conversationId: ConversationId;
}

/** A new remark. Ctrl+Enter saves too. A remark that could not be saved stays in its fields. */
export function RemarkForm({ conversationId }: Props) {
  const { t } = useTranslation('remarkForm');
  const { t: remarks } = useTranslation('remarks');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const id = useId();
  const draft = useSyncExternalStore(remarkDrafts.subscribe, () => draftOf(conversationId));
  const [isBusy, setIsBusy] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => text.current?.focus(), []);
  const change = (part: Partial<RemarkDraft>) => changeDraft(conversationId, (held) => ({ ...held, ...part }));
  const { length } = draft.content.trim();
  const isComing = draft.pictures.some(({ state }) => state.kind === 'coming');
  const failedCount = draft.pictures.filter(({ state }) => state.kind === 'failed').length;
  const isSavable = length > 0 && length <= REMARK_LIMITS.length && !isBusy && !isComing;
  const save = async () => {
    if (!isSavable) return;
    setIsBusy(true);
    const result = await saveDraft(conversationId, draft);
    setIsBusy(false);
    if (result.ok) closeDraft(conversationId);
    else toast('bad', t('notSaved', { why: failureText(result.failure, common) }));
  };
  const take = (files: readonly File[]) => {
    if (addPictures(conversationId, files, common) > 0) toast('bad', reasonText('remark_pictures_full', locale));
  };
  const drag = {
    // The window refuses files that are dropped beside the messages, so this form does not tell it.
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'copy';
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      take([...event.dataTransfer.files]);
    },
  };
  return (
    <form
      className={styles.form}
      aria-label={t('form')}
      data-drop={isOver}
      {...drag}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset className={styles.kinds} aria-label={remarks('kind.label')}>
        {REMARK_KINDS.map((kind) => (
          <label key={kind}>
            <input type="radio" name={`${id}-kind`} checked={draft.kind === kind} onChange={() => change({ kind })} />
            {remarks(KIND_TEXTS[kind])}
          </label>
        ))}
      </fieldset>
      <label className={styles.label} htmlFor={`${id}-text`}>
        {t('content.label')}
      </label>
      <textarea
        ref={text}
        id={`${id}-text`}
        className={styles.field}
        rows={3}
        required
        value={draft.content}
        aria-describedby={`${id}-left`}
        dir="auto"
        onChange={({ currentTarget: { value } }) => change({ content: value })}
        onPaste={(event) => {
          const { files, types } = event.clipboardData;
          // A copied cell of a spreadsheet holds a picture beside its text, and is pasted as text.
          if (files.length === 0 || types.includes('text/plain')) return;
          event.preventDefault();
          take([...files]);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      />
      <OrderField
        conversationId={conversationId}
        value={draft.orderNumber}
        onChange={(orderNumber) => change({ orderNumber })}
      />
      <PlanFields
        plan={draft}
        conversationId={conversationId}
        onChange={({ assigneeId, day }) => change({ assigneeId, day })}
      />
      <RemarkPictures conversationId={conversationId} pictures={draft.pictures} onFiles={take} />
      <div className={styles.end}>
        <span id={`${id}-left`} className={length > REMARK_LIMITS.length ? styles.over : styles.left}>
          {length > 0 && t('content.left', { count: length, max: REMARK_LIMITS.length })}
        </span>
        <Button kind="plain" onClick={() => closeDraft(conversationId)}>
          {remarks('cancel')}
        </Button>
        <Button kind="primary" type="submit" disabled={!isSavable}>
          {failedCount > 0 ? t('saveWithout', { count: failedCount }) : t('save')}
        </Button>
      </div>
    </form>
  );
}

/** The orders that the tab of orders has shown are suggested; nothing is asked for them. */
function OrderField({
  conversationId,
  value,
  onChange,
}: Pick<Props, 'conversationId'> & { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useTranslation('remarkForm');
  const id = useId();
  const look = useLookUp(ORDER_LIST, { conversationId }, false);
  const orders = look.state === 'found' || look.state === 'stale' ? look.data.orders : [];
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {t('order.label')}
      </label>
      <input
        id={id}
        className={styles.order}
        list={`${id}-known`}
        autoComplete="off"
        maxLength={REMARK_LIMITS.orderNumberLength}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={`${id}-known`}>
        {orders.map(({ orderNumber }) => (
          <option key={orderNumber} value={orderNumber} />
        ))}
      </datalist>
    </div>
  );
}
