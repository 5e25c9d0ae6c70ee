import type { AfterSalesKind, AfterSalesTab, RETURN_REASONS, RETURN_STATUSES } from '@pasar/domain';

export const TAB_TEXTS = {
  open: 'tab.open',
  cancel: 'tab.cancel',
  refund: 'tab.refund',
  return: 'tab.return',
  closed: 'tab.closed',
} as const satisfies Record<AfterSalesTab, string>;

export const KIND_TEXTS = {
  cancel: 'kind.cancel',
  refund: 'kind.refund',
  return: 'kind.return',
} as const satisfies Record<AfterSalesKind, string>;

export const STATUS_TEXTS = {
  apply: 'status.apply',
  refunding: 'status.refunding',
  canceled: 'status.canceled',
  wait_response: 'status.wait_response',
  complete: 'status.complete',
  arbitration_complete: 'status.arbitration_complete',
  return_goods_in_process: 'status.return_goods_in_process',
} as const satisfies Record<(typeof RETURN_STATUSES)[number], string>;

export const REASON_TEXTS = {
  not_received: 'reason.not_received',
  wrong_item: 'reason.wrong_item',
  not_as_described: 'reason.not_as_described',
  incomplete: 'reason.incomplete',
  damaged: 'reason.damaged',
  partial_function_failure: 'reason.partial_function_failure',
} as const satisfies Record<(typeof RETURN_REASONS)[number], string>;
