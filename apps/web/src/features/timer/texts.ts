/** The texts of what the server names, by its names. */
export const KIND_TEXTS = {
  autoReply: 'kind.autoReply',
  bulkSend: 'kind.bulkSend',
  orderCare: 'kind.orderCare',
  bulkAction: 'kind.bulkAction',
  buyerTags: 'kind.buyerTags',
  upkeep: 'kind.upkeep',
} as const;
export const STATE_TEXTS = { failed: 'failed', running: 'running', waiting: 'waiting' } as const;
export const LASTING_TEXTS = {
  upkeep: 'lasting.upkeep',
  orderCareSettings: 'lasting.orderCareSettings',
  lostChanges: 'lasting.lostChanges',
} as const;
/** What a stop of each kind does. Upkeep is not stopped. */
export const STOP_TEXTS = {
  autoReply: 'stop.text.autoReply',
  bulkSend: 'stop.text.send',
  orderCare: 'stop.text.send',
  bulkAction: 'stop.text.bulkAction',
  buyerTags: 'stop.text.buyerTags',
  upkeep: 'stop.text.send',
} as const;
