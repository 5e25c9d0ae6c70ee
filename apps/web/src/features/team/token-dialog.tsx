import { TOKEN_PREFIX } from '@pasar/api';
import { type PermissionKey, ROLE_PRESETS } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import { failureText } from '../../base/texts/failure-text.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { DialogField } from '../../ui/dialog-field.tsx';
import form from '../../ui/form-dialog.module.css';
import { type FormProblem, ProblemOfForm, problemAt, useFocusProblem } from '../../ui/form-problem.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toasts.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { addApiToken } from './commands.ts';
import styles from './member-dialog.module.css';
import { PermissionField } from './permission-field.tsx';
import { type ChosenShops, ResponsibilityField, responsibilityOf } from './responsibility-field.tsx';

/** How programs send a token. */
const HEADER = `Authorization: Bearer ${TOKEN_PREFIX}…`;
/** Our choice; the longest is `TOKEN_LIMITS.days`. */
const DAYS = [30, 90, 365] as const;

/** Makes an API token, and shows it once. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('team');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const id = useId();
  const dialog = useModal();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(DAYS[1]);
  const [keys, setKeys] = useState<readonly PermissionKey[]>(ROLE_PRESETS.chatAgent);
  const [shops, setShops] = useState<ChosenShops>({ kind: 'shops', countries: [], shopIds: [] });
  const [problem, setProblem] = useState<FormProblem<'name' | 'shops'> | null>(null);
  const fields = useFocusProblem(problem);
  const [isBusy, setIsBusy] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const save = async () => {
    if (name.trim() === '') return setProblem({ field: 'name', text: reasonText('member_name_required', locale) });
    const responsibility = responsibilityOf(shops);
    if (responsibility.kind === 'countries' && responsibility.countries.length === 0)
      return setProblem({ field: 'shops', text: t('shops.noCountry') });
    setProblem(null);
    setIsBusy(true);
    const result = await addApiToken(name, keys, responsibility, days);
    setIsBusy(false);
    if (result.ok) setToken(result.data.token);
    else setProblem({ field: 'form', text: failureText(result.failure, common) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <dialog ref={dialog} className={form.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      {token !== null ? (
        <TokenShown titleId={id} name={name} token={token} onClose={onClose} />
      ) : (
        <form ref={fields} className={form.form} onSubmit={submit} noValidate>
          <h2 id={id} className={form.title}>
            {t('token.add')}
          </h2>
          <div className={form.pair}>
            <DialogField
              label={t('token.name')}
              problem={problemAt(problem, 'name')}
              data-first=""
              value={name}
              maxLength={80}
              placeholder={t('token.nameHint')}
              autoComplete="off"
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <div className={form.field}>
              <label htmlFor={`${id}-days`}>{t('token.life')}</label>
              <Select id={`${id}-days`} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
                {DAYS.map((count) => (
                  <option key={count} value={count}>
                    {t('token.days', { count })}
                  </option>
                ))}
              </Select>
            </div>
          </div>
          <ResponsibilityField
            chosen={shops}
            warning={t('shops.tokenNone')}
            problem={problemAt(problem, 'shops')}
            onChange={setShops}
          />
          <PermissionField keys={keys} onChange={setKeys} />
          <ProblemOfForm problem={problem} />
          <footer className={form.actions}>
            <Button kind="plain" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button kind="primary" type="submit" disabled={isBusy}>
              {t('token.make')}
            </Button>
          </footer>
        </form>
      )}
    </dialog>
  );
}

function TokenShown(props: {
  readonly titleId: string;
  readonly name: string;
  readonly token: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('team');
  const { token } = props;
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => toast('good', t('handover.copied')),
      () => toast('bad', t('handover.copyFailed')),
    );
  return (
    <div className={form.form}>
      <h2 id={props.titleId} className={form.title}>
        {t('token.made', { name: props.name })}
      </h2>
      <p>{t('token.once')}</p>
      <code className={styles.token}>{token}</code>
      <p className={styles.hint}>{t('token.use', { header: HEADER })}</p>
      <footer className={form.actions}>
        <Button kind="plain" onClick={() => void copy()}>
          {t('token.copy')}
        </Button>
        <Button kind="primary" data-first="" onClick={props.onClose}>
          {t('done')}
        </Button>
      </footer>
    </div>
  );
}
