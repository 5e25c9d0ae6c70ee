import {
  type BulkSendItemView,
  type BulkSendTaskView,
  CALLS,
  type CallInput,
  type DistributedItemView,
  type SendMessageConfigView,
  type SendPreviewCounts,
  type SendRecipientView,
  type ShopFansView,
  sendMessageConfigView,
} from '@pasar/api';
import {
  asShopId,
  BULK_SEND_LIMITS,
  type BulkSendState,
  isStartAllowed,
  USUAL_SEND_MESSAGE_CONFIG,
} from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE, refused } from './answers.ts';
import type { ChatModel } from './chat-model.ts';
import { pageOfRecipients } from './send-preview.ts';
import { withStatus } from './send-task-status.ts';

const { bulkSend } = CALLS;

/** Messages to many buyers. The model sends nothing: a test says how far a task has come. */
export class BulkSendModel {
  tasks: readonly BulkSendTaskView[] = [];
  items: readonly BulkSendItemView[] = [];
  /** The recipients of all tasks. */
  distributed: readonly DistributedItemView[] = [];
  fans: readonly ShopFansView[] = [];
  /** What the next preview shows; null: everybody of the target gets the message. */
  preview: SendPreviewCounts | null = null;
  /** Whom previews name; null: those of the target. */
  recipients: readonly SendRecipientView[] | null = null;
  config: SendMessageConfigView = sendMessageConfigView.parse(USUAL_SEND_MESSAGE_CONFIG);
  readonly answers: Answers;
  readonly #append: Append;
  readonly #chat: ChatModel;
  #made = 0;

