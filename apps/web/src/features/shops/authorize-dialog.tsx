import type { SignInView } from '@pasar/api';
import type { CallResult } from '@pasar/sync';
import { useId, useState } from 'react';
import { useDesk, useDeskState } from '../../shell/desk.tsx';
import { failureText } from '../../shell/failure-text.ts';
import { useLocale, useTranslation } from '../../shell/i18n.ts';
import { refusalText } from '../../shell/refusal-text.ts';
import { shopName } from '../../shell/shop-health.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { onOwnCancel, useModal } from '../../ui/use-modal.ts';
import styles from './authorize-dialog.module.css';
import type { Begin } from './begin.ts';
import { ChallengeForm } from './challenge-form.tsx';
import { type Filled, LoginFields } from './login-fields.tsx';

/**
 * Brings shops onto the desk (spec 1 §2, user authorization): site, account and password, then whatever the marketplace
 * asks, then its shops. Closing it stops nothing: a sign-in goes on, and is found again in shop management.
 */
export function AuthorizeDialog({ begin, onClose }: { readonly begin: Begin; readonly onClose: () => void }) {
  const { t } = useTranslation('shops');
  const id = useId();
  const dialog = useModal();
  const { signIn, problem, submit, isBusy } = useSignIn(begin);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <header className={styles.head}>
        <h2 id={id}>{t(begin.kind === 'again' ? 'authorize.again' : 'authorize.title')}</h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      {signIn === null ? (
        <LoginFields begin={begin} problem={problem} isBusy={isBusy} onSubmit={submit} />
      ) : (
        <Progress signIn={signIn} onClose={onClose} />
      )}
    </dialog>
  );
}

function useSignIn(begin: Begin) {
  const desk = useDesk();
  const { t } = useTranslation('shell');
  const [id, setId] = useState(begin.kind === 'open' ? begin.signInId : null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const signIn = useDeskState((state) => (id === null ? undefined : state.signIns.get(id))) ?? null;
  const take = (result: CallResult<SignInView>) => {
    setIsBusy(false);
    if (result.ok) setId(result.data.signInId);
    else setProblem(failureText(result.failure, t));
  };
  const submit = (filled: Filled) => {
    setProblem(null);
    setIsBusy(true);
    const { marketplace, country, identifier, password } = filled;
    void (
      begin.kind === 'again'
        ? desk.shops.signInAgain(begin.connectionId, password === '' ? null : password)
        : desk.shops.signIn({ marketplace, country, identifier, password })
    ).then(take);
  };
  return { signIn, problem, submit, isBusy };
}

/** How the sign-in stands: what it waits for, what went wrong, or what it brought. */
function Progress({ signIn, onClose }: { readonly signIn: SignInView; readonly onClose: () => void }) {
  switch (signIn.state) {
    case 'waiting':
    case 'logging_in':
      return <UnderWay signIn={signIn} />;
    case 'challenged':
      return <ChallengeForm signIn={signIn} onClose={onClose} />;
    case 'logged_in':
      return <Done signIn={signIn} onClose={onClose} />;
    case 'failed':
    case 'cancelled':
      return <Failed signIn={signIn} onClose={onClose} />;
  }
}

function Which({ signIn }: { readonly signIn: SignInView }) {
  return (
    <p className={styles.which}>
      <MarketplaceMark marketplace={signIn.marketplace} size={18} />
      <span>
        {MARKETPLACE_NAMES[signIn.marketplace]} · {signIn.identifier}
      </span>
    </p>
  );
}

function UnderWay({ signIn }: { readonly signIn: SignInView }) {
  const { t } = useTranslation('shops');
  return (
    <div className={styles.body} role="status" data-sign-in={signIn.state}>
      <Which signIn={signIn} />
      <div className={styles.bar}>
        <span />
      </div>
      <p className={styles.hint}>{t(signIn.state === 'waiting' ? 'progress.waiting' : 'progress.loggingIn')}</p>
    </div>
  );
}

function Done({ signIn, onClose }: { readonly signIn: SignInView; readonly onClose: () => void }) {
  const { t } = useTranslation('shops');
  const shops = useDeskState((state) => state.shops);
  return (
    <div className={styles.body} data-sign-in="logged_in">
      <Which signIn={signIn} />
      <p className={styles.good} role="status">
        <Icon name="check" />
        {t('done.text', { count: signIn.shopIds.length })}
      </p>
      <ul className={styles.shops}>
        {signIn.shopIds.map((shopId) => {
          const shop = shops.get(shopId);
          return shop === undefined ? null : <li key={shopId}>{shopName(shop)}</li>;
        })}
      </ul>
      <footer className={styles.actions}>
        <Button kind="primary" autoFocus onClick={onClose}>
          {t('done.ok')}
        </Button>
      </footer>
    </div>
  );
}

function Failed({ signIn, onClose }: { readonly signIn: SignInView; readonly onClose: () => void }) {
  const { t } = useTranslation('shops');
  const { t: shell } = useTranslation('shell');
  const locale = useLocale();
  const desk = useDesk();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const retry = async () => {
    const result = await desk.shops.retry(signIn.signInId, password === '' ? null : password);
    if (!result.ok) setProblem(failureText(result.failure, shell));
  };
  const why = signIn.refusal;
  return (
    <form
      className={styles.body}
      data-sign-in={signIn.state}
      onSubmit={(event) => {
        event.preventDefault();
        void retry();
      }}
    >
      <Which signIn={signIn} />
      <p className={styles.bad} role="alert">
        {why === null ? t('failed.cancelled') : refusalText(why, locale, shell)}
      </p>
      {signIn.state === 'failed' && (
        <div className={styles.field}>
          <label htmlFor={id}>{t('failed.password')}</label>
          <input
            id={id}
            type="password"
            autoComplete="off"
            value={password}
            placeholder={t('failed.samePassword')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </div>
      )}
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      <footer className={styles.actions}>
        <Button kind="plain" onClick={onClose}>
          {t('close')}
        </Button>
        {signIn.state === 'failed' && (
          <Button kind="primary" type="submit">
            {t('failed.retry')}
          </Button>
        )}
      </footer>
    </form>
  );
}
