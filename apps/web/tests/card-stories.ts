import { type CardDetailView, contentView, type DeliveryView, deliveryView } from '@pasar/api';
import { type OutgoingContent, shownContent } from '@pasar/domain';
import { uuidOf } from '@pasar/sync/testing/builders';
import type { ModelServer } from '@pasar/sync/testing/model/model-server';
import { kindsOf } from './kinds.ts';

/** The conversations of the stories, by the names of their buyers: one at Lazada, one at Shopee. */
export const SENT_STORIES = {
  name: 'sent',
  buyer: 'budi.santoso88',
  height: 4_400,
  cards: 30,
  /** All but vouchers and invitations show a picture, on their way as well. */
  pictures: 15,
  marks: { sent: 6, pending: 6, waiting: 6, failed: 6, unconfirmed: 6 },
} as const;
export const DETAIL_STORIES = {
  name: 'details',
  buyer: 'nguyen_thi_mai',
  height: 1_800,
  cards: 11,
  pictures: 6,
  marks: {},
} as const;

const thb = (amount: string) => ({ amount, currency: 'THB' });

function talkWith(model: ModelServer, name: string) {
  const talk = [...model.chat.conversations.values()].find(({ buyer }) => buyer.name === name);
  if (talk === undefined) throw new Error(`nobody is called ${name}`);
  model.chat.messages.set(talk.conversationId, []);
  return talk;
}

const product = (itemId: string, title: string, iconUrl: string | null) => ({
  itemId,
  title,
  price: thb('1290'),
  oldPrice: thb('1500'),
  iconUrl,
  actionUrl: null,
});
const cardsOf = (words: string, picture: string): readonly OutgoingContent[] => [
  { type: 'products', products: [product('1', words, picture)] },
  { type: 'products', products: [product('2', words, picture), product('3', words, null)] },
  {
    type: 'order',
    order: { orderId: '171', orderNumber: '2611204ABCDEFG', status: 'finished', total: thb('1290'), iconUrl: picture },
  },
  {
    type: 'voucher',
    voucher: { voucherId: '5', voucherCode: 'SAVE25', title: words, discount: { kind: 'percent', percent: 25 } },
  },
  { type: 'sticker', sticker: { stickerId: '7', packageId: '1', text: words.slice(0, 20), imageUrl: picture } },
  { type: 'follow' },
];

/** A delivery in each state that a person sees. One that a person has dismissed stands nowhere. */
const STATES: readonly (Partial<DeliveryView> & { readonly named: string })[] = [
  { named: 'sent', mark: 'sent' },
  { named: 'waiting', mark: 'pending' },
  { named: 'in doubt', mark: 'pending', isInDoubt: true, createdAt: Date.now() - 60_000 },
  { named: 'failed', mark: 'failed', refusal: { reason: 'blocked_by_user', detail: 'code 20013: blocked' } },
  { named: 'unconfirmed', mark: 'unconfirmed' },
  { named: 'dismissed', mark: 'dismissed' },
];

const kept = { wireType: 'w', raw: null };
/** Every card that a shop sends, in every state. */
export function sendStories(model: ModelServer, words: string, picture: string): void {
  const { conversationId, shopId } = talkWith(model, SENT_STORIES.buyer);
  for (const [kind, content] of cardsOf(words, picture).entries()) {
    for (const { named, ...state } of STATES) {
      const clientId = uuidOf(`story ${kind} ${named}`);
      if (state.mark === 'sent') {
        model.chat.receive(conversationId, {
          author: 'seller',
          clientId,
          content: contentView.parse(shownContent(content)),
        });
        continue;
      }
      const delivery = deliveryView.parse({
        deliveryId: uuidOf(`delivery ${clientId}`),
        clientId,
        conversationId,
        shopId,
        memberId: model.member.memberId,
        content,
        quote: null,
        mark: 'pending',
        isInDoubt: false,
        refusal: null,
        createdAt: Date.now(),
        anchorPosition: model.chat.messages.get(conversationId)?.at(-1)?.position ?? null,
        ...state,
      });
      model.chat.setDelivery(delivery);
    }
  }
}

/** What a marketplace tells of a card, besides its message. */
const told = (words: string, picture: string): Readonly<Record<'order' | 'voucher' | 'offer', CardDetailView>> => ({
  order: {
    kind: 'order',
    order: {
      orderNumber: '2611204ABCDEFG',
      status: 'wait_seller_send',
      unknownStatus: null,
      total: thb('1290'),
      iconUrl: picture,
      title: words,
      itemCount: 3,
    },
  },
  voucher: {
    kind: 'voucher',
    voucher: {
      voucherCode: 'SAVE25',
      title: words,
      discount: { kind: 'percent', percent: 25 },
      minimumSpend: thb('500'),
      startsAt: Date.UTC(2026, 10, 15, 12),
      endsAt: Date.UTC(2027, 0, 15, 12),
      status: 'ongoing',
    },
  },
  offer: {
    kind: 'offer',
    offer: { productId: '1', productName: words, quantity: 2, price: thb('700'), state: { state: 'waiting' } },
  },
});

/**
 * Cards whose facts the marketplace is asked for: told, told with a word that Pasar does not know, and refused. Cards
 * of products and parcels bring all their facts in their messages.
 */
export function detailStories(model: ModelServer, words: string, picture: string): void {
  const { conversationId } = talkWith(model, DETAIL_STORIES.buyer);
  const order = { orderId: '171', orderNumber: '2611204ABCDEFG', status: null, total: null, iconUrl: null };
  const voucher = { voucherId: '5', voucherCode: 'SAVE25', title: null, discount: null };
  const offer = kindsOf(words).offer;
  if (offer === undefined) throw new Error('no offer');
  const contents = {
    order: { type: 'order', order, ...kept },
    voucher: { type: 'voucher', voucher, ...kept },
    offer,
  } as const;
  const facts = told(words, picture);
  for (const kind of ['order', 'voucher', 'offer'] as const) {
    for (const isTold of [true, false]) {
      const { messageId } = model.chat.receive(conversationId, { content: contents[kind] });
      if (isTold) model.chat.cards.set(messageId, facts[kind]);
    }
  }
  const { messageId } = model.chat.receive(conversationId, { content: contents.order });
  const unknownStatus = { reason: 'order_status_unknown', detail: 'TELEPORTED' } as const;
  if (facts.order.kind !== 'order') throw new Error('no order');
  model.chat.cards.set(messageId, {
    ...facts.order,
    order: { ...facts.order.order, status: 'unknown', unknownStatus },
  });
  for (const kind of ['product', 'productList', 'logistics'] as const) {
    const content = kindsOf(words)[kind];
    if (content !== undefined) model.chat.receive(conversationId, { content });
  }
}
