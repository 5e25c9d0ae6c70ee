import { holds, LOCALES, MARKETPLACE_NAMES } from '@pasar/domain';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDesk, useDeskState, useReadable } from '../base/desk.tsx';
import { LOCALE_NAMES } from '../base/locale.ts';
import { useMay } from '../base/may.tsx';
import { CHAT_ROUTES, screenFor } from '../base/scopes.ts';
import { shopName } from '../base/shops/health.ts';
import { showShopOverlay } from '../base/shops/overlay.ts';
import { useCountryName } from '../base/texts/country-name.ts';
import { changeLocale, useTranslation } from '../base/texts/i18n.ts';
import { setThemeChoice, THEME_CHOICES } from '../base/theme.ts';
import { allUndelivered, UNDELIVERED_ICONS } from '../base/undelivered.ts';
import { openActions, shownKeys } from '../features/chat/place/open-actions.ts';
import { reveal, select } from '../features/chat/place/selection.ts';
import { addressee, UNDELIVERED_TEXTS, undeliveredWords } from '../features/chat/texts/undelivered-text.ts';
import { type Command, command } from './command.ts';
import { KEYED_PAGES } from './keyed-pages.ts';
import { sectionsFor } from './settings-sections.ts';
import { THEME_TEXTS } from './top-bar.tsx';
import { useJump } from './use-jump.ts';

const ORDER_SCREENS = [
  ['/orders', 'orders.orders'],
  ['/orders/after-sales', 'orders.afterSales'],
  ['/orders/reviews', 'orders.reviews'],
  ['/orders/notifications', 'orders.notifications'],
  ['/orders/statistics', 'orders.statistics'],
  ['/orders/team', 'orders.team'],
] as const;

/** The commands of the palette. */
export function useCommands(overlays: Overlays): readonly Command[] {
  const places = usePlaces();
  const conversations = useConversations();
  const undelivered = useUndelivered();
  const opened = useOpened();
  const pages = usePages();
  const sections = useSections();
  const settings = useSettings(overlays);
  return useMemo(
    () => [...places, ...opened, ...conversations, ...undelivered, ...pages, ...sections, ...settings],
    [places, opened, conversations, undelivered, pages, sections, settings],
  );
}

/** What the palette opens instead of itself. */
export interface Overlays {
  readonly onShortcuts: () => void;
  readonly onLogOut: () => void;
}

/** The actions on the open conversation, each with its keys. */
function useOpened(): readonly Command[] {
  const { t } = useTranslation('shell');
  const actions = useReadable(openActions);
  return useMemo(
    () =>
      actions
        .filter(({ whyNot }) => whyNot === null)
        .map(({ key, label, icon, run }) =>
          command({ key: `open-${key}`, group: t('palette.openConversation'), label, icon, keys: shownKeys(key), run }),
        ),
    [actions, t],
  );
}

/** The answers that did not arrive, each to be opened at its place. */
function useUndelivered(): readonly Command[] {
  const { t } = useTranslation('chat');
  const jump = useJump();
  const desk = useDesk();
  const found = useDeskState(allUndelivered);
  return useMemo(
    () =>
      found.toReversed().map((item) => {
        const { buyer, shop } = addressee(desk.state.get(), item);
        return command({
          key: `answer-${item.clientId}`,
          group: t(UNDELIVERED_TEXTS[item.kind]),
          label: buyer,
          detail: `${shop} · ${undeliveredWords(item, t)}`,
          icon: UNDELIVERED_ICONS[item.kind],
          run: () => jump(item),
        });
      }),
    [desk, found, jump, t],
  );
}

const ASK_AFTER_MS = 180;
/**
 * Searches the typed words on the server. The found conversations go into the replica, from which the list is built.
 * True while the answer for these words is still to come.
 */
