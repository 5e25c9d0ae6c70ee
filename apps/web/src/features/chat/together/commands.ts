import { CALLS } from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
import type { Desk } from '@pasar/sync';
import { callApi } from '../../../base/call-api.ts';
import { failureText } from '../../../base/texts/failure-text.ts';
import type { Translate } from '../../../base/texts/i18n.ts';
import { toast } from '../../../ui/toasts.tsx';
import { offerHandOver } from '../place/asking.ts';

interface Chosen {
  readonly memberId: string;
  readonly name: string;
}
interface Words {
  readonly t: Translate<'together'>;
  readonly common: Translate<'common'>;
}

/** Assigns a conversation as the person saw it; `to` null gives it up. A refusal is told, and to who takes over that the limit is passed. */
export async function assignTo(
  desk: Desk,
  conversationId: ConversationId,
  to: Chosen | null,
  note: string,
  { t, common }: Words,
): Promise<void> {
  const from = desk.state.get().shown.get(conversationId)?.assigneeId ?? null;
  const given = note.trim() === '' ? {} : { note };
  const result = await callApi(CALLS.together.assign, { conversationId, from, to: to?.memberId ?? null, ...given });
  if (!result.ok) {
    if (result.failure.kind !== 'expired') toast('bad', failureText(result.failure, common));
    return;
  }
  const { waiting, limit: most } = result.data;
  if (to !== null && waiting > most) toast('info', t('assign.full', { name: to.name, count: waiting, most }));
}

/** Chosen by hand. Who ends the shift while buyers wait is asked whether to hand them over. */
export async function choosePresence(presence: 'auto' | 'away' | 'off', { common }: Words): Promise<void> {
  const result = await callApi(CALLS.together.setPresence, { presence });
  if (result.ok) offerHandOver(presence === 'off' && result.data.waiting > 0 ? result.data.waiting : null);
  else if (result.failure.kind !== 'expired') toast('bad', failureText(result.failure, common));
}

/** Whether they were handed over; a refusal is told. */
export async function handOver(to: Chosen | null, note: string, { t, common }: Words): Promise<boolean> {
  const given = note.trim() === '' ? {} : { note };
  const result = await callApi(CALLS.together.handOver, { to: to?.memberId ?? null, ...given });
  if (!result.ok) {
    if (result.failure.kind !== 'expired') toast('bad', failureText(result.failure, common));
    return false;
  }
  const { handedOver, kept } = result.data;
  const first = t('handOver.done', { count: handedOver });
  const second = t('handOver.kept', { count: kept, name: to?.name ?? '' });
  toast(kept === 0 ? 'good' : 'info', kept === 0 ? first : common('sentences', { first, second }));
  return true;
}

export interface WrittenNote {
  readonly text: string;
  readonly mentions: readonly string[];
}

/** `noteId`: the same for every try, so that a note whose answer was lost is written once. */
export const writeNote = (conversationId: ConversationId, noteId: string, { text, mentions }: WrittenNote) =>
  callApi(CALLS.together.writeNote, { conversationId, noteId, text, mentions: [...mentions] });
export const changeNote = (noteId: string, { text, mentions }: WrittenNote) =>
  callApi(CALLS.together.changeNote, { noteId, text, mentions: [...mentions] });
export const deleteNote = (noteId: string) => callApi(CALLS.together.deleteNote, { noteId });
export const seeMentions = (conversationId: ConversationId) => callApi(CALLS.together.seeMentions, { conversationId });

/** The shop of a conversation that this window does not hold; null where it cannot be known. */
export async function shopOf(conversationId: ConversationId): Promise<ShopId | null> {
  const result = await callApi(CALLS.chat.messages, { conversationId, limit: 1 });
  return result.ok ? result.data.conversation.shopId : null;
}
