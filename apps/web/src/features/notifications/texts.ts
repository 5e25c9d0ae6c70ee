import type { NotificationKind } from '@pasar/domain';

export const KIND_TEXTS = {
  violation: 'kind.violation',
  frozen_product: 'kind.frozen_product',
  failed_delivery: 'kind.failed_delivery',
  order: 'kind.order',
  product: 'kind.product',
  finance: 'kind.finance',
  marketing: 'kind.marketing',
  system: 'kind.system',
} as const satisfies Record<NotificationKind, string>;