export function useServerSearch(words: string): boolean {
  const desk = useDesk();
  const mayRead = useMay(['chat']);
  const asked = words.trim();
  const [answered, setAnswered] = useState('');
  useEffect(() => {
    if (asked === '' || !mayRead) return;
    let isCurrent = true;
    // The bar above shows a failure; conversations of the replica can still be chosen.
    const timer = setTimeout(async () => {
      await desk.lists.search('all', 'all', { words: asked });
      if (isCurrent) setAnswered(asked);
    }, ASK_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [desk, asked, mayRead]);
  return mayRead && asked !== '' && answered !== asked;
}

function useConversations(): readonly Command[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const shown = useDeskState((state) => state.shown);
  // While the palette is open the order stays, except for conversations that a search adds: rows must not jump.
  const [order] = useState(() => new Map([...shown.keys()].map((id, index) => [id, index])));
  return useMemo(() => {
    const held = [...shown.values()].sort(
      (left, right) =>
        (order.get(left.conversationId) ?? order.size) - (order.get(right.conversationId) ?? order.size) ||
        right.lastMessageAt - left.lastMessageAt,
    );
    return held.map((conversation) => {
      const shop = shops.get(conversation.shopId);
      const { scope, path } = screenFor(shop?.marketplace ?? null, pathname);
      return command({
        key: conversation.conversationId,
        group: t('palette.conversation'),
        label: conversation.buyer.name,
        detail: shop === undefined ? '' : `${shopName(shop)} · ${countryName(shop.country)}`,
        icon: 'chat',
        marketplace: shop?.marketplace ?? null,
        run: () => {
          reveal(scope, conversation);
          void navigate(path);
        },
      });
    });
  }, [shops, shown, order, countryName, navigate, pathname, t]);
}

/** The search over everything for the typed words. It stands below what the palette itself finds. */
export function useSearchCommand(words: string): Command | null {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const maySearch = useMay(['chat', 'order', 'remark']);
  return useMemo(() => {
    if (!maySearch) return null;
    const asked = words.trim();
    return command({
      key: 'search',
      group: t('palette.action'),
      label: asked === '' ? t('palette.search') : t('palette.searchFor', { words: asked }),
      icon: 'search',
      keys: 'Ctrl Shift F',
      run: () => void navigate(asked === '' ? '/search' : `/search?q=${encodeURIComponent(asked)}`),
    });
  }, [maySearch, words, navigate, t]);
}

/** Screens and shops. Hidden shops are left out, but their conversations are found. */
function usePlaces(): readonly Command[] {
  const { t } = useTranslation('common');
  const { t: shell } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const countryName = useCountryName();
  const shops = useDeskState((state) => state.shops);
  const hidden = useDeskState((state) => state.arrangement.hidden);
  return useMemo(() => {
    const screens = CHAT_ROUTES.map(({ scope, path }) =>
      command({
        key: path,
        group: shell('palette.screen'),
        label: scope === 'all' ? t('rail.all') : MARKETPLACE_NAMES[scope],
        icon: 'all',
        marketplace: scope === 'all' ? null : scope,
        run: () => void navigate(path),
      }),
    );
    const listed = [...shops.values()].filter(({ shopId }) => !hidden.includes(shopId));
    const places = listed.map((shop) =>
      command({
        key: shop.shopId,
        group: shell('palette.shop'),
        label: shopName(shop),
        detail: `${MARKETPLACE_NAMES[shop.marketplace]} · ${countryName(shop.country)}`,
        icon: 'shop',
        marketplace: shop.marketplace,
        run: () => {
          const { scope, path } = screenFor(shop.marketplace, pathname);
          select(scope, { shopId: shop.shopId, conversationId: null });
          void navigate(path);
        },
      }),
    );
    return [...screens, ...places];
  }, [shops, hidden, countryName, navigate, pathname, t, shell]);
}

/** The sections of the settings that the member may open. */
function useSections(): readonly Command[] {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const isMain = useDeskState(({ member }) => member?.isMain ?? false);
  return useMemo(
    () =>
      sectionsFor(isMain).map(({ path, text, holds }) =>
        command({
          key: `settings-${path}`,
          group: t('settings.title'),
          label: t(text),
          detail: holds === null ? '' : t(holds),
          icon: 'sliders',
          run: () => void navigate(`/settings/${path}`),
        }),
      ),
    [isMain, navigate, t],
  );
}

/** The pages beside the chat that the member may open, but for those about orders. */
function usePages(): readonly Command[] {
  const { t } = useTranslation('common');
  const { t: shell } = useTranslation('shell');
  const navigate = useNavigate();
  const member = useDeskState((state) => state.member);
  return useMemo(
    () =>
      KEYED_PAGES.flatMap(([key, path, icon, text]) =>
        key === 'order' || member === null || !holds(member, key)
          ? []
          : [
              command({
                key: path,
                group: shell('palette.screen'),
                label: t(text),
                icon,
                run: () => void navigate(path),
              }),
            ],
      ),
    [member, navigate, t, shell],
  );
}

function useSettings({ onShortcuts, onLogOut }: Overlays): readonly Command[] {
  const { t } = useTranslation('common');
  const { t: shell } = useTranslation('shell');
  const canManage = useMay(['shopManager']);
  const maySeeOrders = useMay(['order']);
  const navigate = useNavigate();
  return useMemo(
    () => [
      ...THEME_CHOICES.map((choice) =>
        command({
          key: `theme-${choice}`,
          group: t('theme'),
          label: t(THEME_TEXTS[choice]),
          icon: choice,
          run: () => setThemeChoice(choice),
        }),
      ),
      ...LOCALES.map((locale) =>
        command({
          key: `locale-${locale}`,
          group: t('language'),
          label: LOCALE_NAMES[locale],
          icon: 'language',
          run: () => void changeLocale(locale),
        }),
      ),
      ...(maySeeOrders
        ? [
            ...ORDER_SCREENS.map(([path, text]) =>
              command({
                key: path,
                group: shell('palette.screen'),
                label: shell(text),
                icon: 'box',
                run: () => void navigate(path),
              }),
            ),
          ]
        : []),
      ...(canManage
        ? [
            command({
              key: 'authorize',
              group: shell('palette.action'),
              label: t('shops.authorize'),
              icon: 'plus',
              run: () => showShopOverlay({ kind: 'authorize', marketplace: 'shopee' }),
            }),
            command({
              key: 'manage-shops',
              group: shell('palette.action'),
              label: t('shops.manage'),
              icon: 'sliders',
              run: () => showShopOverlay({ kind: 'manage', tab: 'shops' }),
            }),
            command({
              key: 'accounts',
              group: shell('palette.screen'),
              label: shell('accounts'),
              icon: 'plug',
              run: () => void navigate('/accounts'),
            }),
          ]
        : []),
      command({
        key: 'keys',
        group: shell('palette.action'),
        label: t('shortcuts.title'),
        icon: 'keyboard',
        keys: '?',
        run: onShortcuts,
      }),
      command({
        key: 'out',
        group: shell('palette.action'),
        label: t('logOut'),
        icon: 'logout',
        run: onLogOut,
      }),
    ],
    [t, shell, onShortcuts, onLogOut, canManage, maySeeOrders, navigate],
  );
}
