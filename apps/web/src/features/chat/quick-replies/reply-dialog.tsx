import type { QuickReplyGroupView, QuickReplyView, ShopView } from '@pasar/api';
import { BUYER_LANGUAGES, type BuyerLanguage, QUICK_REPLY_LIMITS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { languageName } from '../../../base/texts/language-name.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import styles from '../../../ui/form-dialog.module.css';
import { Select } from '../../../ui/select.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { languageOf } from './answer-language.ts';
import { addGroup, deleteReply, saveReply } from './commands.ts';
import { FilledParts } from './filled-text.tsx';
import { PartsField } from './parts-field.tsx';
import own from './reply-dialog.module.css';
import { type DraftVariant, draftOf, emptyText, isBlank, type ReplyDraft, toSave } from './reply-draft.ts';
import { ScopeField } from './scope-field.tsx';
import type { Values } from './variables.ts';

/** The choice of a group that is made together with the reply. */
const NEW_GROUP = 'new';

export interface ReplyDialogProps {
  /** Null for a new one. */
  readonly reply: QuickReplyView | null;
  readonly groups: readonly QuickReplyGroupView[];
  readonly values: Values;
  /** The shop of the open conversation; null while none is open. */
  readonly shop: ShopView | null;
  readonly onClose: () => void;
}

/** Makes or changes a quick reply. */
export function ReplyDialog({ reply, groups, values, shop, onClose }: ReplyDialogProps) {
  const { t } = useTranslation('quickReplies');
  const id = useId();
  const dialog = useModal();
  const [draft, setDraft] = useState(() => draftOf(reply, groups[0]?.groupId ?? NEW_GROUP));
  const [group, setGroup] = useState({ name: '', isPersonal: false });
  const [isDeleting, setIsDeleting] = useState(false);
  const { save, remove, problem, isBusy } = useSaving(reply, onClose);
  const set = (over: Partial<ReplyDraft>) => setDraft({ ...draft, ...over });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft, draft.groupId === NEW_GROUP ? group : null);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={styles.form} onSubmit={submit}>
        <h2 id={id} className={styles.title}>
          {t(reply === null ? 'reply.new' : 'reply.change')}
        </h2>
        <div className={styles.pair}>
          <label className={styles.field}>
            <span>{t('reply.title')}</span>
            <input
              data-first=""
              value={draft.title}
              maxLength={QUICK_REPLY_LIMITS.titleLength}
              placeholder={t('reply.titleHint')}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
          </label>
          <div className={styles.field}>
            <label htmlFor={`${id}-group`}>{t('reply.group')}</label>
            <Select
              id={`${id}-group`}
              value={draft.groupId}
              onChange={(event) => set({ groupId: event.currentTarget.value })}
            >
              {groups.map(({ groupId, name, isPersonal }) => (
                <option key={groupId} value={groupId}>
                  {isPersonal ? `${name} (${t('group.personal')})` : name}
                </option>
              ))}
              <option value={NEW_GROUP}>{t('group.new')}</option>
            </Select>
          </div>
        </div>
        {draft.groupId === NEW_GROUP && (
          <div className={styles.pair}>
            <label className={styles.field}>
              <span>{t('group.name')}</span>
              <input
                value={group.name}
                maxLength={QUICK_REPLY_LIMITS.titleLength}
                onChange={(event) => setGroup({ ...group, name: event.currentTarget.value })}
              />
            </label>
            <label className={styles.check}>
              <input
                type="checkbox"
                checked={group.isPersonal}
                onChange={(event) => setGroup({ ...group, isPersonal: event.currentTarget.checked })}
              />
              {t('group.onlyMe')}
            </label>
          </div>
        )}
        <Variants
          variants={draft.variants}
          values={values}
          shop={shop}
          onChange={([first, ...others]) => first !== undefined && set({ variants: [first, ...others] })}
        />
        <ScopeField sites={draft.sites} shopIds={draft.shopIds} onChange={set} />
        {problem !== null && (
          <p className={styles.bad} role="alert">
            {problem}
          </p>
        )}
        <footer className={styles.actions}>
          {reply !== null && (
            <Button kind="danger" data-side="" onClick={() => setIsDeleting(true)}>
              {t('delete')}
            </Button>
          )}
          <Button kind="plain" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t('save')}
          </Button>
        </footer>
      </form>
      {isDeleting && (
        <ConfirmDialog
          title={t('reply.deleteTitle')}
          text={t('reply.deleteText')}
          confirm={t('delete')}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void remove()}
          onClose={() => setIsDeleting(false)}
        >
          {reply?.title}
        </ConfirmDialog>
      )}
    </dialog>
  );
}

