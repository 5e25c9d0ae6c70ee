/** The pages beside the chat that a key opens, in the order of the rail. */
export const KEYED_PAGES = [
  ['order', '/orders', 'box', 'rail.orders'],
  ['remark', '/remarks', 'flag', 'rail.remarks'],
  ['batchReply', '/bulk-send', 'send', 'rail.bulkSend'],
  ['orderCare', '/order-care', 'heart', 'rail.orderCare'],
] as const;