  constructor(append: Append, chat: ChatModel, now: () => number) {
    this.#append = append;
    this.#chat = chat;
    const move = (taskId: string, from: readonly BulkSendState[], to: BulkSendState) => {
      const task = this.tasks.find((one) => one.taskId === taskId);
      if (task === undefined) return GONE;
      if (!from.includes(task.state)) return refused('bulk_send_state', 'The task is not in a state that allows this.');
      this.change(taskId, { state: to });
      return succeeded({});
    };
    this.answers = new Map([
      answering(bulkSend.saveBatchSendTask, (saved) => {
        this.#made += 1;
        const taskId = uuidOf(`bulk send ${this.#made}`);
        const isTimed = saved.taskType === 'timed';
        this.tasks = [
          {
            taskId,
            taskName: saved.taskName,
            author: 'Demo',
            taskType: saved.taskType,
            targetKind: saved.buyerListJson.kind,
            sendTime: isTimed ? (saved.sendTime ?? null) : null,
            status: 'wait',
            state: isTimed ? 'wait' : 'processing',
            reason: null,
            pauses: [],
            totalCount: this.#previewed(saved.buyerListJson).totalCount,
            sentCount: 0,
            successCount: 0,
            failCount: 0,
            skipCount: 0,
            unconfirmedCount: 0,
            answeredCount: 0,
            createTime: now(),
            beginTime: isTimed ? null : now(),
            endTime: null,
            interval: saved.interval,
            content: saved.content,
            conditionJson: saved.conditionJson,
            buyerListJson: saved.buyerListJson,
          },
          ...this.tasks,
        ];
        this.#append({ kind: 'bulkSend' });
        return succeeded({ taskId });
      }),
      answering(bulkSend.updateTimerTask, ({ taskId, taskName, sendTime, interval }) => {
        const task = this.tasks.find((one) => one.taskId === taskId);
        if (task === undefined) return GONE;
        if (sendTime !== undefined && !isStartAllowed(sendTime, now())) {
          return refused('bulk_send_too_soon', 'The task starts at least 5 minutes from now.');
        }
        this.change(taskId, {
          taskName: taskName ?? task.taskName,
          sendTime: sendTime ?? task.sendTime,
          interval: interval ?? task.interval,
        });
        return succeeded({});
      }),
      answering(bulkSend.getBatchSendTaskList, ({ status }) => {
        const found = this.tasks.map(withStatus).filter((task) => status === undefined || task.status === status);
        return succeeded({ tasks: found, totalCount: found.length });
      }),
      answering(bulkSend.previewBulkSend, ({ buyerListJson }) => succeeded(this.#previewed(buyerListJson))),
      answering(bulkSend.previewBulkSendRecipients, ({ buyerListJson, ...slice }) =>
        succeeded(pageOfRecipients(this.recipients ?? this.#recipientsOf(buyerListJson), slice)),
      ),
      answering(bulkSend.bulkSendItems, ({ state }) => {
        const found = this.items.filter((item) => state === undefined || item.state === state);
        return succeeded({ items: found, totalCount: found.length });
      }),
      answering(bulkSend.bulkSendDistribution, ({ taskId, shopId, state }) => {
        const items = this.distributed.filter(
          (item) =>
            (taskId === undefined || item.taskId === taskId) &&
            (shopId === undefined || item.shopId === shopId) &&
            (state === undefined || item.state === state),
        );
        return succeeded({ items, next: null });
      }),
      answering(bulkSend.readOrderNumbers, ({ text, file = '' }) => {
        const [shop] = this.#chat.conversations.values();
        const rows = (text ?? atob(file)).split('\n').filter((row) => row !== '');
        if (rows.length === 0) return refused('order_numbers_empty', 'There is no order number.');
        if (rows.length > BULK_SEND_LIMITS.orderNumbers) {
          return refused('order_numbers_too_many', 'A task takes at most 5,000 order numbers.');
        }
        return succeeded({
          orders: rows.flatMap((number) =>
            number.startsWith('9') || shop === undefined ? [] : [{ number, shopId: shop.shopId }],
          ),
          wrong: rows.flatMap((number, at) =>
            number.startsWith('9') ? [{ rowNumber: at + 1, number, fault: 'unknown' as const }] : [],
          ),
        });
      }),
      answering(bulkSend.exportWrongOrderNumbers, ({ text = '' }) =>
        succeeded({ fileName: 'order-numbers-wrong.xlsx', file: btoa(text) }),
      ),
      answering(bulkSend.readFans, ({ shopIds }) => {
        for (const shopId of shopIds)
          this.readFans({ shopId, state: 'waiting', fanCount: 0, readAt: null, refusal: null });
        return succeeded({ shopIds });
      }),
      answering(bulkSend.shopFans, () => succeeded({ shops: [...this.fans] })),
      answering(bulkSend.getConfig, () => succeeded(this.config)),
      answering(bulkSend.saveConfig, (chosen) => {
        this.setConfig(chosen);
        return succeeded({});
      }),
      answering(bulkSend.stopBulkSend, ({ taskId }) => move(taskId, ['wait', 'processing'], 'stopped')),
      answering(bulkSend.continueBulkSend, ({ taskId }) => move(taskId, ['stopped'], 'processing')),
      answering(bulkSend.retryBulkSend, ({ taskId }) => {
        const task = this.tasks.find((one) => one.taskId === taskId);
        if (task === undefined) return GONE;
        this.change(taskId, { state: 'processing', failCount: 0 });
        return succeeded({ retriedCount: task.failCount });
      }),
      answering(bulkSend.deleteBatchSendTask, ({ taskIds }) => {
        this.tasks = this.tasks.filter(({ taskId }) => !taskIds.includes(taskId));
        this.#append({ kind: 'bulkSend' });
        return succeeded({});
      }),
    ]);
  }

  /** A task has gone on. */
  change(taskId: string, part: Partial<BulkSendTaskView>): void {
    this.tasks = this.tasks.map((task) => (task.taskId === taskId ? { ...task, ...part } : task));
    this.#append({ kind: 'bulkSend' });
  }

  /** The reading of a shop's fans has gone on. */
  readFans(fans: ShopFansView): void {
    this.fans = [...this.fans.filter(({ shopId }) => shopId !== fans.shopId), fans];
    this.#append({ kind: 'bulkSend' });
  }

  /** The main account has changed it, in any window. */
  setConfig(chosen: CallInput<typeof bulkSend.saveConfig>): void {
    this.config = sendMessageConfigView.parse({ ...this.config, ...chosen });
    this.#append({ kind: 'bulkSend' });
  }

  #found(target: BulkSendTaskView['buyerListJson']) {
    const all = [...this.#chat.conversations.values()];
    return target.kind === 'named'
      ? all.filter(({ conversationId }) => target.conversationIds.includes(conversationId))
      : all;
  }

  #recipientsOf(target: BulkSendTaskView['buyerListJson']): readonly SendRecipientView[] {
    return this.#found(target).map(({ shopId, buyer }) => ({
      ...{ shopId, buyerName: buyer.name, orderNumber: null, skipped: null },
      parts: [{ kind: 'text', text: 'Hello', pictureId: null }],
    }));
  }

  #previewed(target: BulkSendTaskView['buyerListJson']): SendPreviewCounts {
    if (this.preview !== null) return this.preview;
    const found = this.#found(target);
    return {
      totalCount: found.length,
      sendCount: found.length,
      shops: [...Map.groupBy(found, ({ shopId }) => shopId)].map(([shopId, ofShop]) => ({
        shopId: asShopId(shopId),
        sendCount: ofShop.length,
        skipped: [],
      })),
      unreadShopIds: [],
      durationMs: 60_000,
    };
  }
}
