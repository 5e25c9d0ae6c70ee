import { needsPerson, type Scope, waitingIn } from '@pasar/sync';
import { useEffect, useRef, useState } from 'react';
import { useDesk } from '../../../base/desk.tsx';
import type { ChatScope } from '../../../base/scopes.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';
import { selectionOf, selectToWrite } from '../place/selection.ts';
import { createRound } from './round.ts';

/**
 * Alt+Down and Alt+Up go to the next conversation that needs a person, wherever the focus is: a failed answer, a buyer
 * who waits, an unread message. `range`: what the conversation list shows. Gives the sentence for screen readers when
 * nothing is left.
 */
export function useRound(scope: ChatScope, range: Scope, isOn: boolean): string {
  const { t } = useTranslation('chat');
  const { t: common } = useTranslation('common');
  const desk = useDesk();
  const [said, setSaid] = useState('');
  const asked = useRef(range);
  asked.current = range;
  useEffect(() => {
    if (!isOn) return;
    const round = createRound(desk);
    let isShown = true;
    let underWay = 0;
    let last: Promise<unknown> = Promise.resolve();

    const say = (text: string, icon: 'failed' | 'check') => {
      setSaid(text);
      toast(text, icon);
    };
    const go = async (step: 'next' | 'previous') => {
      setSaid('');
      const from = selectionOf(scope).conversationId;
      const result = await round.go(asked.current, from, step);
      // The person has chosen another conversation meanwhile, or left the screen.
      if (!isShown || selectionOf(scope).conversationId !== from) return;
      if (!result.ok) {
        // The dialog about the expired session shows it.
        if (result.failure.kind !== 'expired') say(failureText(result.failure, common), 'failed');
      } else if (result.data !== null) {
        selectToWrite(scope, result.data);
      } else {
        const state = desk.state.get();
        const elsewhere = waitingIn(state, 'all') - waitingIn(state, asked.current);
        if (elsewhere > 0) say(t('next.elsewhere', { count: elsewhere }), 'check');
        else say(t(from !== null && needsPerson(state, from) ? 'next.onlyThis' : 'next.none'), 'check');
      }
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
        .finally(() => {
          underWay -= 1;
        });
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      isShown = false;
      removeEventListener('keydown', onKeyDown);
    };
  }, [desk, scope, isOn, t, common]);
  return said;
}
