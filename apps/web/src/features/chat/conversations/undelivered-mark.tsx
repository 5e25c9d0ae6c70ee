import type { ConversationId } from '@pasar/domain';
import { canSend, type DeskState, undeliveredIn } from '@pasar/sync';
import { useDeskState } from '../../../base/desk.tsx';
import { useTranslation } from '../../../base/texts/i18n.ts';
import { worstOf } from '../../../base/undelivered.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './undelivered-mark.module.css';

/** `sending`: its marketplace has it and has not answered. `waiting`: it waits for something before that. */
type Mark = 'failed' | 'unconfirmed' | 'sending' | 'waiting';
export const MARK_TEXTS = {
  failed: 'undelivered.failed',
  unconfirmed: 'undelivered.unconfirmed',
  sending: 'mark.pending',
  waiting: 'undelivered.waiting',
} as const satisfies Record<Mark, string>;
const ICONS = { failed: 'failed', unconfirmed: 'question', sending: 'clock', waiting: 'clock' } as const;

/** What a conversation's row says of its answers that did not arrive; null when there are none. */
export const useUndeliveredMark = (id: ConversationId): Mark | null => useDeskState((state) => markOf(state, id));

function markOf(state: DeskState, id: ConversationId): Mark | null {
  if (!state.deliveries.has(id) && !state.pending.has(id)) return null;
  const found = undeliveredIn(state, id);
  const worst = worstOf(found);
  if (worst !== 'waiting') return worst;
  const isSent = found.some(({ answer }) => answer.at === 'server' && canSend(state.shops.get(answer.delivery.shopId)));
  return isSent ? 'sending' : 'waiting';
}

export function UndeliveredMark({ mark }: { readonly mark: Mark }) {
  const { t } = useTranslation('chat');
  return (
    <span className={styles.mark} data-undelivered={mark}>
      <Icon name={ICONS[mark]} size={13} />
      {t(MARK_TEXTS[mark])}
    </span>
  );
}
