import {
  BULK_ITEM_STATES,
  BULK_PAUSES,
  BULK_SEND_LIMITS,
  BULK_SEND_TYPES,
  BULK_SKIP_REASONS,
  isTimeZone,
  LOCALES,
  ORDER_NUMBER_FAULTS,
  TASK_STATUSES,
} from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN, permission, program } from '../contract/call.ts';
import { fromJson, idList } from '../contract/form.ts';
import {
  bulkSendConditions,
  bulkSendContent,
  bulkSendItemView,
  bulkSendTarget,
  bulkSendTaskView,
  distributedItemView,
  handedRecipientView,
  intervalGiven,
  sendMessageConfigView,
  shopFansView,
} from '../facts/bulk-send.ts';
import { sendPreviewCounts, sendPreviewSlice, sendRecipients } from '../facts/send-tasks.ts';
import { conversationId, shopId } from '../facts/views.ts';

/**
 * Messages to many buyers by one task (spec 2 §7.7, "Batch send" and "Send-message config"), with the specification's paths
 * and the fields of spec 1 §3. Ours: the shapes behind these fields, and the calls under `/api/desk`.
 */
const batchReply = permission('batchReply');
const taskId = z.uuid();
const pageNo = z.coerce.number().int().min(1).default(1);
const pageSize = z.coerce.number().int().min(1).max(100).default(BULK_SEND_LIMITS.pageSize);
const sendTime = z.coerce.number().int().nonnegative();

const message = {
  interval: intervalGiven.default(BULK_SEND_LIMITS.intervalSeconds.usual),
  content: fromJson(bulkSendContent),
  conditionJson: fromJson(bulkSendConditions).prefault({}),
  buyerListJson: fromJson(bulkSendTarget),
};
const taskName = z
  .string()
  .trim()
  .min(1, 'bulk_send_name_required')
  .max(BULK_SEND_LIMITS.name, 'bulk_send_name_required');

/** The recipients are those of now: who comes later gets nothing. */
/** Given by whoever saves, once for each task: a save that is repeated answers with the task that it made before (ours). */
const clientId = z.uuid();

const saveBatchSendTask = defineCall({
  path: '/api/chat/batch_send/saveBatchSendTask',
  method: 'POST',
  access: batchReply,
  summary: 'Send a message to many buyers: at once, or at a time at least five minutes from now',
  input: z.object({
    taskName,
    taskType: z.enum(BULK_SEND_TYPES),
    sendTime: sendTime.optional(),
    clientId: clientId.optional(),
    ...message,
  }),
  output: z.object({ taskId }),
});

const saveTimerTask = defineCall({
  path: '/api/chat/batch_send/saveTimerTask',
  method: 'POST',
  access: batchReply,
  summary: 'The same for a timed task',
  input: z.object({ taskName, sendTime, clientId: clientId.optional(), ...message }),
  output: z.object({ taskId }),
});

/** Only what is given changes; its recipients stay. */
const updateTimerTask = defineCall({
  path: '/api/chat/batch_send/updateTimerTask',
  method: 'POST',
  access: batchReply,
  summary: 'Change the name, the start or the interval of a timed task that waits',
  input: z.object({
    taskId,
    taskName: taskName.optional(),
    sendTime: sendTime.optional(),
    interval: intervalGiven.optional(),
  }),
  output: z.object({}),
});

/** A program that sends by itself takes a task that runs. A lease that is not renewed gives the task back to the server. */
const lockTimerTask = defineCall({
  path: '/api/chat/batch_send/lockTimerTask',
  method: 'POST',
  access: program('batchReply'),
  summary:
    'Take a task that runs, so that the server sends nothing of it; false when another program has it or a stop holds',
  input: z.object({ taskId }),
  output: z.object({ isLocked: z.boolean(), leaseMs: z.number().int() }),
});

const heartbeat = defineCall({
  path: '/api/chat/batch_send/heartbeat',
  method: 'POST',
  access: program('batchReply'),
  summary: 'Renew the lease of a task; false when it was lost or a stop holds',
  input: z.object({ taskId }),
  output: z.object({ isLocked: z.boolean(), leaseMs: z.number().int() }),
});

/**
 * Of each shop at most one recipient at a time, who is decided about as by the server right before a message. The program may have
 * written to whom it was given, so who was not told of when the lease is lost is unconfirmed.
 */
