import type { ChallengeView, SignInView } from '@pasar/api';
import { MARKETPLACE_NAMES } from '@pasar/domain';
import type { ChallengeReply } from '@pasar/sync';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDesk } from '../../base/desk.tsx';
import { LookUpProblem } from '../../base/looked-up.tsx';
import { failureText } from '../../base/texts/failure-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { refusalText } from '../../base/texts/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';
import styles from './authorize-dialog.module.css';
import { GiveUp } from './give-up.tsx';
import { useLeavesByProxy } from './leaves-by-proxy.ts';
import { WhichLogin } from './which-login.tsx';

/** The marketplace's challenge, for the person to answer. Pasar never answers a challenge by itself. */
export function ChallengeForm({ signIn, onClose }: { readonly signIn: SignInView; readonly onClose: () => void }) {
  const { t } = useTranslation('signIn');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const whichId = useId();
  const answer = async (reply: ChallengeReply) => {
    setProblem(null);
    setIsBusy(true);
    const result = await desk.shops.answer(signIn.signInId, reply);
    setIsBusy(false);
    if (!result.ok) setProblem(failureText(result.failure, common));
  };
  const { challenge } = signIn;
  if (challenge === null) return null;
  return (
    <section
      className={styles.body}
      aria-labelledby={whichId}
      data-sign-in="challenged"
      data-challenge={challenge.kind}
    >
      <WhichLogin signIn={signIn} id={whichId} />
      <p className={styles.hint}>{t('challenge.asks', { marketplace: MARKETPLACE_NAMES[signIn.marketplace] })}</p>
      {signIn.refusal !== null && (
        <p className={styles.bad} role="alert">
          {refusalText(signIn.refusal, locale, common)}
        </p>
      )}
      <Asked key={challengeKey(challenge)} signIn={signIn} challenge={challenge} isBusy={isBusy} onAnswer={answer} />
      {problem !== null && (
        <p className={styles.bad} role="alert">
          {problem}
        </p>
      )}
      <GiveUp signInId={signIn.signInId} onClose={onClose} />
    </section>
  );
}

const challengeKey = (challenge: ChallengeView): string =>
  challenge.kind === 'captcha' ? challenge.captchaId : challenge.kind;

interface AskedProps<Challenge> {
  readonly signIn: SignInView;
  readonly challenge: Challenge;
  readonly isBusy: boolean;
  readonly onAnswer: (reply: ChallengeReply) => void;
}

function Asked(props: AskedProps<ChallengeView>) {
  const { challenge } = props;
  switch (challenge.kind) {
    case 'captcha':
      return challenge.captchaType === 'slide' ? (
        <Slide {...props} challenge={challenge} />
      ) : (
        <Captcha {...props} challenge={challenge} />
      );
    case 'code':
      return <Code {...props} challenge={challenge} />;
    case 'identity':
      return <Identity {...props} challenge={challenge} />;
  }
}

type CaptchaView = Extract<ChallengeView, { kind: 'captcha' }>;

function Captcha({ challenge, isBusy, onAnswer }: AskedProps<CaptchaView>) {
  const { t } = useTranslation('signIn');
  const isUnknown = challenge.captchaType === 'unknown';
  return (
    <OneField
      label={t(isUnknown ? 'captcha.unknown' : 'captcha.label')}
      submit={t('challenge.submit')}
      isBusy={isBusy}
      aside={<NewPicture isBusy={isBusy} onAnswer={onAnswer} />}
      onSubmit={(text) => onAnswer({ kind: 'captcha', text })}
    >
      {isUnknown && challenge.background !== null && (
        <img className={styles.captcha} src={challenge.background} alt={t('captcha.image')} />
      )}
      <img className={styles.captcha} src={challenge.image} alt={t('captcha.image')} />
    </OneField>
  );
}

/** For a picture that cannot be read: the login is sent again, and the marketplace answers with another picture. */
function NewPicture({ isBusy, onAnswer }: Pick<AskedProps<CaptchaView>, 'isBusy' | 'onAnswer'>) {
  const { t } = useTranslation('signIn');
  return (
    <Button kind="link" className={styles.aside} disabled={isBusy} onClick={() => onAnswer({ kind: 'newPicture' })}>
      {t('captcha.another')}
    </Button>
  );
}

