/**
 * The marketplace's notifications that arise while time passes: some tell what has happened to an order, the others come
 * by themselves. All rates are our choice.
 */
import type { OrderStep, ShopTrade, TradeNotification, TradeOrder, TradeProduct } from '../trade.ts';
import { DAY_MS, type TradePlan } from './plan.ts';
import type { NoticeGroup, TradeWords } from './words/types.ts';

type Words = readonly [title: string, text: string];

/** The steps of an order of which the seller is told. */
const TOLD_STEPS: Partial<
  Record<OrderStep, { readonly group: NoticeGroup; readonly words: (words: TradeWords) => Words | undefined }>
> = {
  pay: { group: 'order', words: ({ notices }) => notices.order[0] },
  askCancel: { group: 'order', words: ({ cancelAsked }) => cancelAsked },
  askReturn: { group: 'order', words: ({ notices }) => notices.order[1] },
  deliver: { group: 'finance', words: ({ notices }) => notices.finance[0] },
  failDelivery: { group: 'failed_delivery', words: ({ notices }) => notices.failed_delivery[0] },
};
/** The mean days between two notifications of a group that come by themselves. No step of an order tells of these. */
const MEAN_DAYS = { product: 3, marketing: 5, system: 14, violation: 25, listing_ban: 40 } as const;
type OwnGroup = keyof typeof MEAN_DAYS;
const OWN_GROUPS = ['product', 'marketing', 'system', 'violation', 'listing_ban'] as const satisfies OwnGroup[];
/** A variant with fewer pieces is nearly sold out. */
const FEW = 20;
/** As many products come back as are banned. */
const APPROVED_SHARE = 0.08;

/** The notifications with another one, the newest first. */
function withNotice(notices: ShopTrade['notifications'], notice: TradeNotification): ShopTrade['notifications'] {
  const place = notices.findIndex(({ at }) => at <= notice.at);
  return notices.toSpliced(place === -1 ? notices.length : place, 0, notice);
}

/** The notifications after the step of an order. */
export function noticesAfter(
  { notifications }: ShopTrade,
  plan: TradePlan,
  { orderId, orderNumber }: TradeOrder,
  step: OrderStep,
  at: number,
): ShopTrade['notifications'] {
  const told = TOLD_STEPS[step];
  const words = told?.words(plan.words);
  if (told === undefined || words === undefined) return notifications;
  const [title, text] = words;
  return withNotice(notifications, {
    notificationId: plan.id(`notification/${orderId}/${step}/${at}`),
    group: told.group,
    title,
    text: text.replace('{order}', () => orderNumber),
    at,
    status: 1,
  });
}

export interface NextNotice {
  readonly group: OwnGroup;
  readonly at: number;
}

/** The notification that comes next by itself. It follows from the last one of its group, so nothing is counted. */
export const nextNotice = (trade: Pick<ShopTrade, 'notifications'>, plan: TradePlan): NextNotice =>
  OWN_GROUPS.map((group): NextNotice => {
    const told = trade.notifications.find((notice) => notice.group === group)?.at ?? 0;
    const last = Math.max(plan.seededAt, told);
    const { next } = plan.random(`notice/${group}/${last - plan.seededAt}`);
    return { group, at: last + Math.ceil(-Math.log(1 - next()) * MEAN_DAYS[group] * DAY_MS) };
  }).reduce((first, other) => (other.at < first.at ? other : first));

/** The trade after the notification; a product that is banned is taken off, one that is approved comes back. */
export function tellNotice(trade: ShopTrade, plan: TradePlan, { group, at }: NextNotice): ShopTrade {
  const name = `notification/${group}/${at - plan.seededAt}`;
  const { words, product, isOnline } = drawNotice(trade, plan, group, name);
  const [title, text] = words;
  const notificationId = plan.id(name);
  const notice = { notificationId, group, title, text: text.replace('{product}', () => product.title), at };
  const notifications = withNotice(trade.notifications, { ...notice, status: 1 });
  if (product.isOnline === isOnline) return { ...trade, notifications };
  const renew = (each: TradeProduct) => (each.productId === product.productId ? { ...each, isOnline } : each);
  return { ...trade, notifications, products: trade.products.map(renew) };
}

interface DrawnNotice {
  readonly words: Words;
  /** The product that it is about; any, where it is about none. */
  readonly product: TradeProduct;
  /** Whether that product is on sale afterwards. */
  readonly isOnline: boolean;
}

function drawNotice({ products }: ShopTrade, plan: TradePlan, group: OwnGroup, name: string): DrawnNotice {
  const random = plan.random(name);
  const { notices } = plan.words;
  const pickOf = (wanted: readonly TradeProduct[]): TradeProduct =>
    random.pick(wanted.length === 0 ? products : wanted);
  const online = products.filter(({ isOnline }) => isOnline);
  if (group !== 'product') {
    const product = pickOf(online);
    const isOnline = product.isOnline && group !== 'listing_ban';
    return { words: random.pick(notices[group]), product, isOnline };
  }
  const [low, approved] = notices.product;
  const offline = products.filter(({ isOnline }) => !isOnline);
  if (approved !== undefined && offline.length > 0 && random.chance(APPROVED_SHARE)) {
    return { words: approved, product: random.pick(offline), isOnline: true };
  }
  const product = pickOf(online.filter(({ variants }) => variants.some(({ stock }) => stock < FEW)));
  return { words: low ?? random.pick(notices.product), product, isOnline: product.isOnline };
}
