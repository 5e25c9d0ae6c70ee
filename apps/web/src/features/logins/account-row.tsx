import { MARKETPLACE_NAMES } from '@pasar/domain';
import { memo } from 'react';
import { useDesk } from '../../base/desk.tsx';
import { useMay } from '../../base/may.tsx';
import { shopNames } from '../../base/shops/health.ts';
import { showShopOverlay } from '../../base/shops/overlay.ts';
import { useRemedies } from '../../base/shops/remedies.ts';
import { useHealth } from '../../base/shops/use-health.ts';
import { wayBackIn } from '../../base/shops/way-back-in.ts';
import { regionName, useCountryName } from '../../base/texts/country-name.ts';
import { durationText } from '../../base/texts/duration-text.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { fullTime, listTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { HealthDot } from '../../ui/health-dot.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import section from '../../ui/section.module.css';
import { useNow } from '../../ui/use-now.ts';
import styles from './accounts-page.module.css';
import type { Login } from './troubles.ts';

export interface ProxyOfLogin {
  readonly name: string;
  /** Of the last test that succeeded. */
  readonly testedAt: number | null;
  readonly country: string | null;
}

export interface AccountRowProps {
  readonly login: Login;
  /** Null: the way that all other logins take. Undefined for a member who may not know. */
  readonly proxy: ProxyOfLogin | null | undefined;
  readonly isPicked: boolean;
  readonly onPick: () => void;
}

/** One login: where it is, its shops, what hurts and the buttons that mend it, how long it will go on, its proxy. */
export const AccountRow = memo(function AccountRow({ login, proxy, isPicked, onPick }: AccountRowProps) {
  const { t } = useTranslation('logins');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const countryName = useCountryName();
  const now = useNow();
  const { shops, health, connectionId, trouble } = login;
  const [first] = shops;
  const signedInAt = health?.signedInAt ?? null;
  const names = shopNames(shops, locale, common);
  return (
    <tr data-login={connectionId} data-trouble={trouble}>
      <td>
        <input type="checkbox" aria-label={t('pick', { shops: names })} checked={isPicked} onChange={onPick} />
      </td>
      <td>
        <span className={styles.account}>
          <MarketplaceMark marketplace={first.marketplace} size={18} />
          <span>
            {health?.identifier ?? ''}
            <span className={section.second}>
              {MARKETPLACE_NAMES[first.marketplace]} · {countryName(first.country)}
            </span>
          </span>
        </span>
      </td>
      <td data-tip={shops.length > 2 ? shops.map((shop) => shop.alias ?? shop.name).join('\n') : undefined}>
        {names}
        {shops.length > 2 && <span className={section.second}>{t('shops', { count: shops.length })}</span>}
      </td>
      <td>
        <What login={login} now={now} />
      </td>
      <td data-tip={signedInAt === null ? undefined : fullTime(signedInAt)}>
        {signedInAt === null ? t('unknown') : listTime(signedInAt, now, locale)}
      </td>
      <td>
        <Expected login={login} now={now} />
      </td>
      {proxy !== undefined && (
        <td>
          {proxy === null ? (
            <span className={styles.quiet}>{t('proxy.none')}</span>
          ) : (
            <ProxyCell proxy={proxy} now={now} />
          )}
        </td>
      )}
    </tr>
  );
});

function What({ login, now }: { readonly login: Login; readonly now: number }) {
  const { t } = useTranslation('logins');
  const locale = useLocale();
  const [first] = login.shops;
  const state = useHealth(first);
  const since = login.health?.failedSince ?? login.health?.awaySince ?? null;
  const isOut = first.connection.state === 'failed' || first.connection.state === 'interrupted';
  return (
    <>
      <span className={styles.state}>
        <HealthDot tone={state.tone === 'good' && login.trouble === 'expiring' ? 'wait' : state.tone} />
        <span>
          {login.trouble === 'asked' ? t('what.asked') : login.trouble === 'expiring' ? t('what.expiring') : state.text}
          {isOut && since !== null && (
            <span className={section.second} data-tip={fullTime(since)}>
              {t('since', { duration: durationText(now - since, locale) })}
            </span>
          )}
        </span>
      </span>
      <Mend login={login} />
    </>
  );
}

/** The buttons that mend what hurts. */
function Mend({ login: { shops, connectionId, trouble } }: { readonly login: Login }) {
  const { t } = useTranslation('logins');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const mayLogIn = useMay(['shopManager']);
  const remedies = useRemedies();
  const goOn = (label: string) => ({
    key: 'again',
    label,
    name: common('health.remedyOf', { remedy: label, shops: shopNames(shops, locale, common) }),
    onChoose: () => showShopOverlay(wayBackIn(connectionId, desk.state.get().signIns.values())),
  });
  const offered =
    trouble === 'asked'
      ? [goOn(t('mend.goOn'))]
      : trouble === 'expiring' && mayLogIn
        ? [goOn(common('shopExpired.again'))]
        : remedies(shops);
  if (offered.length === 0) return null;
  return (
    <span className={styles.mend}>
      {offered.map(({ key, label, name, onChoose }) => (
        <Button key={key} kind="plain" aria-label={name} onClick={onChoose}>
          {label}
        </Button>
      ))}
    </span>
  );
}

/** How long the login is expected to live on, and by what; a dash where too little was seen. */
function Expected({ login, now }: { readonly login: Login; readonly now: number }) {
  const { t } = useTranslation('logins');
  const locale = useLocale();
  const { expiresAt, health, shops } = login;
  const expected = health?.expected ?? null;
  if (expiresAt === null || expected === null) {
    // A login that has ended lasts no longer.
    if (shops[0].connection.state === 'failed') return null;
    return (
      <span role="img" aria-label={t('expected.unknown')} data-tip={t('expected.unknown')}>
        –
      </span>
    );
  }
  const left = expiresAt - now;
  const basis = { count: expected.seen, life: durationText(expected.lifeMs, locale) };
  return (
    <>
      {left > 0
        ? t('expected.left', { duration: durationText(left, locale) })
        : t('expected.over', { duration: durationText(-left, locale) })}
      <span className={section.second}>
        {expected.basis === 'login'
          ? t('expected.own', basis)
          : t('expected.others', { ...basis, marketplace: MARKETPLACE_NAMES[shops[0].marketplace] })}
      </span>
    </>
  );
}

function ProxyCell({ proxy, now }: { readonly proxy: ProxyOfLogin; readonly now: number }) {
  const { t } = useTranslation('logins');
  const locale = useLocale();
  const { name, testedAt, country } = proxy;
  return (
    <>
      {name === '' ? t('proxy.all') : name}
      <span className={section.second} data-tip={testedAt === null ? undefined : fullTime(testedAt)}>
        {testedAt === null
          ? t('proxy.untried')
          : country === null
            ? t('proxy.tested', { time: listTime(testedAt, now, locale) })
            : t('proxy.testedFrom', {
                time: listTime(testedAt, now, locale),
                country: regionName(country, locale),
              })}
      </span>
    </>
  );
}