/** The person moves the piece by mouse, finger or arrow keys until it fits into the picture. */
function Slide({ challenge, isBusy, onAnswer }: AskedProps<CaptchaView>) {
  const { t } = useTranslation('signIn');
  const id = useId();
  const [at, setAt] = useState(0);
  const [width, setWidth] = useState(320);
  const [pieceWidth, setPieceWidth] = useState(0);
  // The picture fills the dialog, so pixels of the picture are shown as shares of its width.
  const share = (pixels: number) => `${(100 * pixels) / width}%`;
  return (
    <form
      className={styles.challenge}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer({ kind: 'captcha', text: String(at) });
      }}
    >
      <label htmlFor={id}>{t('slide.label')}</label>
      <div className={styles.puzzle}>
        <img
          src={challenge.background ?? challenge.image}
          alt={t('captcha.image')}
          onLoad={(event) => setWidth(event.currentTarget.naturalWidth)}
        />
        {challenge.background !== null && (
          <img
            className={styles.piece}
            src={challenge.image}
            alt=""
            style={{ left: share(at), width: share(pieceWidth) }}
            onLoad={(event) => setPieceWidth(event.currentTarget.naturalWidth)}
          />
        )}
      </div>
      <input
        id={id}
        type="range"
        data-first=""
        min={0}
        max={width}
        value={at}
        onChange={(event) => setAt(Number(event.currentTarget.value))}
      />
      <footer className={styles.actions}>
        <NewPicture isBusy={isBusy} onAnswer={onAnswer} />
        <Button kind="primary" type="submit" disabled={isBusy}>
          {t('challenge.submit')}
        </Button>
      </footer>
    </form>
  );
}

const CODE_TEXTS = { sms: 'code.sms', email: 'code.email', app: 'code.app' } as const;

function Code({ challenge, isBusy, onAnswer }: AskedProps<Extract<ChallengeView, { kind: 'code' }>>) {
  const { t } = useTranslation('signIn');
  const { resendAt, target } = challenge;
  const secondsLeft = useSecondsUntil(resendAt ?? 0);
  return (
    <OneField
      label={t('code.label')}
      submit={t('challenge.submit')}
      isBusy={isBusy}
      isNumeric
      aside={
        resendAt !== null && (
          <Button
            kind="link"
            className={styles.aside}
            disabled={isBusy || secondsLeft > 0}
            onClick={() => onAnswer({ kind: 'resend' })}
          >
            {secondsLeft > 0 ? t('code.resendIn', { seconds: secondsLeft }) : t('code.resend')}
          </Button>
        )
      }
      onSubmit={(code) => onAnswer({ kind: 'code', code })}
    >
      <p className={styles.hint}>{t(CODE_TEXTS[challenge.channel], { target: target ?? t('code.yourDevice') })}</p>
    </OneField>
  );
}

/** The marketplace's page opens in this browser, which does not use the login's proxy. */
function Identity(props: AskedProps<Extract<ChallengeView, { kind: 'identity' }>>) {
  const { t } = useTranslation('signIn');
  const { signIn, challenge, isBusy, onAnswer } = props;
  const { isByProxy, look } = useLeavesByProxy(signIn);
  return (
    <div className={styles.challenge}>
      <p>{t('identity.text')}</p>
      {isByProxy && (
        <p className={styles.warning} data-by-proxy="">
          {t('identity.byProxy')}
        </p>
      )}
      {look !== null && <LookUpProblem look={look} />}
      <a className={styles.page} href={challenge.pageUrl} target="_blank" rel="noopener noreferrer" data-first="">
        {t('identity.open')}
      </a>
      <footer className={styles.actions}>
        <Button kind="primary" disabled={isBusy} onClick={() => onAnswer({ kind: 'identity' })}>
          {t('identity.done')}
        </Button>
      </footer>
    </div>
  );
}

/** A picture or text, one field for the answer, and the submit button. */
function OneField(props: {
  readonly label: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly isNumeric?: boolean;
  readonly onSubmit: (value: string) => void;
  /** A further action beside the submit button. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  const [value, setValue] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const written = value.trim();
    if (written === '') return input.current?.focus();
    setValue('');
    props.onSubmit(written);
  };
  return (
    <form className={styles.challenge} onSubmit={submit}>
      {props.children}
      <div className={styles.field}>
        <label htmlFor={id}>{props.label}</label>
        <input
          ref={input}
          id={id}
          data-first=""
          value={value}
          autoComplete={props.isNumeric ? 'one-time-code' : 'off'}
          inputMode={props.isNumeric ? 'numeric' : 'text'}
          maxLength={20}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </div>
      <footer className={styles.actions}>
        {props.aside}
        <Button kind="primary" type="submit" disabled={props.isBusy}>
          {props.submit}
        </Button>
      </footer>
    </form>
  );
}
