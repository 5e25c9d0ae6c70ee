import { LOCALES } from '@pasar/domain';
import { useDeskState, useReadable } from '../base/desk.tsx';
import { failedDialog, failedLine, lazyScreen, withTexts } from '../base/lazy-screen.tsx';
import { LOCALE_NAMES } from '../base/locale.ts';
import { changeLocale, useLocale, useTranslation } from '../base/texts/i18n.ts';
import { setThemeChoice, THEME_CHOICES, useThemeChoice } from '../base/theme.ts';
import { useUiConfig } from '../base/ui-config.ts';
import { handingOver, offerHandOver } from '../features/chat/place/asking.ts';
import type { HandOverDialogProps } from '../features/chat/together/hand-over-dialog.tsx';
import { needTogetherTexts } from '../features/chat/together/need-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { MenuButton, MenuOpener } from '../ui/menu.tsx';
import { LiveStatus } from './live-status.tsx';
import type { MemberActions } from './member-menu.tsx';
import { needShellTexts } from './need-texts.ts';
import { ShopsHealth } from './shops-health.tsx';
import styles from './top-bar.module.css';

/** Loaded once the lists are painted, before a connection can be lost in which it is needed. */
const BarNews = lazyScreen(() => import('./bar-news.tsx').then(({ BarNews }) => BarNews), { failed: failedLine });

const MemberMenu = lazyScreen(
  () =>
    withTexts(
      () => Promise.all([needShellTexts(), needTogetherTexts()]),
      () => import('./member-menu.tsx').then(({ MemberMenu }) => MemberMenu),
    ),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

const HandOverDialog = lazyScreen<HandOverDialogProps>(
  () =>
    withTexts(needTogetherTexts, () =>
      import('../features/chat/together/hand-over-dialog.tsx').then(({ HandOverDialog }) => HandOverDialog),
    ),
  { failed: failedDialog(({ onClose }) => onClose()) },
);

/** The bar at the top: search and commands, state of the connections, language, theme, member. */
interface TopBarProps extends MemberActions {
  readonly onPalette: () => void;
}

export function TopBar(props: TopBarProps) {
  const { t } = useTranslation('common');
  const { productName } = useUiConfig();
  const isReady = useDeskState(({ boot }) => boot.state === 'ready');
  const waiting = useReadable(handingOver);
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
      {waiting !== null && <HandOverDialog waiting={waiting} onLogOut={null} onClose={() => offerHandOver(null)} />}
      <MemberButton onShortcuts={props.onShortcuts} onLogOut={props.onLogOut} />
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

function MemberButton(props: MemberActions) {
  const { t } = useTranslation('common');
  const name = useDeskState(({ member }) => member?.name);
  const label = name ?? t('member.label');
  return (
    <MenuOpener
      label={label}
      className={styles.member}
      draw={(at, onClose) => <MemberMenu {...props} label={label} at={at} onClose={onClose} />}
    >
      <Icon name="person" />
      <span className={styles.memberName}>{name}</span>
    </MenuOpener>
  );
}
