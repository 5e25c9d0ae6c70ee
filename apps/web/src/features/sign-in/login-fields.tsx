import { type Country, MARKETPLACE_COUNTRIES, MARKETPLACE_NAMES, MARKETPLACES, type Marketplace } from '@pasar/domain';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useCountryName } from '../../base/texts/country-name.ts';
import { reasonText, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './authorize-dialog.module.css';
import { Below, LoginField } from './login-field.tsx';
import { WayOut } from './way-out.tsx';

export interface Filled {
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly identifier: string;
  readonly password: string;
  /** The proxy of the login; null for the route of all other logins. */
  readonly ipSubjectId: string | null;
}

/** The values with which the form starts. */
export type LoginStart = Omit<Filled, 'country' | 'password'> & { readonly country: Country | null };

/** Whether it is the same account at the same site. */
export const isSameAccount = (left: LoginStart, right: LoginStart): boolean =>
  left.marketplace === right.marketplace && left.country === right.country && left.identifier === right.identifier;

/** Whether both are the same login: everything but the password is equal. */
export const isSameLogin = (left: LoginStart, right: LoginStart): boolean =>
  isSameAccount(left, right) && left.ipSubjectId === right.ipSubjectId;

/** Lazada accepts no phone number (spec 1 §2), so the form refuses it without a call. */
const isPhone = (identifier: string): boolean => /^[\d+\s]+$/.test(identifier);

interface LoginFieldsProps {
  readonly start: LoginStart;
  /** A sign-in with the values of `start` has failed. The server has its password, which may be kept. */
  readonly isRetry: boolean;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onSubmit: (filled: Filled) => void;
  /** Further buttons beside the submit button. */
  readonly children?: ReactNode;
}

/** Site, account and password. */
export function LoginFields(props: LoginFieldsProps) {
  const { t } = useTranslation('signIn');
  const form = useRef<HTMLFormElement>(null);
  const { start, isRetry } = props;
  const [held, setHeld] = useState(start);
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState(0);
  const isKept = isRetry && isSameLogin({ ...held, identifier: held.identifier.trim() }, start);
  const problems = useProblems(held, password, isKept, asked > 0);
  // Fixed at the start, so that the focus does not move while a person types.
  const [first] = useState(() => (start.country === null ? 'site' : start.identifier === '' ? 'account' : 'password'));
  // Focuses the first missing field at each attempt.
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(asked + 1);
    const { country } = held;
    if (problems.count > 0 || country === null) return;
    props.onSubmit({ ...held, country, identifier: held.identifier.trim(), password });
  };
  const choose = (marketplace: Marketplace) => {
    const { country } = held;
    const isSold = country !== null && MARKETPLACE_COUNTRIES[marketplace].includes(country);
    setHeld({ ...held, marketplace, country: isSold ? country : null });
  };
  return (
    <form ref={form} className={styles.body} noValidate onSubmit={submit} aria-busy={props.isBusy}>
      <Marketplaces chosen={held.marketplace} onChoose={choose} />
      <Site
        marketplace={held.marketplace}
        country={held.country}
        problem={problems.country}
        isFirst={first === 'site'}
        onChoose={(country) => setHeld({ ...held, country })}
      />
      <LoginField
        label={t('field.account')}
        hint={t(ACCOUNT_HINTS[held.marketplace])}
        problem={problems.identifier}
        value={held.identifier}
        isFirst={first === 'account'}
        onChange={(identifier) => setHeld({ ...held, identifier })}
      />
      <LoginField
        label={t('field.password')}
        hint={isKept ? t('failed.samePassword') : ''}
        problem={problems.password}
        value={password}
        isSecret
        isFirst={first === 'password'}
        onChange={setPassword}
      />
      <WayOut
        label={t('field.wayOut')}
        chosen={held.ipSubjectId}
        onChoose={(ipSubjectId) => setHeld({ ...held, ipSubjectId })}
      />
      {props.problem !== null && (
        <p className={styles.bad} role="alert">
          {props.problem}
        </p>
      )}
      {!isRetry && <p className={styles.hint}>{t('authorize.notice')}</p>}
      <footer className={styles.actions}>
        {props.children}
        <Button kind="primary" type="submit" disabled={props.isBusy}>
          {t(isRetry ? 'failed.retry' : 'authorize.submit')}
        </Button>
      </footer>
    </form>
  );
}

/** The missing and invalid fields, shown from the first attempt to submit on. */
function useProblems(held: LoginStart, password: string, isKept: boolean, isSaid: boolean) {
  const { t } = useTranslation('signIn');
  const locale = useLocale();
  const identifier = held.identifier.trim();
  const wrong = {
    country: held.country === null ? t('field.siteMissing') : null,
    identifier:
      identifier === ''
        ? t('field.accountMissing')
        : held.marketplace === 'lazada' && isPhone(identifier)
          ? reasonText('phone_login_not_allowed', locale)
          : null,
    password: password === '' && !isKept ? t('field.passwordMissing') : null,
  };
  const count = Object.values(wrong).filter((problem) => problem !== null).length;
  return isSaid ? { ...wrong, count } : { country: null, identifier: null, password: null, count };
}

const ACCOUNT_HINTS = { shopee: 'account.shopee', lazada: 'account.lazada', tiktok: 'account.tiktok' } as const;

function Marketplaces(props: { readonly chosen: Marketplace; readonly onChoose: (marketplace: Marketplace) => void }) {
  const { t } = useTranslation('signIn');
  const id = useId();
  return (
    <fieldset className={styles.marketplaces}>
      <legend>{t('field.marketplace')}</legend>
      {MARKETPLACES.map((marketplace) => (
        <label key={marketplace} className={styles.marketplace} data-chosen={marketplace === props.chosen}>
          <input
            type="radio"
            name={id}
            checked={marketplace === props.chosen}
            onChange={() => props.onChoose(marketplace)}
          />
          <MarketplaceMark marketplace={marketplace} size={20} />
          {MARKETPLACE_NAMES[marketplace]}
        </label>
      ))}
    </fieldset>
  );
}

function Site(props: {
  readonly marketplace: Marketplace;
  readonly country: Country | null;
  readonly problem: string | null;
  /** Takes the focus first. */
  readonly isFirst: boolean;
  readonly onChoose: (country: Country | null) => void;
}) {
  const { t } = useTranslation('signIn');
  const countryName = useCountryName();
  const id = useId();
  const sites = MARKETPLACE_COUNTRIES[props.marketplace];
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('field.site')}</label>
      <Select
        id={id}
        required
        value={props.country ?? ''}
        aria-invalid={props.problem !== null}
        aria-describedby={`${id}-below`}
        data-first={props.isFirst ? '' : undefined}
        onChange={(event) => props.onChoose(sites.find((code) => code === event.currentTarget.value) ?? null)}
      >
        <option value="">{t('field.siteChoose')}</option>
        {sites.map((code) => (
          <option key={code} value={code}>
            {countryName(code)}
          </option>
        ))}
      </Select>
      {props.problem !== null && <Below id={`${id}-below`} hint="" problem={props.problem} />}
    </div>
  );
}
