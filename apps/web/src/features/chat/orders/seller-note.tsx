import { ORDER_LIMITS, type OrderView, type ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { ReasonedButton } from '../tab/reasoned-button.tsx';
import parts from '../tab/tab.module.css';
import { saveSellerNote } from './commands.ts';
import styles from './orders.module.css';

interface SellerNoteProps {
  readonly order: OrderView;
  readonly shop: ShopView;
}

/** The note that the shop keeps with the order at its marketplace; the buyer does not see it. */
export function SellerNote({ order, shop }: SellerNoteProps) {
  const { t } = useTranslation('orders');
  const [isEditing, setIsEditing] = useState(false);
  /** What was saved here, until the marketplace's answer has it. */
  const [saved, setSaved] = useState<string | null>(null);
  const note = saved ?? order.sellerNote ?? '';
  const box = useRef<HTMLElement>(null);
  const wasEditing = useRef(false);
  // The form that had the keyboard is gone, so the button that opened it takes the keyboard back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) box.current?.querySelector('button')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const whyNot = offers(shop.marketplace, 'orders.writeSellerNote') ? null : t('note.notHere', { marketplace });
  return (
    <section ref={box} className={parts.section} aria-label={t('note.title')}>
      <h4 className={styles.sectionHead}>
        <span>{t('note.title')}</span>
        {!isEditing && (
          <ReasonedButton reason={whyNot} onClick={() => setIsEditing(true)}>
            {t(note === '' ? 'note.add' : 'note.change')}
          </ReasonedButton>
        )}
      </h4>
      {isEditing ? (
        <NoteForm
          order={order}
          shop={shop}
          note={note}
          onDone={(written) => {
            if (written !== null) setSaved(written);
            setIsEditing(false);
          }}
        />
      ) : (
        <p className={note === '' ? parts.quiet : styles.noteText}>{note === '' ? (whyNot ?? t('note.none')) : note}</p>
      )}
      {!isEditing && note !== '' && whyNot !== null && <p className={styles.why}>{whyNot}</p>}
    </section>
  );
}

interface NoteFormProps extends SellerNoteProps {
  readonly note: string;
  /** Null: nothing was saved. */
  readonly onDone: (written: string | null) => void;
}

function NoteForm({ order, shop, note, onDone }: NoteFormProps) {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation('common');
  const [text, setText] = useState(note);
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsSaving(true);
    const result = await saveSellerNote(shop, order, text);
    setIsSaving(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    toast('good', t('note.saved', { marketplace: MARKETPLACE_NAMES[shop.marketplace] }));
    onDone(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone(null);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
      <textarea
        className={styles.area}
        aria-label={t('note.title')}
        value={text}
        rows={3}
        maxLength={ORDER_LIMITS.sellerNote}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write.
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <span className={styles.formActions}>
        <span className={parts.quiet}>{t('note.private')}</span>
        <Button kind="plain" onClick={() => onDone(null)}>
          {t('cancel')}
        </Button>
        <Button kind="primary" type="submit" disabled={isSaving}>
          {t('note.save')}
        </Button>
      </span>
    </form>
  );
}
