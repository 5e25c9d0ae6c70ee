import { LOCALES } from '@pasar/domain';
import { useDeskState } from '../base/desk.tsx';
import { failedLine, lazyScreen } from '../base/lazy-screen.tsx';
import { LOCALE_NAMES } from '../base/locale.ts';
import { changeLocale, useLocale, useTranslation } from '../base/texts/i18n.ts';
import { setThemeChoice, THEME_CHOICES, useThemeChoice } from '../base/theme.ts';
import { useUiConfig } from '../base/ui-config.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuButton, type MenuItem } from '../ui/menu.tsx';
import { LiveStatus } from './live-status.tsx';
import { ShopsHealth } from './shops-health.tsx';
import styles from './top-bar.module.css';

/** Loaded once the lists are painted, before a connection can be lost in which it is needed. */
const BarNews = lazyScreen(() => import('./bar-news.tsx').then(({ BarNews }) => BarNews), { failed: failedLine });

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
      {isReady && <BarNews />}
      <LiveStatus>
        <ShopsHealth />
      </LiveStatus>
      <LanguageMenu />
      <ThemeMenu />
      <MemberMenu onShortcuts={props.onShortcuts} onLogOut={props.onLogOut} />
    </header>
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
  const held = useDeskState(({ shops }) => shops.size);
  const { version, shopQuota, customerGroup } = useUiConfig();
  const items: MenuItem[] = [
    { kind: 'action', key: 'keys', label: t('shortcuts.title'), icon: 'keyboard', onChoose: onShortcuts },
    { kind: 'action', key: 'out', label: t('logOut'), icon: 'logout', onChoose: onLogOut },
  ];
  if (shopQuota !== null && member?.isMain) {
    items.push({ kind: 'note', key: 'quota', label: t('shopQuota', { held, most: shopQuota }) });
  }
  if (customerGroup !== null) {
    items.push({ kind: 'note', key: 'group', label: t('customerGroup', { group: customerGroup }) });
  }
  items.push({ kind: 'note', key: 'version', label: t('version', { version }) });
  if (member !== null) {
    const role = t(member.isMain ? 'member.main' : 'member.sub');
    items.unshift({ kind: 'heading', key: 'member', label: member.name, detail: role });
  }
  return (
    <MenuButton label={member === null ? t('member.label') : member.name} items={items} className={styles.member}>
      <Icon name="person" />
      <span className={styles.memberName}>{member?.name ?? ''}</span>
    </MenuButton>
  );
}
