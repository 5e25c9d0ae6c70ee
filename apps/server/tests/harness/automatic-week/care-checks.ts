import { CALLS } from '@pasar/api';
import { type CareBook, OUT_FOR } from './care-book.ts';
import { checkOutcomes } from './end-checks.ts';
import type { Scene } from './scene.ts';
import { HOUR } from './time.ts';

const calls = CALLS.orderCare;

/** What the tasks of order care tell in the end is what has happened, and nobody was forgotten or left out without a cause. */
export async function checkCare(scene: Scene, book: CareBook): Promise<void> {
  book.checkLook();
  await checkTasks(scene);
  await checkLeftOut(scene, book);
}

async function checkTasks(scene: Scene): Promise<void> {
  const { diary } = scene;
  const seen = new Set<string>();
  for (let pageNo = 1; ; pageNo += 1) {
    const { tasks } = calls.getOrderCareTaskList.output.parse(
      await scene.call(calls.getOrderCareTaskList, { pageNo, pageSize: 100 }),
    );
    for (const view of tasks) {
      const task = diary.tasks.get(view.taskId);
      seen.add(view.taskId);
      if (task === undefined) {
        diary.blame('outcomes', `nobody knows the task ${view.taskId} of ${view.kind}`);
        continue;
      }
      const { items } = calls.searchOrderCareTaskItemList.output.parse(
        await scene.call(calls.searchOrderCareTaskItemList, { taskId: view.taskId, size: 100 }),
      );
      const told = items.map(({ orderId, state }) => ({ subject: orderId, state }));
      checkOutcomes(diary, task, view, told);
    }
    if (tasks.length < 100) break;
  }
  for (const { care, taskId, name } of diary.tasks.values()) {
    if (care !== null && !seen.has(taskId)) diary.blame('outcomes', `${name} is gone`);
  }
}

/** An order that was left out because its stage was over had left it, and one that had had the message had. */
async function checkLeftOut({ database, diary }: Scene, book: CareBook): Promise<void> {
  const found = await database.owner.query<{ item_id: string; reason: string; ended_at: string }>(
    "select item_id, reason, ended_at from bulk_send_item where care_kind is not null and state = 'skip'",
  );
  const items = [...book.items.values()];
  for (const { item_id: itemId, reason, ended_at: endedAt } of found.rows) {
    const item = book.items.get(itemId);
    if (item === undefined) continue;
    const { kind, order, task } = item;
    const what = `${kind} of ${order.id} in ${task.name} was left out: ${reason}`;
    const first = order.known.findIndex(({ step }) => step.kinds.includes(kind));
    const last = order.known.findLastIndex(({ step }) => step.kinds.includes(kind));
    const from = order.known[first]?.at ?? Number.POSITIVE_INFINITY;
    const left = (kind === 'review' ? order.reviewKnownAt : order.known[last + 1]?.at) ?? Number.POSITIVE_INFINITY;
    const to = kind === 'outForDelivery' ? Math.min(left, (order.known[last]?.changedAt ?? 0) + OUT_FOR) : left;
    // The server's clock is put back by less than half an hour.
    const leftOutAt = Number(endedAt);
    const wasThere = from < leftOutAt - HOUR / 2 && to > leftOutAt + HOUR / 2;
    if (reason === 'stageOver' && wasThere) diary.blame('careAtStage', what);
    const others = items.filter((other) => other !== item && other.kind === kind && other.order === order);
    if (reason === 'caredFor' && others.length === 0) diary.blame('careOnce', what);
  }
}
