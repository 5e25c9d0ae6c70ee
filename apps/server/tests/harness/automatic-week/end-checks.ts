import { CALLS } from '@pasar/api';
import type { BulkItemState } from '@pasar/domain';
import type { Diary, TaskNote } from './diary.ts';
import type { Scene } from './scene.ts';

const calls = CALLS.bulkSend;

/** When the time is over and nothing stands in the way any more: everything has ended, and what is counted is what happened. */
export async function checkEnd(scene: Scene): Promise<void> {
  scene.expectations.expire();
  await checkAnswers(scene);
  await checkLedger(scene);
  await checkTasks(scene);
}

/** Every planned answer was given, or was not for a reason. */
async function checkAnswers({ database, diary, account }: Scene): Promise<void> {
  const found = await database.owner.query<{ state: string; reason: string | null; count: string }>(
    'select state, reason, count(*) from auto_reply_queue where account_id = $1 group by state, reason',
    [account.accountId],
  );
  for (const { state, reason, count } of found.rows) {
    const isEnded = state === 'answered' || (state === 'skipped' && reason !== null);
    if (!isEnded) diary.blame('everythingEnds', `${count} answers are ${state} (${reason})`);
  }
}

/** Nothing automatic waits, and what was withdrawn was never handed over. */
async function checkLedger({ database, diary, account }: Scene): Promise<void> {
  const open = await database.owner.query<{ cause: string; state: string; count: string }>(
    `select cause, state, count(*) from delivery where account_id = $1 and cause is not null
       and state in ('pending', 'claimed', 'intent', 'doubted') group by cause, state`,
    [account.accountId],
  );
  for (const { cause, state, count } of open.rows) diary.blame('everythingEnds', `${count} of ${cause} are ${state}`);
  const withdrawn = await database.owner.query(
    "select from delivery where account_id = $1 and cause is not null and state = 'dismissed' and intent_at is null",
    [account.accountId],
  );
  diary.counts.withdrawn = withdrawn.rowCount ?? 0;
}

async function checkTasks(scene: Scene): Promise<void> {
  const { diary } = scene;
  const views = new Map<string, ReturnType<typeof calls.getBatchSendTaskList.output.parse>['tasks'][number]>();
  for (let pageNo = 1; ; pageNo += 1) {
    const { tasks } = calls.getBatchSendTaskList.output.parse(
      await scene.call(calls.getBatchSendTaskList, { pageNo, pageSize: 100 }),
    );
    for (const task of tasks) views.set(task.taskId, task);
    if (tasks.length < 100) break;
  }
  for (const task of diary.tasks.values()) {
    if (task.care !== null) continue;
    const view = views.get(task.taskId);
    if (task.isDeleted !== (view === undefined))
      diary.blame('outcomes', `${task.name} is there and deleted, or neither`);
    if (view === undefined) continue;
    await checkTask(scene, task, view);
  }
}

async function checkTask(scene: Scene, task: TaskNote, view: TaskView): Promise<void> {
  const { items } = calls.bulkSendItems.output.parse(
    await scene.call(calls.bulkSendItems, { taskId: task.taskId, pageSize: 100 }),
  );
  const nameOf = new Map(
    scene.account.buyers.map((buyer) => [scene.conversationId(buyer) as string, buyer.conversation]),
  );
  const told = items.map(({ conversationId, state }) => ({ subject: nameOf.get(conversationId ?? '') ?? null, state }));
  checkOutcomes(scene.diary, task, view, told);
}

export type TaskView = Pick<
  ReturnType<typeof calls.getBatchSendTaskList.output.parse>['tasks'][number],
  'state' | 'totalCount' | 'sentCount' | 'successCount' | 'failCount' | 'skipCount' | 'unconfirmedCount'
>;

/** What a task tells of itself and of its recipients is what was seen at the marketplaces. */
export function checkOutcomes(
  diary: Diary,
  task: TaskNote,
  view: TaskView,
  items: readonly { readonly subject: string | null; readonly state: BulkItemState }[],
): void {
  const isOver = view.state === 'finish' || view.state === 'cancel' || (task.isStopped && view.state === 'stopped');
  if (!isOver) diary.blame('everythingEnds', `${task.name} is ${view.state}`);
  const count = (state: string) => items.filter((item) => item.state === state).length;
  const told = [
    view.totalCount,
    view.sentCount,
    view.successCount,
    view.failCount,
    view.skipCount,
    view.unconfirmedCount,
  ];
  const counted = [items.length, count('sent'), count('success'), count('fail'), count('skip'), count('unconfirmed')];
  if (String(told) !== String(counted)) diary.blame('counters', `${task.name} tells ${told} of ${counted}`);
  for (const { subject, state } of items) {
    if (subject === null) continue;
    const outcomes = Array.from({ length: task.parts }, (_, part) => task.attempts.get(`${subject}/${part}`) ?? []);
    const hasArrived = outcomes.map((tries) => tries.some((one) => one === 'accepted' || one === 'arrived'));
    const isDoubtful = outcomes.some((tries) => tries.some((one) => one === 'lost' || one === 'arrived'));
    const { hosted } = task;
    // The shop has written to the buyer since a program had the task: perhaps that was the message.
    const mayHaveGot = hosted !== null && diary.talk(subject).bySeller.some((at) => at >= hosted.since);
    if (hosted?.told.has(subject) && state !== 'success') {
      diary.blame('outcomes', `${task.name} to ${subject} is ${state}, and the program has told of it`);
    }
    const isRight = {
      success: hasArrived.every(Boolean),
      fail: !hasArrived.every(Boolean) || isDoubtful,
      unconfirmed: isDoubtful || mayHaveGot,
      skip: !hasArrived.some(Boolean),
      wait: !hasArrived.some(Boolean) || view.state === 'stopped',
      sent: false,
    }[state];
    const tries = outcomes.map((one) => one.join('+')).join(', ');
    if (!isRight) diary.blame('outcomes', `${task.name} to ${subject} is ${state} after ${tries}`);
  }
}
