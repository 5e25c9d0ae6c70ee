import type { SubAccountView } from '@pasar/api';
import { PASSWORD_LENGTH, ROLE_PRESETS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import form from '../../ui/form-dialog.module.css';
import { toast } from '../../ui/toasts.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import {
  addSubAccount,
  changeSubAccount,
  deleteSubAccount,
  resetSecondFactor,
  type SubAccountRights,
} from './commands.ts';
import { Handover } from './handover.tsx';
import styles from './member-dialog.module.css';
import { PermissionField } from './permission-field.tsx';
import { type ChosenShops, ResponsibilityField, responsibilityOf } from './responsibility-field.tsx';

interface Draft extends Omit<SubAccountRights, 'groupName' | 'responsibility'> {
  readonly username: string;
  readonly password: string;
  readonly groupName: string;
  readonly shops: ChosenShops;
}

const draftOf = (child: SubAccountView | null): Draft => ({
  username: '',
  password: '',
  name: child?.name ?? '',
  groupName: child?.groupName ?? '',
  permissionCodeList: child?.permissionCodeList ?? ROLE_PRESETS.chatAgent,
  shops: {
    kind: child?.responsibility.kind ?? 'shops',
    countries: child?.responsibility.kind === 'countries' ? child.responsibility.countries : [],
    shopIds: child?.responsibility.kind === 'shops' ? child.responsibility.shopIds : [],
  },
});

function rightsOf({ name, groupName, permissionCodeList, shops }: Draft): SubAccountRights {
  const group = groupName.trim();
  const responsibility = responsibilityOf(shops);
  return { name, groupName: group === '' ? null : group, permissionCodeList, responsibility };
}

/** Adds a sub-account, or changes or deletes it (spec 1 §2, sub-account editor). */
export function MemberDialog(props: {
  /** Null for a new sub-account. */
  readonly child: SubAccountView | null;
  readonly handle: string;
  /** The groups that other members are in. */
  readonly groups: readonly string[];
  readonly onClose: () => void;
}) {
  const { child, handle, groups, onClose } = props;
  const { t } = useTranslation('team');
  const id = useId();
  const dialog = useModal();
  const [draft, setDraft] = useState(() => draftOf(child));
  const [isDeleting, setIsDeleting] = useState(false);
  const { save, remove, reset, problem, isBusy, added } = useSaving(child, onClose);
  const set = (over: Partial<Draft>) => setDraft({ ...draft, ...over });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(draft);
  };
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      {added !== null ? (
        <Handover titleId={id} name={draft.name} username={added} password={draft.password} onClose={onClose} />
      ) : (
        <form className={form.form} onSubmit={submit}>
          <h2 id={id} className={form.title}>
            {child === null ? t('member.add') : t('member.change', { name: child.name })}
          </h2>
          <div className={form.pair}>
            <label className={form.field}>
              <span>{t('field.name')}</span>
              <input
                data-first=""
                value={draft.name}
                maxLength={80}
                autoComplete="off"
                onChange={(event) => set({ name: event.currentTarget.value })}
              />
            </label>
            <label className={form.field}>
              <span>{t('field.group')}</span>
              <input
                value={draft.groupName}
                maxLength={40}
                list={`${id}-groups`}
                placeholder={t('field.groupHint')}
                autoComplete="off"
                onChange={(event) => set({ groupName: event.currentTarget.value })}
              />
              <datalist id={`${id}-groups`}>
                {groups.map((group) => (
                  <option key={group} value={group} />
                ))}
              </datalist>
            </label>
          </div>
          <div className={form.pair}>
            {child === null ? (
              <div className={form.field}>
                <label htmlFor={`${id}-username`}>{t('field.username')}</label>
                <div className={styles.prefixed}>
                  <span aria-hidden="true">{handle}:</span>
                  <input
                    id={`${id}-username`}
                    value={draft.username}
                    maxLength={40}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(event) => set({ username: event.currentTarget.value })}
                  />
                </div>
              </div>
            ) : (
              <div className={form.field}>
                <span>{t('field.username')}</span>
                <output className={styles.fixed}>{child.username}</output>
              </div>
            )}
            <label className={form.field}>
              <span>{t(child === null ? 'field.password' : 'field.newPassword')}</span>
              <input
                type="password"
                value={draft.password}
                maxLength={PASSWORD_LENGTH.most}
                autoComplete="new-password"
                placeholder={t(child === null ? 'field.passwordRule' : 'field.passwordStays')}
                onChange={(event) => set({ password: event.currentTarget.value })}
              />
            </label>
          </div>
          {child?.hasSecondFactor === true && (
            <p className={form.choices}>
              {t('factor.on')}
              <Button kind="link" disabled={isBusy} onClick={() => void reset()}>
                {t('factor.reset')}
              </Button>
            </p>
          )}
          <ResponsibilityField chosen={draft.shops} onChange={(shops) => set({ shops })} />
          <PermissionField
            keys={draft.permissionCodeList}
            onChange={(permissionCodeList) => set({ permissionCodeList })}
          />
          {problem !== null && (
            <p className={form.bad} role="alert">
              {problem}
            </p>
          )}
          <footer className={form.actions}>
            {child !== null && (
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
      )}
      {isDeleting && child !== null && (
        <ConfirmDialog
          title={t('delete.title')}
          text={t('delete.text')}
          confirm={t('delete')}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void remove()}
          onClose={() => setIsDeleting(false)}
        >
          {child.name} ({child.username})
        </ConfirmDialog>
      )}
    </dialog>
  );
}

/** `added`: the username of the sub-account that was just added. */
function useSaving(child: SubAccountView | null, onClose: () => void) {
  const { t } = useTranslation('team');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const save = async (draft: Draft) => {
    const rights = rightsOf(draft);
    if (rights.responsibility.kind === 'countries' && rights.responsibility.countries.length === 0) {
      return setProblem(t('shops.noCountry'));
    }
    if (draft.name.trim() === '') return setProblem(reasonText('member_name_required', locale));
    setIsBusy(true);
    setProblem(null);
    if (child === null) {
      const result = await addSubAccount(draft.username, draft.password, rights);
      if (result.ok) setAdded(result.data.username);
      else setProblem(failureText(result.failure, common));
    } else {
      const result = await changeSubAccount(child.memberId, draft.password, rights);
      if (result.ok) onClose();
      else setProblem(failureText(result.failure, common));
    }
    setIsBusy(false);
  };
  const remove = async () => {
    if (child === null) return;
    const result = await deleteSubAccount(child.memberId);
    if (result.ok) onClose();
    else setProblem(failureText(result.failure, common));
  };
  const reset = async () => {
    if (child === null) return;
    const result = await resetSecondFactor(child.memberId);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    toast('good', t('factor.isReset', { name: child.name }));
    onClose();
  };
  return { save, remove, reset, problem, isBusy, added };
}
