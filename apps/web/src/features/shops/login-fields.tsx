import { type Country, MARKETPLACE_COUNTRIES, MARKETPLACES, type Marketplace } from '@pasar/domain';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useCountryName } from '../../shell/country-name.ts';
import { useDeskState } from '../../shell/desk.tsx';
import { useTranslation } from '../../shell/i18n.ts';
import { shopName } from '../../shell/shop-health.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MARKETPLACE_NAMES, MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import styles from './authorize-dialog.module.css';
import type { Begin } from './begin.ts';

export interface Filled {
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly identifier: string;
  readonly password: string;
}

/** Site, account and password. A known login keeps its account, and its password unless another is written. */
export function LoginFields(props: {
  readonly begin: Begin;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onSubmit: (filled: Filled) => void;
}) {
  const { t } = useTranslation('shops');
  const { begin } = props;
  const known = useKnownShops(begin);
  const isKnown = begin.kind === 'again';
  const [marketplace, setMarketplace] = useState<Marketplace>(begin.kind === 'new' ? begin.marketplace : 'shopee');
  const [country, setCountry] = useState<Country>(MARKETPLACE_COUNTRIES[marketplace][0] ?? 'SG');
  const [identifier, setIdentifier] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<'identifier' | 'password' | null>(null);
  const choose = (next: Marketplace) => {
    setMarketplace(next);
    if (!MARKETPLACE_COUNTRIES[next].includes(country)) setCountry(MARKETPLACE_COUNTRIES[next][0] ?? 'SG');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isKnown && identifier.trim() === '') return setMissing('identifier');
    if (!isKnown && password === '') return setMissing('password');
    setMissing(null);
    props.onSubmit({ marketplace, country, identifier: identifier.trim(), password });
  };
  return (
    <form className={styles.body} noValidate onSubmit={submit} aria-busy={props.isBusy}>
      {isKnown ? (
        <p className={styles.hint}>{t('again.text', { shops: known })}</p>
      ) : (
        <Site marketplace={marketplace} country={country} onMarketplace={choose} onCountry={setCountry} />
      )}
      {!isKnown && (
        <Field
          label={t('field.account')}
          hint={t(ACCOUNT_HINTS[marketplace])}
          problem={missing === 'identifier' ? t('field.accountMissing') : null}
          value={identifier}
          isFirst
          onChange={setIdentifier}
        />
      )}
      <Field
        label={t('field.password')}
        hint={isKnown ? t('again.password') : ''}
        problem={missing === 'password' ? t('field.passwordMissing') : null}
        value={password}
        isSecret
        onChange={setPassword}
      />
      {props.problem !== null && (
        <p className={styles.bad} role="alert">
          {props.problem}
        </p>
      )}
      <p className={styles.hint}>{t('authorize.notice')}</p>
      <footer className={styles.actions}>
        <Button kind="primary" type="submit" disabled={props.isBusy}>
          {t(isKnown ? 'again.submit' : 'authorize.submit')}
        </Button>
      </footer>
    </form>
  );
}

const ACCOUNT_HINTS = { shopee: 'account.shopee', lazada: 'account.lazada', tiktok: 'account.tiktok' } as const;

function useKnownShops(begin: Begin): string {
  const shops = useDeskState((state) => state.shops);
  if (begin.kind !== 'again') return '';
  return [...shops.values()]
    .filter((shop) => shop.connectionId === begin.connectionId)
    .map(shopName)
    .join(', ');
}

function Site(props: {
  readonly marketplace: Marketplace;
  readonly country: Country;
  readonly onMarketplace: (marketplace: Marketplace) => void;
  readonly onCountry: (country: Country) => void;
}) {
  const { t } = useTranslation('shops');
  const countryName = useCountryName();
  const id = useId();
  return (
    <>
      <fieldset className={styles.marketplaces}>
        <legend>{t('field.marketplace')}</legend>
        {MARKETPLACES.map((marketplace) => (
          <label key={marketplace} className={styles.marketplace} data-chosen={marketplace === props.marketplace}>
            <input
              type="radio"
              name={id}
              checked={marketplace === props.marketplace}
              onChange={() => props.onMarketplace(marketplace)}
            />
            <MarketplaceMark marketplace={marketplace} size={20} />
            {MARKETPLACE_NAMES[marketplace]}
          </label>
        ))}
      </fieldset>
      <div className={styles.field}>
        <label htmlFor={`${id}-site`}>{t('field.site')}</label>
        <select
          id={`${id}-site`}
          value={props.country}
          onChange={(event) => {
            const next = MARKETPLACE_COUNTRIES[props.marketplace].find((code) => code === event.currentTarget.value);
            if (next !== undefined) props.onCountry(next);
          }}
        >
          {MARKETPLACE_COUNTRIES[props.marketplace].map((code) => (
            <option key={code} value={code}>
              {countryName(code)}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

function Field(props: {
  readonly label: string;
  readonly hint: string;
  readonly problem: string | null;
  readonly value: string;
  readonly isSecret?: boolean;
  /** Where the person begins to type. */
  readonly isFirst?: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('shops');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  const { problem } = props;
  const start = useRef(props.isFirst);
  useEffect(() => {
    if (start.current || problem !== null) input.current?.focus();
    start.current = false;
  }, [problem]);
  const below: ReactNode = problem ?? props.hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{props.label}</label>
      <span className={styles.boxed}>
        <input
          ref={input}
          id={id}
          type={props.isSecret && !isShown ? 'password' : 'text'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={254}
          value={props.value}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-below`}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
        {props.isSecret && (
          <IconButton
            icon={isShown ? 'hidden' : 'shown'}
            label={t('field.showPassword')}
            isOn={isShown}
            onClick={() => setIsShown(!isShown)}
          />
        )}
      </span>
      <p
        id={`${id}-below`}
        className={problem === null ? styles.below : styles.problem}
        role={problem === null ? undefined : 'alert'}
      >
        {below}
      </p>
    </div>
  );
}
