import type { ConversationView } from '@pasar/api';
import type { Desk } from '@pasar/sync';
import { waitingIn } from '@pasar/sync';
import { useCallback, useEffect, useState } from 'react';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { mayNotify, notify } from '../../../base/reached.ts';
import { shopName } from '../../../base/shops/health.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { playTone } from '../../../base/tones.ts';
import { presentTime, useNow } from '../../../ui/use-now.ts';
import { claim } from './claim.ts';
import { firstFitting, toneOf } from './fitting.ts';
import { isTypingNow, watchTyping } from './typing-now.ts';
import { useHeldBack } from './use-held-back.ts';
import { useOpening } from './use-opening.ts';
import { keyOf, newlyWaiting, sinceOpened, standing, stillWaiting, type Waiting } from './waiting.ts';

/** Of more buyers at once one notification tells together (our choice). */
const MOST_AT_ONCE = 3;
/** A member who types is told of all that came meanwhile when that is over. */
const UNTIL_TYPED = { delayMs: 0, isHeld: isTypingNow };

/** Tells of buyers who wait by a sound, by the browser's notifications and by the icon. Shows nothing itself. */
export function ReachEntry() {
  const desk = useDesk();
  const now = useNow();
  const [openedAt] = useState(presentTime);
  const tellOf = useHeldBack(useTelling(), UNTIL_TYPED);
  useIcon();
  useEffect(watchTyping, []);
  useEffect(
    () =>
      desk.onTold((told) => {
        if (told.told === 'changes') tellOf(newlyWaiting(told.changes, told.before, presentTime()));
      }),
    [desk, tellOf],
  );
  useEffect(() => {
    tellOf(sinceOpened(listed(desk), { now: presentTime(), openedAt: presentTime() - performance.now() }));
  }, [desk, tellOf]);
  useEffect(() => {
    tellOf(stillWaiting(listed(desk), desk.state.get().chatSetting, { now, openedAt }));
  }, [desk, now, openedAt, tellOf]);
  return null;
}

/** The buyers who wait, as far as the window has them. */
function listed(desk: Desk): readonly ConversationView[] {
  const { lists, shown } = desk.state.get();
  return (lists.get('all|unreplied') ?? []).flatMap((id) => shown.get(id) ?? []);
}

function useTelling(): (waiting: readonly Waiting[]) => Promise<void> {
  const { t } = useTranslation('reach');
  const desk = useDesk();
  const open = useOpening();
  return useCallback(
    async (waiting) => {
      const state = desk.state.get();
      const setting = state.chatSetting;
      const judged = standing(waiting, state).map(async (item) => {
        const rule = await firstFitting(item.conversation, state, presentTime());
        return rule === null ? [] : [{ ...item, rule }];
      });
      const mine = (await Promise.all(judged)).flat();
      if (mine.length === 0) return;
      const claimed = await claim(mine.map(keyOf));
      const told = mine.filter((item) => claimed.has(keyOf(item)));
      const [first] = told;
      if (first === undefined) return;
      if (setting.hasSound) playTone(toneOf(told, setting));
      if (!setting.hasNotifications || !mayNotify()) return;
      if (told.length > MOST_AT_ONCE) {
        const title = t(first.isAgain ? 'manyAgain' : 'many', { count: told.length });
        notify(title, '', 'pasar.waiting', () => open(first.conversation));
        return;
      }
      for (const { conversation, isAgain } of told) {
        const { name } = conversation.buyer;
        const shop = desk.state.get().shops.get(conversation.shopId);
        notify(
          isAgain ? t('again', { name }) : name,
          shop === undefined ? '' : shopName(shop),
          conversation.conversationId,
          () => open(conversation),
        );
      }
    },
    [desk, open, t],
  );
}

/** The icon of the browser tab, and of the installed page, shows that buyers wait, to a member who is told of them. */
function useIcon(): void {
  const total = useDeskState((state) => (state.chatSetting.isReached ? waitingIn(state, 'all') : 0));
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    icon?.setAttribute('href', total > 0 ? '/favicon-waiting.svg' : '/favicon.svg');
    // Only where the page is installed; elsewhere the browser refuses, and nothing is lost.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(total).catch(() => undefined);
  }, [total]);
}
