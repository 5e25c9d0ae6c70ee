import { type ConversationId, type SendWarning, sendWarnings, type ToSend } from '@pasar/domain';
import { type DeskState, messagesOf, wroteLately } from '@pasar/sync';
import { presentTime } from '../../../ui/use-now.ts';

/** So many of the buyer's last messages tell in which language the buyer writes (our choice). */
const BUYER_MESSAGES = 5;
/** A colleague who wrote within this time may be about to send (our choice). */
const WROTE_LATELY_MS = 60_000;

/** What speaks against sending this to the buyer now. `words` are those of the shop's country. */
export function judge(
  state: DeskState,
  id: ConversationId,
  words: readonly string[],
  toSend: ToSend,
): readonly SendWarning[] {
  const conversation = state.shown.get(id);
  const shop = state.shops.get(conversation?.shopId ?? NO_SHOP);
  if (conversation === undefined || shop === undefined) return [];
  const messages = messagesOf(state.windows.get(id));
  const ofBuyer = messages.filter(({ author }) => author === 'buyer');
  const lastOfBuyer = ofBuyer.at(-1);
  const behind = lastOfBuyer === undefined ? messages : messages.slice(messages.lastIndexOf(lastOfBuyer) + 1);
  // This window has noted by its own clock when it heard that a colleague writes.
  const heard = { now: Date.now(), withinMs: WROTE_LATELY_MS };
  const memberId = toSend.count === 0 ? null : wroteLately(state, id, heard);
  const warnings = sendWarnings(toSend, {
    marketplace: shop.marketplace,
    words,
    inARow: behind.filter(({ author }) => author === 'seller').length + underWay(state, id),
    buyerWroteAt: conversation.buyerWroteAt,
    buyerTexts: ofBuyer
      .slice(-BUYER_MESSAGES)
      .flatMap(({ content }) => (content.type === 'text' ? [content.text] : [])),
    now: presentTime(),
  });
  return memberId === null ? warnings : [{ kind: 'colleague', memberId }, ...warnings];
}
const NO_SHOP = '' as Parameters<DeskState['shops']['get']>[0];

/**
 * Answers that reach the buyer behind the messages that are there: not those that failed. One that nobody has confirmed
 * counts, because it may have been sent.
 */
function underWay(state: DeskState, id: ConversationId): number {
  const arrived = new Set(messagesOf(state.windows.get(id)).map(({ clientId }) => clientId));
  const deliveries = (state.deliveries.get(id) ?? []).filter(({ mark }) => mark !== 'failed' && mark !== 'dismissed');
  const pending = (state.pending.get(id) ?? []).filter(({ phase }) => phase.state !== 'refused');
  return [...new Set([...deliveries, ...pending].map(({ clientId }) => clientId))].filter((key) => !arrived.has(key))
    .length;
}
