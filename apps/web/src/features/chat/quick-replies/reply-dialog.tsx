import type { QuickReplyGroupView, QuickReplyView, ShopView } from '@pasar/api';
import { QUICK_REPLY_LIMITS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { isBlank } from '../../../base/parts/parts-draft.ts';
import { VariantsField } from '../../../base/parts/variants-field.tsx';
import { failureText } from '../../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import styles from '../../../ui/form-dialog.module.css';
import { Select } from '../../../ui/select.tsx';
import { onOwnCancel, useModal } from '../../../ui/use-modal.ts';
import { addGroup, deleteReply, saveReply } from './commands.ts';
import { FilledPreview } from './filled-text.tsx';
import { QUICK_REPLY_PARTS } from './parts-use.ts';
import { draftOf, type ReplyDraft, toSave } from './reply-draft.ts';
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
        <VariantsField
          legend={t('reply.parts')}
          use={QUICK_REPLY_PARTS}
          variants={draft.variants}
          shop={shop}
          onChange={(variants) => set({ variants })}
          below={(parts) => <FilledPreview parts={parts} values={values} />}
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
