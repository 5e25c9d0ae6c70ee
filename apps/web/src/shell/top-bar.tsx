import { LOCALES } from '@pasar/domain';
import { useNavigate } from 'react-router';
import { useDeskState } from '../base/desk.tsx';
import { failedLine, lazyScreen } from '../base/lazy-screen.tsx';
import { LOCALE_NAMES } from '../base/locale.ts';
import { healthText, healthTone, shopName } from '../base/shops/health.ts';
import { useCountryName } from '../base/texts/country-name.ts';
import { changeLocale, useLocale, useTranslation } from '../base/texts/i18n.ts';
import { setThemeChoice, THEME_CHOICES, useThemeChoice } from '../base/theme.ts';
import { useUiConfig } from '../base/ui-config.ts';
import { select } from '../features/chat/place/selection.ts';
import { HealthDot } from '../ui/health-dot.tsx';
import { Icon } from '../ui/icon.tsx';
import { MARKETPLACE_NAMES } from '../ui/marketplace-mark.tsx';
import { MenuButton, type MenuItem } from '../ui/menu.tsx';
import { LiveStatus } from './live-status.tsx';
import styles from './top-bar.module.css';

/** Loaded once the lists are painted, before a connection can be lost in which it is needed. */
const UndeliveredEntry = lazyScreen(
  () => import('./undelivered-entry.tsx').then(({ UndeliveredEntry }) => UndeliveredEntry),
  { failed: failedLine },
);

/** The bar at the top: search and commands, state of the connections, language, theme, member. */
interface TopBarProps extends MemberMenuProps {
  readonly onPalette: () => void;
}

export function TopBar(props: TopBarProps) {
  const { t } = useTranslation('common');
  const { productName } = useUiConfig();
  const isReady = useDeskState(({ boot }) => boot.state === 'ready');
  return (
    <header className={styles.bar}>
      <span className={styles.product}>{productName}</span>
      <button type="button" className={styles.search} onClick={props.onPalette} aria-keyshortcuts="Control+K">
        <Icon name="search" size={15} />
        <span className={styles.searchText}>{t('palette.open')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className={styles.space} />
      {isReady && <UndeliveredEntry />}
      <LiveStatus />
      <ShopsHealth />
      <LanguageMenu />
      <ThemeMenu />
      <MemberMenu onShortcuts={props.onShortcuts} onLogOut={props.onLogOut} />
    </header>
  );
}

/**
 * The state of all shops in one sentence. Its menu lists the shops that are not live, with the reason, and opens them.
 */
function ShopsHealth() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const countryName = useCountryName();
  const navigate = useNavigate();
  const shops = useDeskState((state) => state.shops);
  const troubled = [...shops.values()].filter((shop) => shop.connection.state !== 'live');
  if (shops.size === 0) return null;
  if (troubled.length === 0) {
    return (
      <span className={styles.status}>
        <HealthDot tone="good" />
        {t('health.all', { count: shops.size })}
      </span>
    );
  }
  const isBad = troubled.some((shop) => healthTone(shop) === 'bad');
  const items = troubled.map(
    (shop): MenuItem => ({
      kind: 'action',
      key: shop.shopId,
      label: `${MARKETPLACE_NAMES[shop.marketplace]} · ${shopName(shop)} · ${countryName(shop.country)}: ${healthText(shop, locale, t)}`,
      onChoose: () => {
        select('all', { shopId: shop.shopId });
        void navigate('/chat/all');
      },
    }),
  );
  const label = t('health.some', { count: troubled.length, total: shops.size });
  return (
    <MenuButton label={label} items={items}>
      <HealthDot tone={isBad ? 'bad' : 'wait'} />
      {label}
      <Icon name="down" size={14} />
    </MenuButton>
  );
}

function LanguageMenu() {
  const { t } = useTranslation('common');
  const locale = useLocale();
  const { locales } = useUiConfig();
  return (
    <MenuButton
      label={t('language')}
      items={LOCALES.filter((item) => locales.includes(item)).map((item) => ({
        kind: 'action',
        key: item,
        label: LOCALE_NAMES[item],
        isChosen: item === locale,
        onChoose: () => void changeLocale(item),
      }))}
    >
      <Icon name="language" />
    </MenuButton>
  );
}

export const THEME_TEXTS = { light: 'theme.light', dark: 'theme.dark', system: 'theme.system' } as const;

function ThemeMenu() {
  const { t } = useTranslation('common');
  const chosen = useThemeChoice();
  return (
    <MenuButton
      label={t('theme')}
      items={THEME_CHOICES.map((choice) => ({
        kind: 'action',
        key: choice,
        label: t(THEME_TEXTS[choice]),
        icon: choice,
        isChosen: choice === chosen,
        onChoose: () => setThemeChoice(choice),
      }))}
    >
      <Icon name={chosen} />
    </MenuButton>
  );
}

interface MemberMenuProps {
  readonly onShortcuts: () => void;
  readonly onLogOut: () => void;
}

function MemberMenu({ onShortcuts, onLogOut }: MemberMenuProps) {
  const { t } = useTranslation('common');
  const member = useDeskState((state) => state.member);
  const { version } = useUiConfig();
  const items: MenuItem[] = [
    { kind: 'heading', key: 'version', label: t('version', { version }) },
    { kind: 'action', key: 'keys', label: t('shortcuts.title'), icon: 'keyboard', onChoose: onShortcuts },
    { kind: 'action', key: 'out', label: t('logOut'), icon: 'logout', onChoose: onLogOut },
  ];
  if (member !== null) {
    items.unshift({ kind: 'heading', key: 'member', label: member.isMain ? t('member.main') : t('member.sub') });
  }
  return (
    <MenuButton label={member === null ? t('member.label') : member.name} items={items} className={styles.member}>
      <Icon name="person" />
      <span className={styles.memberName}>{member?.name ?? ''}</span>
    </MenuButton>
  );
}
