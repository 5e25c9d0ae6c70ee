import { deleteAccount } from './delete-account.ts';
import { forgetMessages } from './forget-messages.ts';
import { accountHousekeeping, housekeeping } from './housekeeping.ts';
import type { Task, TaskName } from './task.ts';

/** A row for each kind of task. */
export type TaskTable = { readonly [Name in TaskName]: Task<Name> };

export const TASKS: TaskTable = {
  'account-housekeeping': accountHousekeeping,
  'delete-account': deleteAccount,
  'forget-messages': forgetMessages,
  housekeeping,
};
