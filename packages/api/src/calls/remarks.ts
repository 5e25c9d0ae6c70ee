import { IMAGE_TYPES, isTimeZone, LOCALES, REMARK_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { fromJson } from '../contract/form.ts';
import { ofPage, ofShops, timeGiven } from '../facts/order-book.ts';
import { remarkKind, remarkStatus, remarkView } from '../facts/remarks.ts';
import { conversationId } from '../facts/views.ts';

/**
 * Pre-sales and after-sales remarks: what is still to be done for a buyer. The specification names the calls of
 * `/api/chat/remark/` up to `deleteRemarks`; the shapes, and the other calls, are ours.
 */
const remark = permission('remark');
const count = z.number().int().nonnegative();
const { cursor, pageSize } = ofPage;
const remarkIds = fromJson(z.array(z.uuid()).min(1).max(REMARK_LIMITS.atOnce));
const assigneeId = fromJson(z.uuid().nullable());
const dueAt = fromJson(timeGiven.nullable());

const getRemarkCount = defineCall({
  path: '/api/chat/remark/getRemarkCount',
  method: 'POST',
  access: remark,
  summary: 'How many remarks have a status, by kind; without a status, how many are pending',
  input: z.object({ ...ofShops, status: remarkStatus.default('wait') }),
  output: z.object({ count, preSales: count, afterSales: count }),
});

/**
 * A picture that could not be stored is left out by the person: the remark names those that were. `remarkId`: the same for
 * every try of one form, by which the remark is added once.
 */
const addBuyerRemark = defineCall({
  path: '/api/chat/remark/addBuyerRemark',
  method: 'POST',
  access: remark,
  summary: 'Add a remark about the buyer of a conversation',
  input: z.object({
    conversationId,
    remarkId: z.uuid().optional(),
    kind: remarkKind,
    content: z.string().trim().min(1, 'remark_required').max(REMARK_LIMITS.length),
    orderNumber: z.string().trim().max(REMARK_LIMITS.orderNumberLength).optional(),
    pictureIds: fromJson(z.array(z.uuid()).max(REMARK_LIMITS.pictures, 'remark_pictures_full')).default([]),
    assigneeId: assigneeId.optional(),
    dueAt: dueAt.optional(),
  }),
  output: z.object({ remarkId: z.uuid() }),
});

export const REMARK_SORTS = ['newest', 'due'] as const;
const filter = {
  ...ofShops,
  status: remarkStatus.optional(),
  kind: remarkKind.optional(),
  /** Whose they are to do; null: nobody's. */
  assigneeId: assigneeId.optional(),
  /** Due before this time. */
  dueTo: timeGiven.optional(),
  /** Found in the remark, its order number and the buyer's name. */
  words: z.string().trim().max(100).optional(),
  /** By the due date, only of the pending ones as long as no status is named: those without a date come last. */
  sort: z.enum(REMARK_SORTS).default('newest'),
};

const getRemarkList = defineCall({
  path: '/api/chat/remark/getRemarkList',
  method: 'POST',
  access: remark,
  summary: 'The remarks of the shops that the member sees, or those about the buyer of a conversation',
  input: z
    .object({
      ...filter,
      conversationId: conversationId.optional(),
      /** `pending`: the pending ones first, each newest first; only about a buyer, whose remarks are few. */
      sort: z.enum([...REMARK_SORTS, 'pending']).default('newest'),
      cursor,
      pageSize,
    })
    .refine(({ sort, conversationId: about }) => sort !== 'pending' || about !== undefined),
  output: z.object({
    remarks: z.array(remarkView),
    next: z.string().nullable(),
    /** How many remarks there are about the buyer, whatever else was asked for; null where none was named. */
    aboutBuyer: count.nullable(),
  }),
});

/** Ids that are gone, or that the member does not see, are passed over; `not_found` where that is all of them. */
const updateRemarkStatusFinish = defineCall({
  path: '/api/chat/remark/updateRemarkStatusFinish',
  method: 'POST',
  access: remark,
  summary: 'Mark remarks as processed',
  input: z.object({ remarkIds }),
  /** Which were pending until now: those that a member takes back. */
  output: z.object({ finished: count, remarkIds: z.array(z.uuid()) }),
});

/** Ours. A member who no longer sees the remark is its assignee no more. */
const reopenRemarks = defineCall({
  path: '/api/chat/remark/reopenRemarks',
  method: 'POST',
  access: remark,
  summary: 'Set processed remarks back to pending',
  input: z.object({ remarkIds }),
  output: z.object({ reopened: count }),
});

const deleteRemarks = defineCall({
  path: '/api/chat/remark/deleteRemarks',
  method: 'POST',
  access: remark,
  summary: 'Delete remarks with their pictures',
  input: z.object({ remarkIds }),
  output: z.object({ deleted: count }),
});

/** What is not named stays as it is. */
const planRemarks = defineCall({
  path: '/api/chat/remark/planRemarks',
  method: 'POST',
  access: remark,
  summary: 'Say who is to do pending remarks, and until when',
  input: z.object({ remarkIds, assigneeId: assigneeId.optional(), dueAt: dueAt.optional() }),
  output: z.object({ planned: count }),
});

const remarkAssignees = defineCall({
  path: '/api/chat/remark/remarkAssignees',
  method: 'GET',
  access: remark,
  summary: 'The members who may be given a remark: of a conversation those who see its shop',
  input: z.object({ conversationId: conversationId.optional() }),
  output: z.object({ members: z.array(z.object({ memberId: z.uuid(), name: z.string() })) }),
});

/** A picture that no saved remark names is deleted after a day. */
const saveRemarkPicture = defineCall({
  path: '/api/chat/remark/saveRemarkPicture',
  method: 'POST',
  access: remark,
  summary: 'Store a picture, for a remark that is saved next',
  input: z.object({ type: z.enum(IMAGE_TYPES), file: z.base64() }),
  output: z.object({ pictureId: z.uuid() }),
});

const exportRemarks = defineCall({
  path: '/api/chat/remark/exportRemarks',
  method: 'POST',
  access: remark,
  summary: 'The remarks of a filter as a workbook, without their pictures',
  input: z.object({
    ...filter,
    timeZone: z.string().max(64).refine(isTimeZone).default('UTC'),
    locale: z.enum(LOCALES).optional(),
  }),
  output: z.object({
    fileName: z.string(),
    file: z.base64(),
    /** False: there are more remarks than a file takes, and the last of the order are missing. */
    isWhole: z.boolean(),
  }),
});

export const REMARKS_CALLS = {
  getRemarkCount,
  addBuyerRemark,
  getRemarkList,
  updateRemarkStatusFinish,
  reopenRemarks,
  deleteRemarks,
  planRemarks,
  remarkAssignees,
  saveRemarkPicture,
  exportRemarks,
} as const;
