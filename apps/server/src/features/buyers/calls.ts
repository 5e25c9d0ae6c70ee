import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import { blockBuyer } from './block.ts';
import { eraseBuyer } from './erase.ts';
import { buyerNotes, changeBuyerNote, deleteBuyerNote, writeBuyerNote } from './notes.ts';
import { buyerOrders } from './orders.ts';
import { buyerProfile } from './profile.ts';
import { buyerRecord } from './record.ts';

export const BUYERS_HANDLERS: HandlersOf<typeof CALLS.buyers> = {
  buyerRecord: reading(buyerRecord),
  buyerProfile: withoutTransaction(buyerProfile),
  buyerOrders: withoutTransaction(buyerOrders),
  blockBuyer: withoutTransaction(blockBuyer),
  buyerNotes: reading(buyerNotes),
  writeBuyerNote: inTransaction(writeBuyerNote),
  changeBuyerNote: inTransaction(changeBuyerNote),
  deleteBuyerNote: inTransaction(deleteBuyerNote),
  eraseBuyer: inTransaction(eraseBuyer),
};
