import type { SubAccountView } from '@pasar/api';
import { PASSWORD_LENGTH, type ReasonCode, ROLE_PRESETS } from '@pasar/domain';
import type { CallFailure } from '@pasar/sync';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DialogField } from '../../ui/dialog-field.tsx';
import form from '../../ui/form-dialog.module.css';
import { type FormProblem, ProblemOfForm, problemAt, useFocusProblem } from '../../ui/form-problem.tsx';
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
import { type ChosenShops, isWithoutShop, ResponsibilityField, responsibilityOf } from './responsibility-field.tsx';

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
  const [asked, setAsked] = useState<'delete' | 'shopless' | null>(null);
  const { check, save, remove, reset, problem, isBusy, added } = useSaving(child, onClose);
  const fields = useFocusProblem(problem);
  const set = (over: Partial<Draft>) => setDraft({ ...draft, ...over });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check(draft)) return;
    if (isWithoutShop(draft.shops)) setAsked('shopless');
    else void save(draft);
  };
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      {added !== null ? (
        <Handover titleId={id} name={draft.name} username={added} password={draft.password} onClose={onClose} />
      ) : (
        <form ref={fields} className={form.form} onSubmit={submit} noValidate>
          <h2 id={id} className={form.title}>
            {child === null ? t('member.add') : t('member.change', { name: child.name })}
          </h2>
          <div className={form.pair}>
            <DialogField
              label={t('field.name')}
              problem={problemAt(problem, 'name')}
              data-first=""
              value={draft.name}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <div>
              <DialogField
                label={t('field.group')}
                problem={null}
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
            </div>
          </div>
          <div className={form.pair}>
            {child === null ? (
              <DialogField
                label={t('field.username')}
                prefix={`${handle}:`}
                problem={problemAt(problem, 'username')}
                value={draft.username}
                maxLength={40}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => set({ username: event.currentTarget.value })}
              />
            ) : (
              <div className={form.field}>
                <span>{t('field.username')}</span>
                <output className={styles.fixed}>{child.username}</output>
              </div>
            )}
            <DialogField
              label={t(child === null ? 'field.password' : 'field.newPassword')}
              problem={problemAt(problem, 'password')}
              type="password"
              value={draft.password}
              maxLength={PASSWORD_LENGTH.most}
              autoComplete="new-password"
              placeholder={t(child === null ? 'field.passwordRule' : 'field.passwordStays')}
              onChange={(event) => set({ password: event.currentTarget.value })}
            />
          </div>
          {child?.hasSecondFactor === true && (
            <p className={form.choices}>
              {t('factor.on')}
              <Button kind="link" disabled={isBusy} onClick={() => void reset()}>
                {t('factor.reset')}
              </Button>
            </p>
          )}
          <ResponsibilityField
            chosen={draft.shops}
            warning={t('shops.memberNone')}
            problem={problemAt(problem, 'shops')}
            onChange={(shops) => set({ shops })}
          />
          <PermissionField
            keys={draft.permissionCodeList}
            onChange={(permissionCodeList) => set({ permissionCodeList })}
          />
          <ProblemOfForm problem={problem} />
          <footer className={form.actions}>
            {child !== null && (
              <Button kind="danger" data-side="" onClick={() => setAsked('delete')}>
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
      {asked === 'delete' && child !== null && (
        <ConfirmDialog
          title={t('delete.title')}
          text={t('delete.text')}
          confirm={t('delete')}
          cancel={t('cancel')}
          tone="danger"
          onConfirm={() => void remove()}
          onClose={() => setAsked(null)}
        >
          {child.name} ({child.username})
        </ConfirmDialog>
      )}
      {asked === 'shopless' && (
        <ConfirmDialog
          title={t('shopless.title')}
          text={t('shopless.text')}
          confirm={t('shopless.sure')}
          cancel={t('shopless.choose')}
          onConfirm={() => void save(draft)}
          onClose={() => setAsked(null)}
        >
          {draft.name}
        </ConfirmDialog>
      )}
    </dialog>
  );
}

type Field = 'name' | 'username' | 'password' | 'shops';

const FIELDS: Partial<Readonly<Record<ReasonCode, Field>>> = {
  member_name_required: 'name',
  username_form: 'username',
  username_taken: 'username',
  password_required: 'password',
  password_too_short: 'password',
  password_only_digits: 'password',
  password_common: 'password',
};

const fieldOf = (failure: CallFailure): Field | 'form' =>
  (failure.kind === 'refused' ? FIELDS[failure.code as ReasonCode] : undefined) ?? 'form';

/** `added`: the username of the sub-account that was just added. */
function useSaving(child: SubAccountView | null, onClose: () => void) {
  const { t } = useTranslation('team');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const [problem, setProblem] = useState<FormProblem<Field> | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const refuse = (failure: CallFailure) => setProblem({ field: fieldOf(failure), text: failureText(failure, common) });
  /** Whether all that the window itself can see is right. */
  const check = (draft: Draft): boolean => {
    const found = problemOf(draft);
    setProblem(found);
    return found === null;
  };
  const problemOf = ({ name, username, password, shops }: Draft): FormProblem<Field> | null => {
    const lacking = (field: Field, reason: ReasonCode) => ({ field, text: reasonText(reason, locale) });
    if (name.trim() === '') return lacking('name', 'member_name_required');
    if (child === null && username.trim() === '') return lacking('username', 'username_form');
    if (child === null && password === '') return lacking('password', 'password_too_short');
    const isNowhere = shops.kind === 'countries' && shops.countries.length === 0;
    return isNowhere ? { field: 'shops', text: t('shops.noCountry') } : null;
  };
  const save = async (draft: Draft) => {
    const rights = rightsOf(draft);
    setIsBusy(true);
    setProblem(null);
    if (child === null) {
      const result = await addSubAccount(draft.username, draft.password, rights);
      if (result.ok) setAdded(result.data.username);
      else refuse(result.failure);
    } else {
      const result = await changeSubAccount(child.memberId, draft.password, rights);
      if (result.ok) onClose();
      else refuse(result.failure);
    }
    setIsBusy(false);
  };
  const remove = async () => {
    if (child === null) return;
    const result = await deleteSubAccount(child.memberId);
    if (result.ok) onClose();
    else refuse(result.failure);
  };
  const reset = async () => {
    if (child === null) return;
    const result = await resetSecondFactor(child.memberId);
    if (!result.ok) return refuse(result.failure);
    toast('good', t('factor.isReset', { name: child.name }));
    onClose();
  };
  return { check, save, remove, reset, problem, isBusy, added };
}
