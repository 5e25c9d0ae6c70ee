import { BULK_ITEM_STATES, COUNTRIES, ORDER_CARE_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN, permission } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import {
  namedOrders,
  orderCareContentView,
  orderCareItemView,
  orderCareKind,
  orderCarePreview,
  orderCareSettings,
  orderCareTarget,
  orderCareTaskView,
} from '../facts/order-care.ts';
import { sendPreviewSlice, sendRecipients } from '../facts/send-tasks.ts';
import { shopId } from '../facts/views.ts';

/**
 * Order care: messages to buyers at a stage of their order (spec 2 §7.7, "Order care"), with the specification's paths. Ours:
 * all shapes, and the calls under `/api/desk`. A task of order care runs as a message to many buyers does.
 */
const orderCare = permission('orderCare');
const taskId = z.uuid();
const pageNo = z.coerce.number().int().min(1).default(1);
const shopIds = fromJson(orderCareTarget.shopIds);

const getOrderCareContent = defineCall({
  path: '/api/chat/order_care/getOrderCareContent',
  method: 'POST',
  access: orderCare,
  summary: 'What buyers get at each stage of an order, for all countries and for single ones',
  input: z.object({ kind: orderCareKind.optional() }),
  output: z.object({ contents: z.array(orderCareContentView) }),
});

const saveOrderCareContent = defineCall({
  path: '/api/chat/order_care/saveOrderCareContent',
  method: 'POST',
  access: MAIN,
  summary: 'Change what buyers of a country get at a stage; without a content the country has none of its own',
  input: z.object({
    kind: orderCareKind,
    /** Absent: of every country that has no own. */
    country: z.enum(COUNTRIES).optional(),
    content: fromJson(orderCareContentView.shape.content).optional(),
  }),
  output: z.object({}),
});

/** An order that has had a message of the kind is left out, whoever sent it. */
const createOrderCareTask = defineCall({
  path: '/api/chat/order_care/createOrderCareTask',
  method: 'POST',
  access: orderCare,
  summary: 'Send the message of a kind to the buyers of the orders that are at its stage',
  input: z.object({ ...orderCareTarget, shopIds }),
  output: z.object({ taskId }),
});

const saveOrderCareTaskItemList = defineCall({
  path: '/api/chat/order_care/saveOrderCareTaskItemList',
  method: 'POST',
  access: orderCare,
  summary: 'Add named orders to a task, or send the message of a kind to the buyers of named orders by a new task',
  input: z
    .object({ taskId: taskId.optional(), kind: orderCareKind.optional(), orders: fromJson(namedOrders) })
    .refine(({ taskId: known, kind }) => (known === undefined) !== (kind === undefined), 'a task or a kind'),
  output: z.object({ taskId, addedCount: z.number().int() }),
});

const searchOrderCareTaskItemList = defineCall({
  path: '/api/chat/order_care/searchOrderCareTaskItemList',
  method: 'POST',
  access: orderCare,
  summary: 'Orders that order care has written about or will, the newest first, by pages',
  input: z.object({
    taskId: taskId.optional(),
    kind: orderCareKind.optional(),
    state: z.enum(BULK_ITEM_STATES).optional(),
    shopId: shopId.optional(),
    /** The beginning of an order number. */
    orderNumber: z.string().trim().max(64).optional(),
    page: z.coerce.number().int().min(1).default(1),
    size: z.coerce.number().int().min(1).max(100).default(ORDER_CARE_LIMITS.pageSize),
  }),
  output: z.object({ items: z.array(orderCareItemView), totalCount: z.number().int() }),
});

const getOrderIdAndOrderCareTypeListMap = defineCall({
  path: '/api/chat/order_care/getOrderIdAndOrderCareTypeListMap',
  method: 'POST',
  access: orderCare,
  summary: 'Which kinds of messages named orders of a shop have had or will have; an order without any is absent',
  input: z.object({
    shopId,
    orderIds: fromJson(z.array(z.string().trim().min(1).max(64)).min(1).max(ORDER_CARE_LIMITS.orders)),
  }),
  output: z.object({ orders: z.record(z.string(), z.array(orderCareKind)) }),
});

const getOrderCareTaskList = defineCall({
  path: '/api/chat/order_care/getOrderCareTaskList',
  method: 'POST',
  access: orderCare,
  summary:
    'The tasks of the member, and for the main account those of all and the automatic ones; the newest first, by pages',
  input: z.object({
    kind: orderCareKind.optional(),
    pageNo,
    pageSize: z.coerce.number().int().min(1).max(100).default(ORDER_CARE_LIMITS.taskPageSize),
  }),
  output: z.object({ tasks: z.array(orderCareTaskView), totalCount: z.number().int() }),
});

const previewOrderCare = defineCall({
  path: '/api/desk/orderCare/preview',
  method: 'POST',
  access: orderCare,
  summary: 'For how many orders the message of a kind would go out now, and how many are left out and why',
  input: z.object({ ...orderCareTarget, shopIds }),
  output: orderCarePreview,
});

const previewOrderCareRecipients = defineCall({
  path: '/api/desk/orderCare/previewRecipients',
  method: 'POST',
  access: orderCare,
  summary: 'The orders that the preview counts, by pages: what each buyer would get, or why an order is left out',
  input: z.object({ ...orderCareTarget, shopIds, ...sendPreviewSlice }),
  output: sendRecipients,
});

const getOrderCareSettings = defineCall({
  path: '/api/desk/orderCare/getSettings',
  method: 'GET',
  access: orderCare,
  summary: 'Which messages go out by themselves, when, and for which shops',
  input: z.object({}),
  output: orderCareSettings,
});

/** What waits of a kind that is switched off is withdrawn. */
const saveOrderCareSettings = defineCall({
  path: '/api/desk/orderCare/saveSettings',
  method: 'POST',
  access: MAIN,
  summary: 'Change it; orders that reached their stage before a kind was switched on get nothing by themselves',
  input: z.object({
    reminders: fromJson(orderCareSettings.shape.reminders),
    shopIds: fromJson(orderCareSettings.shape.shopIds),
  }),
  output: z.object({}),
});

const stopOrderCare = defineCall({
  path: '/api/desk/orderCare/stop',
  method: 'POST',
  access: orderCare,
  summary: 'Stop a task that waits or runs; what is on the wire arrives',
  input: z.object({ taskId }),
  output: z.object({}),
});

const continueOrderCare = defineCall({
  path: '/api/desk/orderCare/continue',
  method: 'POST',
  access: orderCare,
  summary: 'Let a stopped task go on with those who got nothing yet',
  input: z.object({ taskId }),
  output: z.object({}),
});

const retryOrderCare = defineCall({
  path: '/api/desk/orderCare/retryFailed',
  method: 'POST',
  access: orderCare,
  summary: 'Send a message again to the buyers at whom it failed; unconfirmed messages are not sent again',
  input: z.object({ taskId }),
  output: z.object({ retriedCount: z.number().int() }),
});

export const ORDER_CARE_CALLS = {
  getOrderCareContent,
  saveOrderCareContent,
  createOrderCareTask,
  saveOrderCareTaskItemList,
  searchOrderCareTaskItemList,
  getOrderIdAndOrderCareTypeListMap,
  getOrderCareTaskList,
  previewOrderCare,
  previewOrderCareRecipients,
  getOrderCareSettings,
  saveOrderCareSettings,
  stopOrderCare,
  continueOrderCare,
  retryOrderCare,
} as const;
