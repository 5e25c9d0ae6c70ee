import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { assign, assignees, assignments } from './assign.ts';
import { drafts, leftDraft, saveDraft } from './drafts.ts';
import { changeNote, deleteNote, mentionsOfMe, notes, seeMentions, writeNote } from './notes.ts';
import { handOver, setPresence, waitingForMe } from './shift.ts';

export const TOGETHER_HANDLERS: HandlersOf<typeof CALLS.together> = {
  assign: inTransaction(assign),
  assignees: reading(assignees),
  assignments: reading(assignments),
  changeNote: inTransaction(changeNote),
  deleteNote: inTransaction(deleteNote),
  drafts: reading(drafts),
  handOver: inTransaction(handOver),
  leftDraft: reading(leftDraft),
  mentionsOfMe: reading(mentionsOfMe),
  notes: reading(notes),
  saveDraft: inTransaction(saveDraft),
  seeMentions: inTransaction(seeMentions),
  writeNote: inTransaction(writeNote),
  setPresence: inTransaction(setPresence),
  waitingForMe: reading(waitingForMe),
};