const takeBatchSendRecipients = defineCall({
  path: '/api/chat/batch_send/takeBatchSendRecipients',
  method: 'POST',
  access: program('batchReply'),
  summary: 'Take the next recipients of a task that the program has, with what to send to each',
  input: z.object({ taskId }),
  output: z.object({
    /** False: the lease was lost, or the task was stopped. */
    isLocked: z.boolean(),
    recipients: z.array(handedRecipientView),
    /** Who gets nothing. */
    skipped: z.array(z.object({ itemId: z.uuid(), reason: z.enum(BULK_SKIP_REASONS) })),
    /** Shops whose messages wait, and for what. */
    pauses: z.array(z.object({ shopId, pause: z.enum(BULK_PAUSES) })),
    /** When there may be recipients again, in milliseconds; null: nobody waits. */
    nextAt: z.number().int().nullable(),
  }),
});

const updateBatchSendTaskResult = defineCall({
  path: '/api/chat/batch_send/updateBatchSendTaskResult',
  method: 'POST',
  access: program('batchReply'),
  summary: 'Say what became of recipients of a task that the program has taken',
  input: z.object({
    taskId,
    results: fromJson(
      z
        .array(
          z.object({
            itemId: z.uuid(),
            state: z.enum(['success', 'fail']),
            /** Why it failed. */
            detail: z.string().max(500).optional(),
          }),
        )
        .min(1)
        .max(500),
    ),
  }),
  output: z.object({}),
});

const getBatchSendTaskList = defineCall({
  path: '/api/chat/batch_send/getBatchSendTaskList',
  method: 'GET',
  access: batchReply,
  summary: 'The tasks of the member, and for the main account those of all members; the newest first, by pages',
  input: z.object({ pageNo, pageSize, status: z.enum(TASK_STATUSES).optional() }),
  output: z.object({ tasks: z.array(bulkSendTaskView), totalCount: z.number().int() }),
});

/** What waits in the ledger for a running task is withdrawn. */
const deleteBatchSendTask = defineCall({
  path: '/api/chat/batch_send/deleteBatchSendTask',
  method: 'POST',
  access: batchReply,
  summary: 'Delete tasks; what was sent stays sent',
  input: z.object({ taskIds: idList }),
  output: z.object({}),
});

const previewBulkSend = defineCall({
  path: '/api/desk/bulkSend/preview',
  method: 'POST',
  access: batchReply,
  summary: 'How many would get a message now, how many are left out and why, and how long it would take',
  input: z.object(message),
  output: z.object(sendPreviewCounts),
});

const previewBulkSendRecipients = defineCall({
  path: '/api/desk/bulkSend/previewRecipients',
  method: 'POST',
  access: batchReply,
  summary: 'Those whom the preview counts, by pages: what each would get, or why somebody is left out',
  input: z.object({ ...message, ...sendPreviewSlice }),
  output: sendRecipients,
});

/** Text of pasted numbers, or a file with a column of them. */
const orderNumbersInput = z
  .object({ text: z.string().max(500_000), file: z.base64().max(1_400_000, 'import_too_large') })
  .partial()
  .refine(({ text, file }) => (text === undefined) !== (file === undefined), 'spreadsheet_unreadable');

const readOrderNumbers = defineCall({
  path: '/api/desk/bulkSend/readOrderNumbers',
  method: 'POST',
  access: batchReply,
  summary: 'Read order numbers from pasted text, a workbook or a text file, and say which rows are wrong',
  input: orderNumbersInput,
  output: z.object({
    orders: z.array(z.object({ number: z.string(), shopId })),
    wrong: z.array(z.object({ rowNumber: z.number().int(), number: z.string(), fault: z.enum(ORDER_NUMBER_FAULTS) })),
  }),
});

const exportWrongOrderNumbers = defineCall({
  path: '/api/desk/bulkSend/exportWrongOrderNumbers',
  method: 'POST',
  access: batchReply,
  summary: 'The rows of pasted text or of a file that are wrong as a workbook, with what is wrong',
  input: orderNumbersInput,
  output: z.object({ fileName: z.string(), file: z.base64() }),
});

const readFans = defineCall({
  path: '/api/desk/bulkSend/readFans',
  method: 'POST',
  access: batchReply,
  summary: 'Read who follows the shops; of shops whose marketplace lists no followers nothing is read',
  input: z.object({ shopIds: z.array(shopId).min(1, 'bulk_send_shops_required').max(1_000) }),
  output: z.object({ shopIds: z.array(shopId) }),
});

const shopFans = defineCall({
  path: '/api/desk/bulkSend/fans',
  method: 'GET',
  access: batchReply,
  summary: 'Of every shop whose fans are read or may be used how far they are read, and how many there are',
  input: z.object({}),
  output: z.object({ shops: z.array(shopFansView) }),
});

const bulkSendItems = defineCall({
  path: '/api/desk/bulkSend/items',
  method: 'GET',
  access: batchReply,
  summary: 'The recipients of a task, by pages, and those of one state',
  input: z.object({ taskId, state: z.enum(BULK_ITEM_STATES).optional(), pageNo, pageSize }),
  output: z.object({ items: z.array(bulkSendItemView), totalCount: z.number().int() }),
});

