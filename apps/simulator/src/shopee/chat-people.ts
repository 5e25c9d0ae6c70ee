/** Webchat calls about the buyer, and about the person's own settings and phrases (facts 1.4, 6). */
import type { Buyer } from '../world/types.ts';
import { numericId } from './accounts.ts';
import { atDesk, NOT_THERE, refuse } from './chat-desk.ts';
import { answer, type ChatRoute, EMPTY } from './context.ts';
import { route } from './conversations.ts';
import type { Desk } from './seller-desk.ts';

type Handle = Parameters<typeof atDesk>[0];

/** Runs `act` for the buyer in the path when the shop has a conversation with this buyer. */
const withBuyer = (act: (buyer: Buyer, ...rest: Parameters<Handle>) => ReturnType<Handle>): ChatRoute['handle'] =>
  atDesk((desk, input, context) => {
    const conversation = context.world.conversationWith('shopee', desk.shop.shopId, input.params.id ?? '');
    return conversation === null ? NOT_THERE : act(conversation.buyer, desk, input, context);
  });
const ordersOf = ({ trade }: Desk, { buyerId }: Buyer) => trade.orders.filter((order) => order.buyerId === buyerId);
/** Every simulated buyer joined on this day. */
const JOINED = '2019-05-02T10:00:00+08:00';
const OPEN = new Set(['unpaid', 'toShip', 'shipping', 'cancelRequested', 'returning']);

const profile = withBuyer((buyer, { shop }, _input, context) =>
  answer({
    id: numericId(buyer.buyerId),
    username: buyer.name,
    avatar: buyer.avatarUrl ?? '',
    shop_id: 0,
    country: shop.country,
    created_at: JOINED,
    is_blocked: context.marks.isBlocked(shop.shopId, buyer.buyerId),
  }),
);
const statistics = withBuyer((buyer, desk) => {
  const orders = ordersOf(desk, buyer);
  const ratings = orders.flatMap(({ rating }) => (rating === null ? [] : [rating.stars]));
  return answer({
    delivery_order_count: orders.length,
    delivery_succ_count: orders.filter(({ status }) => status === 'completed').length,
    rating_star: ratings.length === 0 ? null : ratings.reduce((sum, stars) => sum + stars, 0) / ratings.length,
  });
});
const block = withBuyer((buyer, desk, _input, context) => {
  if (ordersOf(desk, buyer).some(({ status }) => OPEN.has(status))) return refuse('user_has_unfinished_orders');
  context.marks.setBlocked(desk.shop.shopId, buyer.buyerId, true);
  return EMPTY;
});
const unblock = withBuyer((buyer, { shop }, _input, context) => {
  context.marks.setBlocked(shop.shopId, buyer.buyerId, false);
  return EMPTY;
});

const shortcutsOf = ({ trade }: Desk) =>
  trade.quickReplies.map(({ groupId, name, replies }) => ({
    id: numericId(groupId),
    group_name: name,
    message_shortcuts: replies.map(({ replyId, text }) => ({ id: numericId(replyId), content: text })),
  }));
const groups = atDesk((desk) => answer(shortcutsOf(desk)));
/** Ours: the login's own phrases are those of the first group. */
const ownShortcuts: ChatRoute['handle'] = (context, { login }) => {
  const [first] = context.trade.of('shopee', login.shopIds[0] ?? '').quickReplies;
  return answer((first?.replies ?? []).map(({ replyId, text }) => ({ id: numericId(replyId), content: text })));
};
const settings: ChatRoute['handle'] = () =>
  answer({ auto_translation: false, notification_sound: true, quick_reply: { enabled: true } });
const newbie: ChatRoute['handle'] = () => answer({ uncompleted: ['auto_reply'] });

export const CHAT_PEOPLE_ROUTES: readonly ChatRoute[] = [
  route('GET', 'users/:id', 'ours', profile),
  route('GET', 'users/:id/get_user_shop_statistics_info', 'ours', statistics),
  route('PUT', 'user/blocks/:id', 'ours', block),
  route('DELETE', 'user/blocks/:id', 'ours', unblock),
  route('GET', 'user/message_shortcuts', 'ours', ownShortcuts),
  route('GET', 'message_shortcuts/groups', 'seen', groups),
  route('GET', 'user/setting', 'ours', settings),
  route('GET', 'newbie/uncompleted', 'ours', newbie),
];
