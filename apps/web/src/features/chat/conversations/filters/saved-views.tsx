import type { ConversationListing } from '@pasar/api';
import { CONVERSATION_VIEW_LIMITS } from '@pasar/domain';
import { type FormEvent, useState } from 'react';
import { useDeskState } from '../../../../base/desk.tsx';
import { useLookUp } from '../../../../base/look-up.ts';
import { failureText } from '../../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../../base/texts/i18n.ts';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { removeView, saveView } from '../commands.ts';
import styles from './filters.module.css';
import { VIEWS } from './look-ups.ts';

/**
 * The views of the member and the shared ones, and a form that saves the present list as a view: a new one, or in place of the
 * member's own view of that name.
 */
export function SavedViews(props: {
  readonly listing: ConversationListing;
  readonly onView: (listing: ConversationListing) => void;
}) {
  const { t } = useTranslation('listFilters');
  const { t: common } = useTranslation('common');
  const isMain = useDeskState(({ member }) => member?.isMain === true);
  const look = useLookUp(VIEWS, {});
  const views = look.state === 'found' || look.state === 'stale' ? look.data.views : [];
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const wanted = name.trim();
  const ownOf = (text: string) =>
    views.find((view) => view.isMine && view.name.toLowerCase() === text.trim().toLowerCase());
  const replaced = ownOf(name);
  const rename = (text: string) => {
    setName(text);
    const own = ownOf(text);
    // Replacing a view leaves it with whom it is.
    if (own !== undefined) setIsShared(own.isShared);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted === '' || isBusy) return;
    setIsBusy(true);
    const { listing } = props;
    const view = replaced === undefined ? {} : { viewId: replaced.viewId };
    const result = await saveView({ ...view, name: wanted, isShared, listing });
    setIsBusy(false);
    if (result.ok) setName('');
    else toast('bad', t('view.notSaved', { why: failureText(result.failure, common) }));
  };
  const remove = async (viewId: string) => {
    const result = await removeView(viewId);
    if (!result.ok) toast('bad', t('view.notRemoved', { why: failureText(result.failure, common) }));
  };
  return (
    <section className={styles.views} aria-label={t('views')}>
      <h3 className={styles.heading}>{t('views')}</h3>
      {views.length === 0 && <p className={styles.hint}>{t('views.none')}</p>}
      <ul className={styles.viewList}>
        {views.map((view) => (
          <li key={view.viewId} className={styles.view}>
            <button type="button" className={styles.viewName} onClick={() => props.onView(view.listing)}>
              {view.name}
            </button>
            {view.isShared && (
              <span className={styles.hint}>
                {view.isMine || view.author === null ? t('view.shared') : t('view.by', { name: view.author })}
              </span>
            )}
            {(view.isMine || isMain) && (
              <IconButton
                icon="bin"
                label={t('view.remove', { name: view.name })}
                onClick={() => void remove(view.viewId)}
              />
            )}
          </li>
        ))}
      </ul>
      <form className={styles.save} onSubmit={(event) => void save(event)}>
        <input
          className={styles.name}
          aria-label={t('view.name')}
          placeholder={t('view.name')}
          maxLength={CONVERSATION_VIEW_LIMITS.name}
          autoComplete="off"
          dir="auto"
          value={name}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={isShared}
            onChange={({ currentTarget }) => setIsShared(currentTarget.checked)}
          />
          {t('view.share')}
        </label>
        <Button kind="plain" type="submit" disabled={wanted === '' || isBusy}>
          {replaced === undefined ? t('view.save') : t('view.replace')}
        </Button>
      </form>
      {replaced !== undefined && (
        <p className={styles.hint} role="status">
          {t('view.taken')}
        </p>
      )}
    </section>
  );
}
