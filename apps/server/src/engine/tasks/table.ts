import { autoReply } from './auto-reply.ts';
import { bulkAction } from './bulk-action.ts';
import { bulkSend, bulkSendShop } from './bulk-send.ts';
import { buyerTagSweep } from './buyer-tag-sweep.ts';
import { deleteAccount } from './delete-account.ts';
import { forgetMessages } from './forget-messages.ts';
import { accountHousekeeping, housekeeping } from './housekeeping.ts';
import { orderCare } from './order-care.ts';
import { accountSearchBacklog, searchBacklog } from './search-backlog.ts';
import type { Task, TaskName } from './task.ts';
import { accountTeamFigures, teamFigures } from './team-figures.ts';

/** A row for each kind of task. */
export type TaskTable = { readonly [Name in TaskName]: Task<Name> };

export const TASKS: TaskTable = {
  'account-housekeeping': accountHousekeeping,
  'account-search-backlog': accountSearchBacklog,
  'account-team-figures': accountTeamFigures,
  'auto-reply': autoReply,
  'bulk-action': bulkAction,
  'buyer-tag-sweep': buyerTagSweep,
  'bulk-send': bulkSend,
  'bulk-send-shop': bulkSendShop,
  'delete-account': deleteAccount,
  'forget-messages': forgetMessages,
  housekeeping,
  'order-care': orderCare,
  'search-backlog': searchBacklog,
  'team-figures': teamFigures,
};
