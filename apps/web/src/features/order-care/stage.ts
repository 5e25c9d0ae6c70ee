import { type Marketplace, ORDER_CARE_STAGES, type OrderCareKind } from '@pasar/domain';

/** Whether an order of a marketplace is where a kind is due. */
export function isAtStage(
  order: { readonly status: string; readonly wireStatus: string },
  kind: OrderCareKind,
  marketplace: Marketplace | null,
): boolean {
  const stage = marketplace === null ? null : ORDER_CARE_STAGES[kind][marketplace];
  return (
    stage !== null && stage.status === order.status && (stage.words === null || stage.words.includes(order.wireStatus))
  );
}
