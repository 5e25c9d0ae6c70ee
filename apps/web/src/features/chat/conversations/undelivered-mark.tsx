import type { ConversationId } from '@pasar/domain';
import { canSend, type DeskState, type UndeliveredKind, undeliveredIn } from '@pasar/sync';
import { useDeskState } from '../../../base/desk.tsx';
import type { Translate } from '../../../base/texts/i18n.ts';
import { UNDELIVERED_ICONS } from '../../../base/undelivered.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './undelivered-mark.module.css';

/** What a conversation's row says of its answers that did not arrive. */
export interface UndeliveredFacts {
  readonly failed: number;
  readonly unconfirmed: number;
  /** `sending`: its marketplace has it and has not answered. `waiting`: it waits for something before that. */
  readonly onWay: 'sending' | 'waiting' | null;
}

export function useUndelivered(id: ConversationId): UndeliveredFacts {
  const failed = useDeskState((state) => inRow(state, id, 'failed').length);
  const unconfirmed = useDeskState((state) => inRow(state, id, 'unconfirmed').length);
  const onWay = useDeskState((state) => onWayIn(state, id));
  return { failed, unconfirmed, onWay };
}

const NONE: ReturnType<typeof undeliveredIn> = [];
const inRow = (state: DeskState, id: ConversationId, kind: UndeliveredKind) =>
  state.deliveries.has(id) || state.pending.has(id)
    ? undeliveredIn(state, id).filter((item) => item.kind === kind)
    : NONE;

function onWayIn(state: DeskState, id: ConversationId): UndeliveredFacts['onWay'] {
  const waiting = inRow(state, id, 'waiting');
  if (waiting.length === 0) return null;
  const isSent = waiting.some(
    ({ answer }) => answer.at === 'server' && canSend(state.shops.get(answer.delivery.shopId)),
  );
  return isSent ? 'sending' : 'waiting';
}

interface Mark {
  readonly name: 'failed' | 'unconfirmed' | 'sending' | 'waiting';
  readonly text: string;
}

/**
 * The marks of a row. Failed and unconfirmed answers are told apart, because an unconfirmed one may have been sent.
 * What is on its way is said only where nothing needs a person.
 */
export function undeliveredMarks({ failed, unconfirmed, onWay }: UndeliveredFacts, t: Translate<'chat'>): Mark[] {
  const counted = (what: string, count: number) => (count > 1 ? t('undelivered.entry', { what, count }) : what);
  const marks: Mark[] = [];
  if (failed > 0) marks.push({ name: 'failed', text: counted(t('undelivered.failed'), failed) });
  if (unconfirmed > 0) marks.push({ name: 'unconfirmed', text: counted(t('undelivered.unconfirmed'), unconfirmed) });
  if (marks.length > 0 || onWay === null) return marks;
  return [{ name: onWay, text: t(onWay === 'sending' ? 'mark.pending' : 'undelivered.waiting') }];
}

export const UndeliveredMarks = ({ marks }: { readonly marks: readonly Mark[] }) =>
  marks.map(({ name, text }) => (
    <span key={name} className={styles.mark} data-undelivered={name}>
      <Icon name={UNDELIVERED_ICONS[name === 'sending' ? 'waiting' : name]} size={13} />
      {text}
    </span>
  ));
