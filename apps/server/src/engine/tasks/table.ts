import { accountHousekeeping, housekeeping } from './housekeeping.ts';
import type { Task, TaskName } from './task.ts';

/** A row for each kind of task. */
export type TaskTable = { readonly [Name in TaskName]: Task<Name> };

export const TASKS: TaskTable = {
  'account-housekeeping': accountHousekeeping,
  housekeeping,
};
