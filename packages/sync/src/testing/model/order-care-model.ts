import {
  CALLS,
  type CallInput,
  type OrderCareContentView,
  type OrderCareItemView,
  type OrderCarePreview,
  type OrderCareSettings,
  type OrderCareTaskView,
  type SendRecipientView,
} from '@pasar/api';
import {
  asShopId,
  type BulkSendState,
  type OrderCareKind,
  type ShopId,
  USUAL_ORDER_CARE_REMINDERS,
} from '@pasar/domain';
import { type CallResult, succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE, refused } from './answers.ts';
import { pageOfRecipients } from './send-preview.ts';
import { withStatus } from './send-task-status.ts';
import type { ShopsModel } from './shops-model.ts';

const { orderCare } = CALLS;
type Target = CallInput<typeof orderCare.previewOrderCare>;

/** Order care. The model knows no orders and sends nothing: a test says who is due and how far a task has come. */
export class OrderCareModel {
  contents: readonly OrderCareContentView[] = [];
  settings: OrderCareSettings = { reminders: { ...USUAL_ORDER_CARE_REMINDERS }, shopIds: null };
  tasks: readonly OrderCareTaskView[] = [];
  items: readonly OrderCareItemView[] = [];
  /** So many orders of each shop are due. */
  dueCount = 2;
  /** What previews show instead of that. */
  preview: OrderCarePreview | null = null;
  readonly answers: Answers;
  readonly #append: Append;
  readonly #shops: ShopsModel;
  #made = 0;