const bulkSendDistribution = defineCall({
  path: '/api/desk/bulkSend/distribution',
  method: 'GET',
  access: batchReply,
  summary: 'The distribution list: recipients of all tasks or of one, the newest first, by pages',
  input: z.object({
    taskId: taskId.optional(),
    shopId: shopId.optional(),
    state: z.enum(BULK_ITEM_STATES).optional(),
    /** `next` of the page before. */
    after: z.uuid().optional(),
  }),
  output: z.object({ items: z.array(distributedItemView), next: z.uuid().nullable() }),
});

/** What is on the wire arrives; what waits in the ledger is withdrawn. */
const stopBulkSend = defineCall({
  path: '/api/desk/bulkSend/stop',
  method: 'POST',
  access: batchReply,
  summary: 'Stop a task that waits or runs',
  input: z.object({ taskId }),
  output: z.object({}),
});

const continueBulkSend = defineCall({
  path: '/api/desk/bulkSend/continue',
  method: 'POST',
  access: batchReply,
  summary: 'Let a stopped task go on with those who got nothing yet',
  input: z.object({ taskId }),
  output: z.object({}),
});

/** Unconfirmed messages are not sent again: they may have arrived. */
const retryBulkSend = defineCall({
  path: '/api/desk/bulkSend/retryFailed',
  method: 'POST',
  access: batchReply,
  summary: 'Send a message again to the recipients at whom it failed',
  input: z.object({ taskId }),
  output: z.object({ retriedCount: z.number().int() }),
});

const exportBulkSend = defineCall({
  path: '/api/desk/bulkSend/export',
  method: 'POST',
  access: batchReply,
  summary: 'The recipients of a task as a workbook, with what became of each',
  input: z.object({
    taskId,
    timeZone: z.string().max(64).refine(isTimeZone).default('UTC'),
    locale: z.enum(LOCALES).optional(),
  }),
  output: z.object({
    fileName: z.string(),
    file: z.base64(),
    /** False: there are more recipients than a file takes. */
    isWhole: z.boolean(),
  }),
});

const getConfig = defineCall({
  path: '/api/chat/send_message/get_config',
  method: 'GET',
  access: batchReply,
  summary: 'How many automatic messages a buyer gets at most, when nobody is written to, and whom order care protects',
  input: z.object({}),
  output: sendMessageConfigView,
});

const saveConfig = defineCall({
  path: '/api/chat/send_message/save_config',
  method: 'POST',
  access: MAIN,
  summary: 'Change it; only what is given changes',
  input: z.object({
    cap: fromJson(sendMessageConfigView.shape.cap).optional(),
    orderCareDays: fromJson(sendMessageConfigView.shape.orderCareDays).optional(),
    quiet: fromJson(sendMessageConfigView.shape.quiet).optional(),
    ownQuiet: fromJson(sendMessageConfigView.shape.ownQuiet).optional(),
  }),
  output: z.object({}),
});

const getSkipSendByHaveOrderCare = defineCall({
  path: '/api/chat/send_message/getSkipSendByHaveOrderCare',
  method: 'POST',
  access: batchReply,
  summary: 'Which conversations order care has written to within the days of the config',
  input: z.object({ conversationIds: fromJson(z.array(conversationId).min(1).max(BULK_SEND_LIMITS.named)) }),
  output: z.object({ conversationIds: z.array(conversationId) }),
});

/** They count for the most messages of a buyer. */
const saveSendMessageLogs = defineCall({
  path: '/api/chat/send_message/saveSendMessageLogs',
  method: 'POST',
  access: program('batchReply'),
  summary: 'Say which automatic messages a program has sent by itself',
  input: z.object({
    logs: fromJson(
      z
        .array(z.object({ conversationId, sentAt: z.number().int().nonnegative() }))
        .min(1)
        .max(500),
    ),
  }),
  output: z.object({}),
});

export const BULK_SEND_CALLS = {
  saveBatchSendTask,
  saveTimerTask,
  updateTimerTask,
  lockTimerTask,
  heartbeat,
  takeBatchSendRecipients,
  updateBatchSendTaskResult,
  getBatchSendTaskList,
  deleteBatchSendTask,
  previewBulkSend,
  previewBulkSendRecipients,
  readOrderNumbers,
  exportWrongOrderNumbers,
  readFans,
  shopFans,
  bulkSendItems,
  bulkSendDistribution,
  stopBulkSend,
  continueBulkSend,
  retryBulkSend,
  exportBulkSend,
  getConfig,
  saveConfig,
  getSkipSendByHaveOrderCare,
  saveSendMessageLogs,
} as const;
