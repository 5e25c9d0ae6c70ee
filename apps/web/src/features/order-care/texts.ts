/** The texts of what the server names, by its names. */
export const KIND_TEXTS = {
  pay: 'kind.pay',
  paid: 'kind.paid',
  shipped: 'kind.shipped',
  outForDelivery: 'kind.outForDelivery',
  delivered: 'kind.delivered',
  review: 'kind.review',
} as const;
/** Which orders a kind is about. */
export const STAGE_TEXTS = {
  pay: 'stage.pay',
  paid: 'stage.paid',
  shipped: 'stage.shipped',
  outForDelivery: 'stage.outForDelivery',
  delivered: 'stage.delivered',
  review: 'stage.review',
} as const;
export const RANGE_TEXTS = { today: 'range.today', '7': 'range.7', '15': 'range.15', '30': 'range.30' } as const;
export const UNIT_TEXTS = { minutes: 'unit.minutes', hours: 'unit.hours', days: 'unit.days' } as const;