  constructor(append: Append, shops: ShopsModel, now: () => number) {
    this.#append = append;
    this.#shops = shops;
    const create = (kind: OrderCareKind, totalCount: number): CallResult<{ readonly taskId: string }> => {
      if (this.contents.every((one) => one.kind !== kind)) {
        return refused('content_empty', 'Write something first.');
      }
      if (totalCount === 0) return refused('no_shops_to_urge', 'No shop has orders that need urging.');
      return succeeded({ taskId: this.#add(kind, totalCount, now()) });
    };
    const move = (taskId: string, from: readonly BulkSendState[], part: Partial<OrderCareTaskView>) => {
      const task = this.tasks.find((one) => one.taskId === taskId);
      if (task === undefined) return GONE;
      if (!from.includes(task.state)) return refused('bulk_send_state', 'The task is not in a state that allows this.');
      this.change(taskId, part);
      return succeeded({});
    };
    this.answers = new Map([
      answering(orderCare.getOrderCareContent, ({ kind }) =>
        succeeded({ contents: this.contents.filter((one) => kind === undefined || one.kind === kind) }),
      ),
      answering(orderCare.saveOrderCareContent, ({ kind, country = null, content }) => {
        const others = this.contents.filter((one) => one.kind !== kind || one.country !== country);
        this.contents = content === undefined ? others : [...others, { kind, country, content }];
        this.#append({ kind: 'orderCare' });
        return succeeded({});
      }),
      answering(orderCare.getOrderCareSettings, () => succeeded(this.settings)),
      answering(orderCare.saveOrderCareSettings, (settings) => {
        this.settings = settings;
        this.#append({ kind: 'orderCare' });
        return succeeded({});
      }),
      answering(orderCare.previewOrderCare, (target) => succeeded(this.preview ?? this.#previewed(target))),
      answering(orderCare.previewOrderCareRecipients, (target) =>
        succeeded(pageOfRecipients(this.#recipientsOf(target), target)),
      ),
      answering(orderCare.createOrderCareTask, (target) =>
        create(target.kind, (this.preview ?? this.#previewed(target)).sendCount),
      ),
      answering(orderCare.saveOrderCareTaskItemList, ({ taskId, kind, orders }) => {
        if (kind === undefined) return succeeded({ taskId: taskId ?? '', addedCount: orders.length });
        const made = create(kind, orders.length);
        if (!made.ok) return made;
        this.items = [...orders.map((order) => this.#named(made.data.taskId, kind, order)), ...this.items];
        return succeeded({ ...made.data, addedCount: orders.length });
      }),
      answering(orderCare.searchOrderCareTaskItemList, ({ taskId, kind, state, shopId, orderNumber = '' }) => {
        const found = this.items.filter(
          (item) =>
            (taskId === undefined || item.taskId === taskId) &&
            (kind === undefined || item.kind === kind) &&
            (state === undefined || item.state === state) &&
            (shopId === undefined || item.shopId === shopId) &&
            item.orderNumber.startsWith(orderNumber),
        );
        return succeeded({ items: found, totalCount: found.length });
      }),
      answering(orderCare.getOrderIdAndOrderCareTypeListMap, ({ shopId, orderIds }) => {
        const had = Map.groupBy(
          this.items.filter((item) => item.shopId === shopId && orderIds.includes(item.orderId)),
          ({ orderId }) => orderId,
        );
        return succeeded({
          orders: Object.fromEntries([...had].map(([orderId, items]) => [orderId, items.map(({ kind }) => kind)])),
        });
      }),
      answering(orderCare.getOrderCareTaskList, ({ kind }) => {
        const found = this.tasks.filter((task) => kind === undefined || task.kind === kind).map(withStatus);
        return succeeded({ tasks: found, totalCount: found.length });
      }),
      answering(orderCare.stopOrderCare, ({ taskId }) => move(taskId, ['wait', 'processing'], { state: 'stopped' })),
      answering(orderCare.continueOrderCare, ({ taskId }) => move(taskId, ['stopped'], { state: 'processing' })),
      answering(orderCare.retryOrderCare, ({ taskId }) => {
        const task = this.tasks.find((one) => one.taskId === taskId);
        if (task === undefined) return GONE;
        this.change(taskId, { state: 'processing', failCount: 0 });
        return succeeded({ retriedCount: task.failCount });
      }),
    ]);
  }

  /** A task has gone on. */
  change(taskId: string, part: Partial<OrderCareTaskView>): void {
    this.tasks = this.tasks.map((task) => (task.taskId === taskId ? { ...task, ...part } : task));
    this.#append({ kind: 'orderCare' });
  }

  #add(kind: OrderCareKind, totalCount: number, at: number): string {
    this.#made += 1;
    const taskId = uuidOf(`order care ${this.#made}`);
    const counts = { sentCount: 0, successCount: 0, failCount: 0, skipCount: 0, unconfirmedCount: 0, answeredCount: 0 };
    const times = { createTime: at, beginTime: at, endTime: null };
    this.tasks = [
      {
        ...{ taskId, kind, isAutomatic: false, author: 'Demo', status: 'processing', state: 'processing', pauses: [] },
        ...{ ...counts, ...times, totalCount },
      },
      ...this.tasks,
    ];
    this.#append({ kind: 'orderCare' });
    return taskId;
  }

  #named(
    taskId: string,
    kind: OrderCareKind,
    order: { readonly shopId: ShopId; readonly orderId: string },
  ): OrderCareItemView {
    return {
      ...{ itemId: uuidOf(`${taskId} ${order.orderId}`), taskId, kind, ...order },
      ...{ orderNumber: order.orderId, buyerName: 'Buyer', conversationId: null, state: 'wait', skipped: null },
      ...{ reason: null, detail: null, texts: [], sentAt: null, endedAt: null, isAnswered: false },
    };
  }

  #of({ shopIds }: Pick<Target, 'shopIds'>) {
    return shopIds.flatMap((shopId) => this.#shops.byId.get(shopId) ?? []);
  }

  #recipientsOf(target: Pick<Target, 'kind' | 'shopIds'>): readonly SendRecipientView[] {
    const text = this.contents.find((one) => one.kind === target.kind)?.content.parts[0];
    if (text?.kind !== 'text') return [];
    return this.#of(target).flatMap(({ shopId }) =>
      Array.from({ length: this.dueCount }, (_, index) => ({
        ...{ shopId, buyerName: 'John Tan', orderNumber: `261121ABC${index + 1}`, skipped: null },
        parts: [{ kind: 'text' as const, text: text.text.replace('{buyer}', 'John Tan'), pictureId: null }],
      })),
    );
  }

  #previewed(target: Target): OrderCarePreview {
    const shops = this.#of(target);
    const sendCount = shops.length * this.dueCount;
    return {
      totalCount: sendCount,
      sendCount,
      shops: shops.map(({ shopId }) => ({ shopId: asShopId(shopId), sendCount: this.dueCount, skipped: [] })),
      unreadShopIds: [],
      unreadReviewShopIds: [],
      unreadParcels: 0,
      durationMs: 60_000,
    };
  }
}
