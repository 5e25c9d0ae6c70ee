import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import page from '../../ui/list-page.module.css';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { useArrangement, VIEW_LIMITS } from './arrangement.ts';
import { COLUMNS } from './columns.ts';
import styles from './order-book.module.css';
import { COLUMN_TEXTS } from './order-table.tsx';

interface ArrangeDialogProps {
  /** The address of the present filter. */
  readonly query: string;
  readonly onView: (query: string) => void;
  readonly onClose: () => void;
}

/** The columns of the table, and filters with names. Both are kept in this browser. */
export function ArrangeDialog({ query, onView, onClose }: ArrangeDialogProps) {
  const { t } = useTranslation('orderBook');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [{ hidden, views }, change] = useArrangement();
  const [name, setName] = useState('');
  const wanted = name.trim();
  const others = views.filter((view) => view.name !== wanted);
  const isFull = others.length >= VIEW_LIMITS.views;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === '' || isFull) return;
    change({ views: [...others, { name: wanted, query }] });
    setName('');
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <div className={form.form}>
        <h2 id={id} className={form.title}>
          {t('arrange.title')}
        </h2>
        <fieldset className={form.part}>
          <legend>{t('arrange.columns')}</legend>
          <div className={form.choices}>
            {COLUMNS.map((column) => (
              <label key={column}>
                <input
                  type="checkbox"
                  checked={!hidden.includes(column)}
                  onChange={({ currentTarget }) => {
                    const rest = hidden.filter((one) => one !== column);
                    change({ hidden: currentTarget.checked ? rest : [...rest, column] });
                  }}
                />
                {t(COLUMN_TEXTS[column])}
              </label>
            ))}
          </div>
        </fieldset>
        <section className={form.part} aria-label={t('view.title')}>
          <h3 className={page.subtitle}>{t('view.title')}</h3>
          {views.length === 0 && <p className={form.hint}>{t('view.none')}</p>}
          {views.map((view) => (
            <div key={view.name} className={styles.view}>
              <Button
                kind="link"
                onClick={() => {
                  onClose();
                  onView(view.query);
                }}
              >
                {view.name}
              </Button>
              <IconButton
                icon="bin"
                label={t('view.remove', { name: view.name })}
                onClick={() => change({ views: views.filter((one) => one !== view) })}
              />
            </div>
          ))}
          <form className={styles.view} onSubmit={save}>
            <input
              className={page.search}
              aria-label={t('view.name')}
              placeholder={t('view.name')}
              maxLength={VIEW_LIMITS.name}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button kind="plain" type="submit" disabled={wanted === '' || isFull}>
              {t('view.save')}
            </Button>
          </form>
          {isFull && <p className={form.hint}>{t('view.full', { count: VIEW_LIMITS.views })}</p>}
        </section>
        <div className={form.actions}>
          <Button kind="primary" onClick={onClose}>
            {common('close')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
