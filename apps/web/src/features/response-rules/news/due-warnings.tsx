import type { ConversationView } from '@pasar/api';
import type { ConversationId } from '@pasar/domain';
import { isMoreDue, isOpenedSince, listKey } from '@pasar/sync';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { COLLEAGUES } from '../../../base/colleagues.ts';
import { useDesk, useDeskState } from '../../../base/desk.tsx';
import { lazyScreen } from '../../../base/lazy-screen.tsx';
import { useLookUp } from '../../../base/look-up.ts';
import { mayNotify, notify, ruleOfTags, rulesFor } from '../../../base/reached.ts';
import { shopName } from '../../../base/shops/health.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';
import { byOwnClock, useNow } from '../../../ui/use-now.ts';
import type { DueBeyondProps } from './due-beyond.tsx';
import { isWarnedOf } from './second-warning.ts';
import { colleagueOf, unwarned } from './warned.ts';

export interface DueWarningsProps {
  /** Opens a conversation to answer in it. */
  readonly onOpen: (conversation: ConversationView) => void;
  /** Shows the tab of the answers that are due. */
  readonly onShow: () => void;
}

const MINUTE_MS = 60_000;
/** Few windows have more than 200 buyers who wait. */
const DueBeyond = lazyScreen<DueBeyondProps>(() => import('./due-beyond.tsx').then((code) => code.DueBeyond), {
  // The number at the shop tells of them as well.
  failed: () => null,
});
/** Of the notifications: a later one replaces the one before. */
const TAG = 'pasar.due';

/**
 * Warns once of each wait before its answer is due. Looks with the clock, every 30 seconds, so that answers that come due
 * together are one toast, or one notification of the browser where the window is hidden and the member lets it notify.
 */
export function DueWarnings({ onOpen, onShow }: DueWarningsProps) {
  const { t } = useTranslation('dueNews');
  const desk = useDesk();
  const navigate = useNavigate();
  const now = useNow();
  const isReady = useDeskState((state) => state.boot.state === 'ready');
  const hasColleagues = useDeskState((state) =>
    (state.lists.get(listKey('all', 'due')) ?? []).some((id) => {
      const view = state.shown.get(id);
      return view !== undefined && colleagueOf(view, state) !== null;
    }),
  );
  const colleagues = useLookUp(COLLEAGUES, {}, hasColleagues);
  const isPresentKnown = useDeskState((state) => state.isPresentKnown);
  const warnMinutes = useDeskState((state) => state.chatSetting.warnMinutes);
  const [fetched, setFetched] = useState(0);
  const onFetched = useCallback(() => setFetched((count) => count + 1), []);
  const isMore = useDeskState(
    (state) =>
      state.boot.state === 'ready' && warnMinutes !== null && isMoreDue(state, 'all', now + warnMinutes * MINUTE_MS),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a look is taken with the clock, when the setting changes, when more is known, and when the groups and the windows of the others are known, not at every change of the desk.
  useEffect(() => {
    if (!isReady) return;
    const state = desk.state.get();
    const { lists, shops, shown, chatSetting } = state;
    const isHidden = document.hidden;
    // Nobody sees a toast there: another window warns, or this one when it is looked at.
    if (isHidden && !(chatSetting.hasNotifications && mayNotify())) return;
    const isReached = (id: ConversationId): boolean => {
      const view = shown.get(id);
      if (view === undefined) return false;
      return ruleOfTags(rulesFor(view, chatSetting, state, now), view.tagIds, chatSetting, now) !== null;
    };
    const ids = lists.get(listKey('all', 'due')) ?? [];
    const own = state.member?.memberId ?? '';
    // Until the groups and the windows of the others are known, no member is warned of a colleague's buyers; if the groups
    // cannot be read, every member is.
    const isWarnedOfColleague = (id: string) =>
      isPresentKnown &&
      colleagues.state !== 'waiting' &&
      isWarnedOf('data' in colleagues ? colleagues.data.members : [], own, id);
    const due = unwarned(isHidden ? ids.filter(isReached) : ids, state, {
      now,
      minutes: warnMinutes,
      isWarnedOfColleague,
      isOpenedSince: (id, since) => isOpenedSince(state, id, byOwnClock(since)),
    });
    const [first] = due;
    if (first === undefined) return;
    const lateCount = due.filter(({ dueAt }) => dueAt !== null && dueAt <= now).length;
    const leftMinutes = Math.max(1, Math.round(((first.dueAt ?? now) - now) / MINUTE_MS));
    const go = (run: () => void) => () => {
      run();
      void navigate('/chat/all');
    };
    if (due.length > 1) {
      const text =
        lateCount > 0 ? t('manyLate', { count: due.length }) : t('many', { count: due.length, minutes: leftMinutes });
      if (isHidden) notify(text, '', TAG, go(onShow));
      else toast('info', text, { label: t('show'), run: go(onShow) });
      return;
    }
    const shop = shops.get(first.shopId);
    const facts = { buyer: first.buyer.name, shop: shop === undefined ? '' : shopName(shop), count: leftMinutes };
    const open = go(() => onOpen(first));
    const text = lateCount > 0 ? t('oneLate', facts) : t('one', facts);
    if (isHidden) notify(first.buyer.name, text, TAG, open);
    else toast('info', text, { label: t('open'), run: open });
  }, [now, isReady, warnMinutes, fetched, colleagues.state, isPresentKnown]);
  return isMore && warnMinutes !== null ? <DueBeyond minutes={warnMinutes} now={now} onFetched={onFetched} /> : null;
}
