import { CHANGED, type KeptTable, many, never, OWN, rows, WITH_SHOP } from './kept-table.ts';

/** What the product keeps of the lists of shops: orders, returns, reviews and notifications. */
export const LIST_TABLES: Readonly<Record<string, KeptTable>> = {
  shop_order_words: {
    holds: 'the parts of the words of orders, by which a search finds them',
    of: 'buyer',
    until: 'as long as the order',
    exported: never('made of the orders'),
    ...OWN,
  },
  shop_order: {
    holds: 'the orders of the shops, as their marketplaces tell them; without the buyer where the buyer is erased',
    of: 'buyer',
    until: WITH_SHOP,
    exported: rows(),
    ...many(1_000),
  },
  shop_order_count: {
    holds: 'how many orders of a shop have a status',
    of: 'account',
    until: WITH_SHOP,
    exported: never('counts the orders'),
    ...OWN,
  },
  shop_return: {
    holds: 'the returns of the shops, as their marketplaces tell them; without the buyer where the buyer is erased',
    of: 'buyer',
    until: WITH_SHOP,
    exported: rows(),
    ...many(50),
  },
  shop_review: {
    holds: 'the buyers’ reviews of the shops; without the buyer where the buyer is erased',
    of: 'buyer',
    until: WITH_SHOP,
    exported: rows(),
    ...many(100),
  },
  shop_notification: {
    holds: 'the marketplaces’ notifications to the shops',
    of: 'account',
    until: WITH_SHOP,
    exported: rows(),
    ...many(100),
  },
  shop_return_count: {
    holds: 'how many returns of a shop are open',
    of: 'account',
    until: WITH_SHOP,
    exported: never('counts the returns'),
    ...OWN,
  },
  shop_review_count: {
    holds: 'how many reviews of a shop have how many stars',
    of: 'account',
    until: WITH_SHOP,
    exported: never('counts the reviews'),
    ...OWN,
  },
  shop_notification_count: {
    holds: 'how many notifications of a shop have a kind',
    of: 'account',
    until: WITH_SHOP,
    exported: never('counts the notifications'),
    ...OWN,
  },
  seen_list: {
    holds: 'up to when a member has seen cases, reviews and notifications',
    of: 'member',
    until: 'as long as the member',
    exported: rows(),
    ...OWN,
  },
  reading: { holds: 'how far the lists of shops are read', of: 'account', until: WITH_SHOP, exported: rows(), ...OWN },
  reading_setting: {
    holds: 'how often the lists of shops are read',
    of: 'account',
    until: CHANGED,
    exported: rows(),
    ...OWN,
  },
};