/** The parts by language, and below them what the buyer of the open conversation would get. */
function Variants(props: {
  readonly variants: readonly DraftVariant[];
  readonly values: Values;
  readonly shop: ShopView | null;
  readonly onChange: (variants: readonly DraftVariant[]) => void;
}) {
  const { t } = useTranslation('quickReplies');
  const locale = useLocale();
  const { variants, values, shop, onChange } = props;
  const [at, setAt] = useState(0);
  const index = Math.min(at, variants.length - 1);
  const shown = variants[index];
  const rest = BUYER_LANGUAGES.filter((language) => !variants.some((variant) => variant.language === language));
  const nameOf = (language: BuyerLanguage | null) =>
    language === null ? t('language.all') : languageName(language, locale);
  const add = (language: BuyerLanguage | null) => {
    if (language === null) return;
    onChange([...variants, { language, parts: [emptyText()] }]);
    setAt(variants.length);
  };
  if (shown === undefined) return null;
  return (
    <fieldset className={own.variants}>
      <legend>{t('reply.parts')}</legend>
      <div className={own.languages}>
        {variants.map((variant, place) => (
          <Button key={variant.language ?? ''} kind="plain" aria-pressed={place === index} onClick={() => setAt(place)}>
            {nameOf(variant.language)}
          </Button>
        ))}
        <Select
          value=""
          aria-label={t('language.add')}
          onChange={(event) => add(languageOf(event.currentTarget.value))}
        >
          <option value="">{t('language.add')}</option>
          {rest.map((language) => (
            <option key={language} value={language}>
              {languageName(language, locale)}
            </option>
          ))}
        </Select>
        {shown.language !== null && (
          <Button
            kind="link"
            onClick={() => {
              onChange(variants.toSpliced(index, 1));
              setAt(0);
            }}
          >
            {t('language.remove', { language: nameOf(shown.language) })}
          </Button>
        )}
      </div>
      <PartsField
        key={shown.language ?? ''}
        parts={shown.parts}
        shop={shop}
        onChange={(parts) => onChange(variants.with(index, { ...shown, parts }))}
      />
      <section className={own.preview} aria-label={t('reply.preview')}>
        <h3>{t('reply.preview')}</h3>
        <FilledParts
          parts={shown.parts.flatMap((item) => ('part' in item && !isBlank(item) ? [item.part] : []))}
          values={values}
        />
      </section>
    </fieldset>
  );
}

interface NewGroup {
  readonly name: string;
  readonly isPersonal: boolean;
}

function useSaving(reply: QuickReplyView | null, onClose: () => void) {
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const groupIdOf = async (draft: ReplyDraft, group: NewGroup | null) => {
    if (group === null) return { ok: true as const, data: draft.groupId };
    const made = await addGroup(group.name, group.isPersonal);
    return made.ok ? { ok: true as const, data: made.data.group.groupId } : made;
  };
  const stored = async (draft: ReplyDraft, group: NewGroup | null) => {
    const ready = await toSave(draft, reply?.replyId ?? null);
    if (!ready.ok) return ready;
    // The group is made last, so that a refused picture leaves no empty group behind.
    const groupId = await groupIdOf(draft, group);
    return groupId.ok ? saveReply({ ...ready.data, groupId: groupId.data }) : groupId;
  };
  const save = async (draft: ReplyDraft, group: NewGroup | null) => {
    if (group !== null && group.name.trim() === '') {
      return setProblem(reasonText('quick_reply_group_required', locale));
    }
    if (draft.variants[0].parts.every(isBlank)) return setProblem(reasonText('content_empty', locale));
    setIsBusy(true);
    setProblem(null);
    const result = await stored(draft, group);
    setIsBusy(false);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  const remove = async () => {
    if (reply === null) return;
    const result = await deleteReply(reply.replyId);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  return { save, remove, problem, isBusy };
}
