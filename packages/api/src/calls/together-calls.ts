/** The calls of working together. Exported one by one, so that a screen loads only those that it makes. */
export { drafts, leftDraft, saveDraft } from './drafts.ts';
export { changeNote, deleteNote, mentionsOfMe, notes, seeMentions, writeNote } from './notes.ts';
export { assign, assignees, assignments, handOver, setPresence, waitingForMe } from './together.ts';
