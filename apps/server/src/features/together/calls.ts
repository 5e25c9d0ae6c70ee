import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading } from '../handler.ts';
import { assign, assignees, assignments } from './assign.ts';
import { changeNote, deleteNote, mentionsOfMe, notes, seeMentions, writeNote } from './notes.ts';
import { handOver, setPresence } from './shift.ts';

export const TOGETHER_HANDLERS: HandlersOf<typeof CALLS.together> = {
  assign: inTransaction(assign),
  assignees: reading(assignees),
  assignments: reading(assignments),
  changeNote: inTransaction(changeNote),
  deleteNote: inTransaction(deleteNote),
  handOver: inTransaction(handOver),
  mentionsOfMe: reading(mentionsOfMe),
  notes: reading(notes),
  seeMentions: inTransaction(seeMentions),
  writeNote: inTransaction(writeNote),
  setPresence: inTransaction(setPresence),
};
