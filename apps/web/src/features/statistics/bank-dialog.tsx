import type { CALLS, CallOutput, ShopView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import { type FormEvent, useId, useState } from 'react';
import figuresCss from '../../base/figures/figures.module.css';
import { shopName } from '../../base/shops/health.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import form from '../../ui/form-dialog.module.css';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import { bankAccounts } from './commands.ts';

type Accounts = CallOutput<typeof CALLS.statistics.bankAccounts>['accounts'];

/** The bank accounts of a shop. The marketplace asks for the password of the login before it shows them. */
export function BankDialog(props: { readonly shop: ShopView; readonly onClose: () => void }) {
  const { shop, onClose } = props;
  const { t } = useTranslation('statistics');
  const { t: common } = useTranslation('common');
  const id = useId();
  const dialog = useModal();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [accounts, setAccounts] = useState<Accounts | null>(null);
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setProblem(t('bank.empty'));
    setIsAsking(true);
    const result = await bankAccounts(shop.shopId, password);
    setIsAsking(false);
    if (!result.ok) return setProblem(failureText(result.failure, common));
    setPassword('');
    setProblem(null);
    setAccounts(result.data.accounts);
  };
  return (
    <dialog ref={dialog} className={form.small} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <form className={form.form} noValidate onSubmit={(event) => void ask(event)}>
        <h2 id={id} className={form.title}>
          {t('bank.title', { shop: shopName(shop) })}
        </h2>
        {accounts === null ? (
          <>
            <label className={form.field}>
              <span>{t('bank.password', { marketplace })}</span>
              <input
                data-first=""
                type="password"
                autoComplete="off"
                value={password}
                aria-invalid={problem !== null}
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              />
            </label>
            <p className={form.hint}>{t('bank.hint', { marketplace })}</p>
          </>
        ) : accounts.length === 0 ? (
          <p>{t('bank.none')}</p>
        ) : (
          <ul className={figuresCss.entries} aria-label={t('bank.button')}>
            {accounts.map(({ bankAccountId, bankName, accountNumber, isDefault }) => (
              <li key={bankAccountId}>
                <span>
                  {bankName}
                  {isDefault && <span className={figuresCss.hint}>{t('bank.default')}</span>}
                </span>
                <span className="numbers">{accountNumber}</span>
              </li>
            ))}
          </ul>
        )}
        {problem !== null && (
          <p className={form.bad} role="alert">
            {problem}
          </p>
        )}
        <div className={form.actions}>
          <Button kind={accounts === null ? 'plain' : 'primary'} onClick={onClose}>
            {accounts === null ? t('cancel') : common('close')}
          </Button>
          {accounts === null && (
            <Button kind="primary" type="submit" disabled={isAsking}>
              {t('bank.show')}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}
