import type { SendTaskProgress } from '@pasar/api';
import { statusOfTask } from '@pasar/domain';

/** The task with the status that follows from its state and counters. */
export const withStatus = <Task extends SendTaskProgress>(task: Task): Task => ({
  ...task,
  status: statusOfTask(task.state, {
    total: task.totalCount,
    sent: task.sentCount,
    succeeded: task.successCount,
    failed: task.failCount,
    skipped: task.skipCount,
    unconfirmed: task.unconfirmedCount,
  }),
});
