/** The texts of what the server names, by its names. */
export const SKIP_TEXTS = {
  noConversation: 'skip.noConversation',
  buyerBlocked: 'skip.buyerBlocked',
  notIdle: 'skip.notIdle',
  openOrder: 'skip.openOrder',
  orderCare: 'skip.orderCare',
  caredFor: 'skip.caredFor',
  stageOver: 'skip.stageOver',
  stageNew: 'skip.stageNew',
  leftTarget: 'skip.leftTarget',
  notDue: 'skip.notDue',
  writtenTo: 'skip.writtenTo',
  cap: 'skip.cap',
  outOfReach: 'skip.outOfReach',
  inARow: 'skip.inARow',
  tooLong: 'skip.tooLong',
  nothingToSay: 'skip.nothingToSay',
} as const;
export const PAUSE_TEXTS = {
  notLoggedIn: 'pause.notLoggedIn',
  automaticStopped: 'pause.automaticStopped',
  quiet: 'pause.quiet',
  hosted: 'pause.hosted',
} as const;
export const ITEM_TEXTS = {
  wait: 'item.wait',
  sent: 'item.sent',
  success: 'item.success',
  fail: 'item.fail',
  skip: 'item.skip',
  unconfirmed: 'item.unconfirmed',
} as const;
export const STATE_TEXTS = {
  wait: 'state.wait',
  processing: 'state.processing',
  stopped: 'state.stopped',
  finish: 'state.finish',
  cancel: 'state.cancel',
} as const;
