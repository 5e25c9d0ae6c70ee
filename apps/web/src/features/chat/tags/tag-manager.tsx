import type { BuyerTagView } from '@pasar/api';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDeskState } from '../../../base/desk.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { LookedUpPart } from '../../../base/looked-up.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import form from '../../../ui/form-dialog.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { TAGS } from './look-ups.ts';
import { TagBuyers } from './tag-buyers.tsx';
import { TagForm } from './tag-form.tsx';
import { TagMark } from './tag-mark.tsx';
import styles from './tags.module.css';

export interface TagManagerProps {
  readonly onClose: () => void;
}

/** All tags of the account: who has them, their names and colours. */
export function TagManager({ onClose }: TagManagerProps) {
  const { t } = useTranslation('buyerTags');
  const id = useId();
  const dialog = useModal();
  const navigate = useNavigate();
  const isMain = useDeskState((state) => state.member?.isMain ?? false);
  const look = useLookUp(TAGS, {});
  const [changed, setChanged] = useState<BuyerTagView | 'new' | null>(null);
  const [shownId, setShownId] = useState<string | null>(null);
  const tags = look.state === 'found' || look.state === 'stale' ? look.data.tags : [];
  // A tag that somebody deletes meanwhile is not shown any more.
  const shown = tags.find(({ buyerTagId }) => buyerTagId === shownId);
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <div className={form.form}>
        <h2 id={id} className={form.title}>
          {shown === undefined ? t('manager.title') : <TagMark name={shown.buyerTagName} color={shown.color} />}
        </h2>
        {shown === undefined ? (
          <LookedUpPart
            look={look}
            draw={() => <TagList tags={tags} onChange={setChanged} onShow={(tag) => setShownId(tag.buyerTagId)} />}
          />
        ) : (
          <TagBuyers key={shown.buyerTagId} tag={shown} onOpened={onClose} />
        )}
        <footer className={form.actions}>
          {shown === undefined ? (
            isMain && (
              <Button kind="link" data-side="" onClick={() => void navigate('/settings/tags')}>
                {t('manager.rules')}
              </Button>
            )
          ) : (
            <Button kind="plain" data-side="" onClick={() => setShownId(null)}>
              {t('manager.back')}
            </Button>
          )}
          <Button kind="plain" data-first="" onClick={onClose}>
            {t('manager.close')}
          </Button>
        </footer>
      </div>
      {changed !== null && <TagForm tag={changed === 'new' ? null : changed} onClose={() => setChanged(null)} />}
    </dialog>
  );
}

function TagList(props: {
  readonly tags: readonly BuyerTagView[];
  readonly onChange: (tag: BuyerTagView | 'new') => void;
  readonly onShow: (tag: BuyerTagView) => void;
}) {
  const { t } = useTranslation('buyerTags');
  const add = (
    <Button kind="primary" onClick={() => props.onChange('new')}>
      <Icon name="plus" size={15} />
      {t('manager.new')}
    </Button>
  );
  if (props.tags.length === 0) {
    return (
      <Empty icon="flag" title={t('manager.empty')} text={t('manager.emptyText')}>
        {add}
      </Empty>
    );
  }
  return (
    <>
      <div className={styles.row}>
        <p className={form.hint}>{t('manager.text')}</p>
        {add}
      </div>
      <ul className={styles.list}>
        {props.tags.map((tag) => (
          <li key={tag.buyerTagId}>
            <span className={styles.grow}>
              <TagMark name={tag.buyerTagName} color={tag.color} />
              <span className={styles.second}>{t('manager.buyers', { count: tag.usageCount })}</span>
            </span>
            <Button
              kind="plain"
              aria-label={t('manager.showOf', { name: tag.buyerTagName })}
              onClick={() => props.onShow(tag)}
            >
              {t('manager.show')}
            </Button>
            <Button
              kind="plain"
              aria-label={t('manager.changeOf', { name: tag.buyerTagName })}
              onClick={() => props.onChange(tag)}
            >
              {t('manager.change')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
