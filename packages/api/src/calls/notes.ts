import { SCREEN_LIMITS } from '@pasar/domain';
import { z } from 'zod';
import { defineCall, permission } from '../contract/call.ts';
import { conversationId, position } from '../facts/views.ts';

const chat = permission('chat');
const time = z.number().int().nonnegative();
const text = z.string().trim().min(1).max(SCREEN_LIMITS.noteLength);
/** Members who are told of the note. */
const mentions = z.array(z.uuid()).max(SCREEN_LIMITS.noteMentions);

export const noteView = z.object({
  noteId: z.uuid(),
  conversationId,
  authorId: z.uuid(),
  /** As it was when the note was written. */
  author: z.string(),
  text: z.string(),
  mentions: z.array(z.uuid()),
  writtenAt: time,
  changedAt: time.nullable(),
  /** The message behind which the note stands; null: before all messages. */
  anchorPosition: position.nullable(),
});
export type NoteView = z.infer<typeof noteView>;

/** All calls of this file are ours. Notes are never sent to a buyer. */
export const notes = defineCall({
  path: '/api/desk/notes',
  method: 'GET',
  access: chat,
  summary: 'A page of the notes of colleagues in a conversation, the newest first',
  /** `cursor`: the `next` of the page before. */
  input: z.object({ conversationId, cursor: z.string().max(80).optional() }),
  /** Within a page the oldest comes first. `next` is null after the page with the oldest note. */
  output: z.object({ notes: z.array(noteView), next: z.string().nullable() }),
});

export const writeNote = defineCall({
  path: '/api/desk/writeNote',
  method: 'POST',
  access: chat,
  summary: 'Write a note that only colleagues see; the same id is written once',
  input: z.object({ conversationId, noteId: z.uuid(), text, mentions }),
  output: z.object({ note: noteView }),
});

export const changeNote = defineCall({
  path: '/api/desk/changeNote',
  method: 'POST',
  access: chat,
  summary: "Change one's own note",
  input: z.object({ noteId: z.uuid(), text, mentions }),
  output: z.object({ note: noteView }),
});

export const deleteNote = defineCall({
  path: '/api/desk/deleteNote',
  method: 'POST',
  access: chat,
  summary: "Delete one's own note",
  input: z.object({ noteId: z.uuid() }),
  output: z.object({}),
});

const mentionView = z.object({
  note: noteView,
  buyer: z.string(),
  isSeen: z.boolean(),
});
export type MentionView = z.infer<typeof mentionView>;

export const mentionsOfMe = defineCall({
  path: '/api/desk/mentions',
  method: 'GET',
  access: chat,
  summary: 'The newest notes that mention the member, at most 50',
  input: z.object({}),
  output: z.object({ mentions: z.array(mentionView), unseen: z.number().int().nonnegative() }),
});

export const seeMentions = defineCall({
  path: '/api/desk/seeMentions',
  method: 'POST',
  access: chat,
  summary: 'The member has seen the notes of a conversation',
  input: z.object({ conversationId }),
  output: z.object({}),
});
