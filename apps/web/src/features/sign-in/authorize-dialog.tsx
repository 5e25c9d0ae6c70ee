import type { SignInView } from '@pasar/api';
import { isAboutProxy, type Marketplace } from '@pasar/domain';
import type { CallResult } from '@pasar/sync';
import { useEffect, useId, useState } from 'react';
import { useDesk, useDeskState } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toasts.tsx';
import { focusFirst, onOwnCancel, useModal } from '../../ui/use-modal.ts';
import styles from './authorize-dialog.module.css';
import type { Begin } from './begin.ts';
import { BroughtShops } from './brought-shops.tsx';
import { ChallengeForm } from './challenge-form.tsx';
import { GiveUp } from './give-up.tsx';
import { KnownLogin } from './known-login.tsx';
import { type Filled, isSameAccount, isSameLogin, LoginFields, type LoginStart } from './login-fields.tsx';
import { WhichLogin } from './which-login.tsx';

/**
 * Adds shops (spec 1 §2, user authorization): site, account and password, then the marketplace's challenges, then the
 * shops of the login. Closing the dialog does not stop the sign-in, which is listed in shop management.
 */
export function AuthorizeDialog(props: { readonly begin: Begin; readonly onClose: () => void }) {
  const { onClose } = props;
  const [begin, setBegin] = useState(props.begin);
  const { t } = useTranslation('signIn');
  const id = useId();
  const dialog = useModal();
  const attempt = useSignIn(begin);
  const { signIn } = attempt;
  // Each step removes the element that had the focus.
  const step = `${signIn?.state} ${signIn?.challenge?.kind}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step.
  useEffect(() => focusFirst(dialog.current), [dialog, step]);
  // Fixed at the start, because a login that succeeds is known from then on.
  const [isAgain] = useState(begin.kind === 'again' || (signIn !== null && signIn.connectionId !== null));
  const another = (marketplace: Marketplace) => {
    setBegin({ kind: 'new', login: { marketplace, country: null, identifier: '' }, corrects: null });
    attempt.startOver();
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onCancel={onOwnCancel(onClose)}>
      <header className={styles.head}>
        <h2 id={id}>{t(isAgain ? 'authorize.again' : 'authorize.title')}</h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      {signIn !== null ? (
        <Progress signIn={signIn} attempt={attempt} onAnother={isAgain ? null : another} onClose={onClose} />
      ) : begin.kind === 'again' ? (
        <KnownLogin {...attempt} connectionId={begin.connectionId} onSubmit={attempt.signInAgain} />
      ) : (
        <LoginFields {...attempt} start={emptyStart(begin)} isRetry={false} onSubmit={attempt.signInAnew} />
      )}
    </dialog>
  );
}

const emptyStart = (begin: Begin): LoginStart => ({
  ...(begin.kind === 'new' ? begin.login : { marketplace: 'shopee', country: null, identifier: '' }),
  ipSubjectId: null,
});

type Attempt = ReturnType<typeof useSignIn>;

function useSignIn(begin: Begin) {
  const desk = useDesk();
  const { t } = useTranslation('common');
  const [id, setId] = useState(begin.kind === 'open' ? begin.signInId : null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const signIn = useDeskState((state) => (id === null ? undefined : state.signIns.get(id))) ?? null;
  const take = async (asked: Promise<CallResult<SignInView>>): Promise<boolean> => {
    setProblem(null);
    setIsBusy(true);
    const result = await asked;
    setIsBusy(false);
    if (result.ok) setId(result.data.signInId);
    else setProblem(failureText(result.failure, t));
    return result.ok;
  };
  const corrects = begin.kind === 'new' ? begin.corrects : null;
  const signInAnew = (filled: Filled) => take(desk.shops.signIn({ ...filled, corrects }));
  /**
   * Another password continues the same sign-in. Another site or account starts a new sign-in, and the failed one is
   * cancelled. With another route the same account starts over, and the server itself cancels the earlier sign-in.
   */
  const correct = async (failed: SignInView, filled: Filled) => {
    const { signInId } = failed;
    const password = filled.password === '' ? null : filled.password;
    if (isSameLogin(filled, startOf(failed))) {
      await take(desk.shops.retry(signInId, password));
    } else if ((await signInAnew(filled)) && !isSameAccount(filled, startOf(failed))) {
      const given = await desk.shops.cancel(signInId);
      if (!given.ok) toast('bad', failureText(given.failure, t));
    }
  };
  return {
    signIn,
    problem,
    isBusy,
    startOver: () => setId(null),
    correct: (failed: SignInView, filled: Filled) => void correct(failed, filled),
    signInAnew: (filled: Filled) => void signInAnew(filled),
    signInAgain(password: string) {
      if (begin.kind === 'again') {
        void take(desk.shops.signInAgain(begin.connectionId, password === '' ? null : password));
      }
    },
  };
}

const startOf = ({ marketplace, country, identifier, ipSubjectId }: SignInView): LoginStart => ({
  marketplace,
  country,
  identifier,
  ipSubjectId,
});

interface ProgressProps {
  readonly signIn: SignInView;
  readonly attempt: Attempt;
  /** Begins with another login; null where a known login is signed in again. */
  readonly onAnother: ((marketplace: Marketplace) => void) | null;
  readonly onClose: () => void;
}

/** The state of the sign-in: what it waits for, why it failed, or the shops that it brought. */
function Progress({ signIn, attempt, onAnother, onClose }: ProgressProps) {
  switch (signIn.state) {
    case 'waiting':
    case 'logging_in':
      return <UnderWay signIn={signIn} onClose={onClose} />;
    case 'challenged':
      return <ChallengeForm signIn={signIn} onClose={onClose} />;
    case 'logged_in':
      return <Done signIn={signIn} onAnother={onAnother} onClose={onClose} />;
    case 'failed':
      return <Failed signIn={signIn} attempt={attempt} onClose={onClose} />;
    case 'cancelled':
      return <Cancelled signIn={signIn} onClose={onClose} />;
  }
}

function UnderWay({ signIn, onClose }: { readonly signIn: SignInView; readonly onClose: () => void }) {
  const { t } = useTranslation('signIn');
  return (
    <div className={styles.body} data-sign-in={signIn.state}>
      <WhichLogin signIn={signIn} />
      <div className={styles.bar}>
        <span />
      </div>
      <p className={styles.hint} role="status">
        {t(signIn.state === 'waiting' ? 'progress.waiting' : 'progress.loggingIn')}
      </p>
      {signIn.state === 'waiting' && <GiveUp signInId={signIn.signInId} onClose={onClose} />}
    </div>
  );
}

function Done({ signIn, onAnother, onClose }: Omit<ProgressProps, 'attempt'>) {
  const { t } = useTranslation('signIn');
  const shops = useDeskState((state) => state.shops);
  const brought = signIn.shopIds.flatMap((shopId) => shops.get(shopId) ?? []);
  return (
    <div className={styles.body} data-sign-in="logged_in">
      <WhichLogin signIn={signIn} />
      <p className={styles.good} role="status">
        <Icon name="check" />
        {t('done.text', { count: signIn.shopIds.length })}
      </p>
      <BroughtShops shops={brought} />
      <footer className={styles.actions}>
        {onAnother !== null && (
          <Button kind="plain" onClick={() => onAnother(signIn.marketplace)}>
            {t('done.another')}
          </Button>
        )}
        <Button kind="primary" data-first="" onClick={onClose}>
          {t('done.ok')}
        </Button>
      </footer>
    </div>
  );
}

/** A failed sign-in: the person can correct site, account and password. */
function Failed({ signIn, attempt, onClose }: Omit<ProgressProps, 'onAnother'>) {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const why = signIn.refusal;
  const isProxyAtFault = why !== null && isAboutProxy(why.reason);
  const mayIsolate = useMay(['ipPartition']);
  return (
    <div data-sign-in="failed">
      <div className={styles.bad} data-place="head" role="alert">
        <p>{why === null ? t('signIn.failed') : refusalText(why, locale, common)}</p>
        <p className={styles.next}>{t(isProxyAtFault ? 'failed.proxy' : 'failed.next')}</p>
        {isProxyAtFault && mayIsolate && (
          <Button kind="link" onClick={() => showShopOverlay({ kind: 'manage', tab: 'isolation' })}>
            {t('proxy.change')}
          </Button>
        )}
      </div>
      <LoginFields
        key={signIn.signInId}
        start={startOf(signIn)}
        isRetry
        problem={attempt.problem}
        isBusy={attempt.isBusy}
        onSubmit={(filled) => attempt.correct(signIn, filled)}
      >
        <GiveUp signInId={signIn.signInId} onClose={onClose} />
      </LoginFields>
    </div>
  );
}

function Cancelled({ signIn, onClose }: { readonly signIn: SignInView; readonly onClose: () => void }) {
  const { t } = useTranslation('signIn');
  return (
    <div className={styles.body} data-sign-in="cancelled">
      <WhichLogin signIn={signIn} />
      <p className={styles.bad} role="alert">
        {t('failed.cancelled')}
      </p>
      <footer className={styles.actions}>
        <Button kind="plain" data-first="" onClick={onClose}>
          {t('close')}
        </Button>
      </footer>
    </div>
  );
}
