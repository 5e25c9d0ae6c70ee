import type { RoundPlace, RoundScope } from '@pasar/sync';
import { useEffect, useRef } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import { inTime, withTexts } from '../../../base/lazy-screen.tsx';
import type { ChatScope } from '../../../base/scopes.ts';
import { reasonText, useLocale, useTranslation } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';
import { selectionOf, selectToWrite } from '../place/selection.ts';
import { needQueueTexts } from './need-texts.ts';
import type { Round } from './round.ts';

/** Loaded behind the first paint, before a person presses the keys; a failure is told at the press. */
export const loadRound = () => inTime(withTexts(needQueueTexts, () => import('./round.ts')));

/**
 * Alt+Down and Alt+Up go to the next conversation that needs a person, wherever the focus is: a failed answer, a buyer
 * who waits, an unread message; to those of colleagues only when the list is filtered by them. A toast says when nothing
 * is left. `range`: what the conversation list shows.
 */
export function useRound(scope: ChatScope, range: RoundScope, isOn: boolean): void {
  const { t } = useTranslation('queue');
  const { t: common } = useTranslation('common');
  const locale = useLocale();
  const desk = useDesk();
  const asked = useRef(range);
  asked.current = range;
  useEffect(() => {
    if (!isOn) return;
    let round: Round | null = null;
    let isShown = true;
    let underWay = 0;
    let last: Promise<unknown> = Promise.resolve();

    const go = async (step: RoundPlace['step']) => {
      // Read before anything is awaited: the person may choose another conversation while the code loads.
      const from = selectionOf(scope).conversationId;
      const { createRound, whyNowhere } = await loadRound();
      round ??= createRound(desk);
      const result = await round.go(asked.current, from, step);
      // The person has chosen another conversation meanwhile, or left the screen.
      if (!isShown || selectionOf(scope).conversationId !== from) return;
      if (result.ok && result.data !== null) return selectToWrite(scope, result.data);
      const text = whyNowhere(result, { state: desk.state.get(), range: asked.current, open: from, t, common });
      if (text !== '') toast(result.ok ? 'good' : 'bad', text);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const step = ({ ArrowDown: 'next', ArrowUp: 'previous' } as const)[event.key];
      if (!event.altKey || event.ctrlKey || event.metaKey || step === undefined) return;
      event.preventDefault();
      // A key that is held down goes on when the server has answered; each separate press counts.
      if (event.repeat && underWay > 0) return;
      underWay += 1;
      last = last
        .then(() => go(step))
        .catch(() => toast('bad', reasonText('loading_failed', locale)))
        .finally(() => {
          underWay -= 1;
        });
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      isShown = false;
      removeEventListener('keydown', onKeyDown);
    };
  }, [desk, scope, isOn, t, common, locale]);
}
