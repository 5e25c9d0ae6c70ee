import { LOCALES, MARKETPLACE_NAMES } from '@pasar/domain';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PROXY_PATH } from '../../base/guard.ts';
import { LOCALE_NAMES } from '../../base/locale.ts';
import { changeLocale, useLocale, useTranslation } from '../../base/texts/i18n.ts';
import { setThemeChoice, useTheme } from '../../base/theme.ts';
import { useUiConfig } from '../../base/ui-config.ts';
import { AntdProvider } from '../../ui/antd-provider.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MarketplaceMark } from '../../ui/marketplace-mark.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import styles from './entrance.module.css';

/** A page for people who are not logged in: a presentation of the product on one side, the form on the other. */
export function Entrance({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('account');
  const { productName } = useUiConfig();
  const locale = useLocale();
  const theme = useTheme();
  return (
    <div className={styles.page}>
      <aside className={styles.brand}>
        <p className={styles.product}>
          <img src="/favicon.svg" alt="" width={36} height={36} />
          {productName}
        </p>
        <div>
          <p className={styles.claim}>{t('brand.claim')}</p>
          <p className={styles.claimText}>{t('brand.text')}</p>
          <Preview />
        </div>
        <ul className={styles.marketplaces}>
          {(['shopee', 'lazada', 'tiktok'] as const).map((marketplace) => (
            <li key={marketplace}>
              <MarketplaceMark marketplace={marketplace} size={18} />
              {MARKETPLACE_NAMES[marketplace]}
            </li>
          ))}
        </ul>
      </aside>
      <main className={styles.main}>
        <div className={styles.tools}>
          <Link to={PROXY_PATH} className={styles.link}>
            {t('proxy')}
          </Link>
          <MenuButton
            label={`${t('language')}: ${LOCALE_NAMES[locale]}`}
            items={LOCALES.map((item) => ({
              kind: 'action',
              key: item,
              label: LOCALE_NAMES[item],
              isChosen: item === locale,
              onChoose: () => void changeLocale(item),
            }))}
          >
            <Icon name="language" />
            {LOCALE_NAMES[locale]}
          </MenuButton>
          <IconButton
            icon={theme === 'dark' ? 'light' : 'dark'}
            label={theme === 'dark' ? t('theme.light') : t('theme.dark')}
            onClick={() => setThemeChoice(theme === 'dark' ? 'light' : 'dark')}
          />
        </div>
        <AntdProvider locale={locale} isDark={theme === 'dark'}>
          {children}
        </AntdProvider>
      </main>
    </div>
  );
}

/** A decorative drawing of the desk: three chats in one place. */
function Preview() {
  return (
    <div className={styles.preview} aria-hidden="true">
      {(['shopee', 'tiktok', 'lazada'] as const).map((marketplace) => (
        <div key={marketplace} className={styles.previewRow}>
          <MarketplaceMark marketplace={marketplace} size={26} />
          <span className={styles.previewLines}>
            <span />
            <span />
          </span>
        </div>
      ))}
    </div>
  );
}
