import { BUYER_NOTE_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, MAIN, permission } from '../contract/call.ts';
import { buyerNoteView, buyerOrdersView, buyerProfileView, buyerRecordView } from '../facts/buyers.ts';
import { conversationId } from '../facts/views.ts';

/**
 * Calls of the desk about the buyer of a conversation; the specification names none of them. Two conversations at one
 * marketplace have the same buyer when the marketplace gives the same id.
 */
const chat = permission('chat');
/** Orders and what was paid for them need the key of orders, wherever they are shown (decision 13). */
const order = permission('order');
const flag = z.union([z.boolean(), z.stringbool()]);
const text = z.string().trim().min(1).max(BUYER_NOTE_LIMITS.length);

const buyerRecord = defineCall({
  path: '/api/desk/buyerRecord',
  method: 'GET',
  access: chat,
  summary: 'What is known of a buyer without asking a marketplace: earlier answers, contacts, other conversations',
  input: z.object({ conversationId }),
  output: buyerRecordView,
});

const buyerProfile = defineCall({
  path: '/api/desk/buyerProfile',
  method: 'GET',
  access: chat,
  summary: 'What the marketplace tells of a buyer; asked again when its last answer is older than two minutes',
  input: z.object({ conversationId }),
  output: buyerProfileView,
});

const buyerOrders = defineCall({
  path: '/api/desk/buyerOrders',
  method: 'GET',
  access: order,
  summary: 'How many orders a buyer has in the shops where the buyer has written, and what was spent',
  input: z.object({ conversationId }),
  output: buyerOrdersView,
});

/** Exists where the marketplace has the ability (`buyers.setBlocked`); elsewhere it is refused. */
const blockBuyer = defineCall({
  path: '/api/desk/blockBuyer',
  method: 'POST',
  access: chat,
  summary: 'Block a buyer at the marketplace or not, for the shop of the conversation',
  input: z.object({ conversationId, isBlocked: flag }),
  output: z.object({}),
});

const buyerNotes = defineCall({
  path: '/api/desk/buyerNotes',
  method: 'GET',
  access: chat,
  summary: 'The notes of the account about a buyer, the newest first',
  input: z.object({ conversationId }),
  output: z.object({ notes: z.array(buyerNoteView) }),
});

const writeBuyerNote = defineCall({
  path: '/api/desk/writeBuyerNote',
  method: 'POST',
  access: chat,
  summary: 'Write a note about a buyer, for all members of the account',
  input: z.object({ conversationId, text }),
  output: z.object({}),
});

/** A note is changed and deleted by its author and by the main account; for any other member it does not exist. */
const changeBuyerNote = defineCall({
  path: '/api/desk/changeBuyerNote',
  method: 'POST',
  access: chat,
  summary: 'Change the words of a note about a buyer',
  input: z.object({ noteId: z.uuid(), text }),
  output: z.object({}),
});

const deleteBuyerNote = defineCall({
  path: '/api/desk/deleteBuyerNote',
  method: 'POST',
  access: chat,
  summary: 'Delete a note about a buyer',
  input: z.object({ noteId: z.uuid() }),
  output: z.object({}),
});

/**
 * Refused while an answer to the buyer is on its way. What the buyer writes afterwards is
 * shown again; what was written before is not stored again.
 */
const eraseBuyer = defineCall({
  path: '/api/desk/eraseBuyer',
  method: 'POST',
  access: MAIN,
  summary: "Delete everything of a conversation's buyer, in all shops of the account at that marketplace",
  input: z.object({ conversationId }),
  output: z.object({}),
});

export const BUYERS_CALLS = {
  buyerRecord,
  buyerProfile,
  buyerOrders,
  blockBuyer,
  buyerNotes,
  writeBuyerNote,
  changeBuyerNote,
  deleteBuyerNote,
  eraseBuyer,
} as const;
