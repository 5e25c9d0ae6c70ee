import type { CALLS, CallOutput, ShopView } from '@pasar/api';
import { type DashboardPeriod, MARKETPLACE_NAMES, offers } from '@pasar/domain';
import { useEffect, useId, useRef, useState } from 'react';
import { useDeskState } from '../../base/desk.tsx';
import styles from '../../base/figures/figures.module.css';
import { useLookUp } from '../../base/look-up.ts';
import { useLookUpPages } from '../../base/look-up-pages.ts';
import { LookedUpPart } from '../../base/looked-up.tsx';
import { shopName } from '../../base/shops/health.ts';
import { useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { moneyText } from '../../base/texts/money-text.ts';
import { fullTime } from '../../base/texts/time-format.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useReturnFocus } from '../../ui/use-modal.ts';
import { BankDialog } from './bank-dialog.tsx';
import { SHOP_DASHBOARD, WALLET } from './look-ups.ts';
import { metricText, metricValue } from './metrics.ts';

/** What the marketplace itself tells of a shop, beside the table. Escape closes it. */
export function ShopPanel(props: {
  readonly shop: ShopView;
  readonly period: DashboardPeriod;
  readonly onClose: () => void;
}) {
  const { shop, period, onClose } = props;
  const { t } = useTranslation('statistics');
  const { t: common } = useTranslation('common');
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  useReturnFocus();
  useEffect(() => head.current?.focus(), []);
  const marketplace = MARKETPLACE_NAMES[shop.marketplace];
  return (
    <section
      className={styles.panel}
      aria-labelledby={id}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <header className={styles.panelHead}>
        <h2 id={id} ref={head} tabIndex={-1}>
          {shopName(shop)}
        </h2>
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </header>
      <h3>{t('panel.dashboard', { marketplace })}</h3>
      {offers(shop.marketplace, 'affairs.dashboard') ? (
        <Dashboard shop={shop} period={period} />
      ) : (
        <p className={styles.hint}>{t('panel.noDashboard', { marketplace })}</p>
      )}
      <h3>{t('panel.wallet')}</h3>
      {offers(shop.marketplace, 'affairs.income') ? (
        <Wallet shop={shop} />
      ) : (
        <p className={styles.hint}>{t('panel.noWallet', { marketplace })}</p>
      )}
    </section>
  );
}

function Dashboard({ shop, period }: { readonly shop: ShopView; readonly period: DashboardPeriod }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const look = useLookUp(SHOP_DASHBOARD, { shopId: shop.shopId, period });
  return (
    <LookedUpPart
      look={look}
      draw={({ metrics }) => (
        <>
          <dl className={styles.facts}>
            {metrics.map(({ name, value, previous }) => {
              const text = metricText(name);
              return (
                <div key={name}>
                  <dt data-tip={text === null ? undefined : name}>{text === null ? name : t(text)}</dt>
                  <dd>
                    {metricValue(name, value, locale)}
                    {previous !== null && (
                      <span className={styles.hint}>
                        {' '}
                        {t('panel.before', { value: metricValue(name, previous, locale) })}
                      </span>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
          {metrics.some(({ name }) => metricText(name) === null) && (
            <p className={styles.hint}>{t('panel.ownNames')}</p>
          )}
        </>
      )}
    />
  );
}

function Wallet({ shop }: { readonly shop: ShopView }) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  const isMain = useDeskState(({ member }) => member?.isMain === true);
  const [isBankOpen, setIsBankOpen] = useState(false);
  const { look, isMoreComing, more } = useLookUpPages({
    lookUp: WALLET,
    inputOf: (cursor) => ({ shopId: shop.shopId, ...(cursor === null ? {} : { cursor }) }),
    nextOf: ({ next }) => next,
    isWanted: true,
  });
  return (
    <>
      <LookedUpPart
        look={look}
        draw={(pages) => (
          <>
            {pages[0] !== undefined && <Balance income={pages[0].income} />}
            {pages.some(({ entries }) => entries.length > 0) && (
              <>
                <h4 className={styles.hint}>{t('panel.entries')}</h4>
                <ul className={styles.entries} aria-label={t('panel.entries')}>
                  {pages
                    .flatMap(({ entries }) => entries)
                    .map(({ entryId, orderId, amount, at }) => (
                      <li key={entryId}>
                        <span>
                          {orderId ?? entryId}
                          <time className={styles.hint} dateTime={new Date(at).toISOString()}>
                            {fullTime(at)}
                          </time>
                        </span>
                        <span className="numbers">{moneyText(amount, locale)}</span>
                      </li>
                    ))}
                </ul>
              </>
            )}
          </>
        )}
      />
      {more !== null && (
        <Button kind="link" disabled={isMoreComing} onClick={more}>
          {t('panel.more')}
        </Button>
      )}
      {isMain && offers(shop.marketplace, 'affairs.bankAccounts') && (
        <Button kind="plain" aria-haspopup="dialog" onClick={() => setIsBankOpen(true)}>
          {t('bank.button')}
        </Button>
      )}
      {isBankOpen && <BankDialog shop={shop} onClose={() => setIsBankOpen(false)} />}
    </>
  );
}

function Balance({ income }: Pick<CallOutput<typeof CALLS.statistics.wallet>, 'income'>) {
  const { t } = useTranslation('statistics');
  const locale = useLocale();
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('panel.available')}</dt>
        <dd>{moneyText(income.available, locale)}</dd>
      </div>
      {income.pending !== null && (
        <div>
          <dt>{t('panel.pending')}</dt>
          <dd>{moneyText(income.pending, locale)}</dd>
        </div>
      )}
    </dl>
  );
}
