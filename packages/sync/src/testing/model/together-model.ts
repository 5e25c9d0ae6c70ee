import {
  type AssignmentView,
  CALLS,
  type DraftView,
  type MemberView,
  type MentionView,
  type NoteView,
} from '@pasar/api';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE, refused } from './answers.ts';
import type { ChatModel } from './chat-model.ts';

const { together } = CALLS;
const NOTES_OF_PAGE = 200;

interface Colleague {
  readonly memberId: string;
  readonly name: string;
}

/** Who answers which buyer. Without colleagues the account has one member. */
export class TogetherModel {
  colleagues: readonly Colleague[] = [];
  /** The groups of members who are in one. */
  readonly groups = new Map<string, string>();
  /** How many buyers wait for a member besides those of this model. */
  readonly waiting = new Map<string, number>();
  readonly answers: Answers;
  readonly #assignments = new Map<string, readonly AssignmentView[]>();
  #made = 0;

  /** Of the member, by conversation. */
  readonly drafts = new Map<string, DraftView>();
  /** The server's own time: a draft that says a later one is kept with this. */
  latestAt = Number.POSITIVE_INFINITY;
  /** What colleagues have begun to write, by conversation. */
  readonly left = new Map<string, { readonly name: string; readonly text: string; readonly changedAt: number }>();
  /** Of all conversations, the oldest first. */
  notes: readonly NoteView[] = [];
  /** Notes of which the member has seen the mention. */
  readonly seen = new Set<string>();
  readonly #append: Append;
  readonly #chat: ChatModel;
  readonly #member: () => MemberView;
  readonly #now: () => number;

  constructor(
    append: Append,
    {
      chat,
      member,
      limit,
      now,
    }: {
      readonly chat: ChatModel;
      readonly member: () => MemberView;
      /** Of waiting buyers. */
      readonly limit: () => number;
      readonly now: () => number;
    },
  ) {
    this.#append = append;
    this.#chat = chat;
    this.#member = member;
    this.#now = now;
    const members = () => [{ memberId: member().memberId, name: member().name }, ...this.colleagues];
    const nameOf = (id: string | null) => members().find(({ memberId }) => memberId === id)?.name ?? null;
    const waitingOf = (id: string | null) => this.waiting.get(id ?? '') ?? 0;
    this.answers = new Map([
      answering(CALLS.chat.colleagues, () =>
        succeeded({
          members: members().map((one) => ({
            ...one,
            groupName: this.groups.get(one.memberId) ?? null,
            isPerson: true,
          })),
        }),
      ),
      answering(together.assignees, () =>
        succeeded({ members: members().map((one) => ({ ...one, waiting: waitingOf(one.memberId) })), limit: limit() }),
      ),
      answering(together.assignments, ({ conversationId }) =>
        succeeded({ assignments: [...(this.#assignments.get(conversationId) ?? [])] }),
      ),
      answering(together.notes, ({ conversationId, cursor }) => {
        const all = this.notes.filter((one) => one.conversationId === conversationId);
        const end = cursor === undefined ? all.length : Number(cursor);
        const begin = Math.max(0, end - NOTES_OF_PAGE);
        return succeeded({ notes: all.slice(begin, end), next: begin === 0 ? null : String(begin) });
      }),
      answering(together.writeNote, ({ conversationId, noteId, text, mentions }) => {
        const note: NoteView = {
          noteId,
          conversationId,
          authorId: member().memberId,
          author: member().name,
          text,
          mentions: [...mentions],
          writtenAt: now(),
          changedAt: null,
          anchorPosition: chat.messages.get(conversationId)?.at(-1)?.position ?? null,
        };
        this.setNote(note);
        return succeeded({ note });
      }),
      answering(together.changeNote, ({ noteId, text, mentions }) => {
        const held = this.notes.find((one) => one.noteId === noteId);
        if (held === undefined) return GONE;
        const note = { ...held, text, mentions: [...mentions], changedAt: now() };
        this.setNote(note);
        return succeeded({ note });
      }),
      answering(together.deleteNote, ({ noteId }) => {
        const held = this.notes.find((one) => one.noteId === noteId);
        if (held === undefined) return GONE;
        this.notes = this.notes.filter((one) => one !== held);
        this.#append({ kind: 'notes', conversationId: held.conversationId });
        return succeeded({});
      }),
      answering(together.mentionsOfMe, () => {
        const mentions = this.notes
          .filter((note) => note.mentions.includes(member().memberId))
          .map((note): MentionView => {
            const buyer = chat.conversations.get(note.conversationId)?.buyer.name ?? '';
            return { note, buyer, isSeen: this.seen.has(note.noteId) };
          });
        return succeeded({ mentions, unseen: mentions.filter(({ isSeen }) => !isSeen).length });
      }),
      answering(together.seeMentions, ({ conversationId }) => {
        for (const note of this.notes) if (note.conversationId === conversationId) this.seen.add(note.noteId);
        this.#append({ kind: 'mentions' });
        return succeeded({});
      }),
      answering(together.drafts, () => succeeded({ drafts: [...this.drafts.values()] })),
      answering(together.leftDraft, ({ conversationId }) => succeeded({ left: this.left.get(conversationId) ?? null })),
      answering(together.saveDraft, (written) => {
        const draft = { ...written, changedAt: Math.min(written.changedAt, this.latestAt) };
        const held = this.drafts.get(draft.conversationId);
        if (held !== undefined && held.changedAt >= draft.changedAt) return succeeded({ draft: held });
        this.setDraft(draft);
        return succeeded({ draft });
      }),
      answering(together.setPresence, () => succeeded({ waiting: waitingOf(member().memberId) })),
      answering(together.waitingForMe, () =>
        succeeded({ waiting: this.colleagues.length === 0 ? 0 : waitingOf(member().memberId) }),
      ),
      answering(together.handOver, () => succeeded({ handedOver: waitingOf(member().memberId), kept: 0 })),
      answering(together.assign, ({ conversationId, from, to, note }) => {
        const held = chat.conversations.get(conversationId);
        if (held === undefined) return GONE;
        if (held.assigneeId !== null && held.assigneeId !== from && held.assigneeId !== to) {
          return refused('conversation_of_another_member', 'This conversation belongs to another member.');
        }
        if (to !== null && to !== member().memberId && held.status === 'closed') {
          return refused('conversation_closed', 'The conversation is closed.');
        }
        if (to !== null && to !== member().memberId && held.waitingSince !== null && waitingOf(to) >= limit()) {
          return refused('member_at_limit', 'That member already has as many waiting buyers as the limit allows.');
        }
        const conversation = { ...held, assigneeId: to };
        this.#note(conversationId, {
          cause: { kind: 'member', name: member().name },
          from: nameOf(held.assigneeId),
          to: nameOf(to),
          note: note ?? null,
        });
        chat.setConversation(conversation);
        return succeeded({ conversation, waiting: waitingOf(to), limit: limit() });
      }),
    ]);
  }

  setColleagues(colleagues: readonly Colleague[]): void {
    this.colleagues = colleagues;
    this.#append({ kind: 'colleagues' });
  }

  /** As a rule of the account assigns a conversation, to a colleague or the member. */
  assignByRule(conversationId: string, to: { readonly memberId: string; readonly name: string }, rule: string): void {
    const held = this.#chat.conversations.get(conversationId);
    if (held === undefined) throw new Error('no such conversation');
    this.#note(conversationId, { cause: { kind: 'rule', name: rule }, from: null, to: to.name, note: null });
    this.#chat.setConversation({ ...held, assigneeId: to.memberId });
    if (to.memberId === this.#member().memberId) {
      const cause = { kind: 'rule', name: rule } as const;
      this.#append({ kind: 'assigned', conversationId: held.conversationId, cause, note: null });
    }
  }

  /** A colleague assigns a conversation to the member. */
  assignToMember(conversationId: string, by: Colleague, note: string | null): void {
    const held = this.#chat.conversations.get(conversationId);
    if (held === undefined) throw new Error('no such conversation');
    const { memberId, name } = this.#member();
    const cause = { kind: 'member', name: by.name } as const;
    this.#note(conversationId, { cause, from: null, to: name, note });
    this.#chat.setConversation({ ...held, assigneeId: memberId });
    this.#append({ kind: 'assigned', conversationId: held.conversationId, cause, note });
  }

  #note(conversationId: string, step: Omit<AssignmentView, 'assignmentId' | 'at'>): void {
    this.#made += 1;
    const made = { assignmentId: uuidOf(`assignment ${this.#made}`), at: this.#now(), ...step };
    this.#assignments.set(conversationId, [made, ...(this.#assignments.get(conversationId) ?? [])]);
  }

  /** As the server keeps it, from whatever device. */
  setDraft(draft: DraftView): void {
    this.drafts.set(draft.conversationId, draft);
    this.#append({ kind: 'draft', draft });
  }

  /** A note is written or changed, by the member or a colleague. */
  setNote(note: NoteView): void {
    const others = this.notes.filter((one) => one.noteId !== note.noteId);
    this.notes = [...others, note].toSorted((left, right) => left.writtenAt - right.writtenAt);
    this.#append({ kind: 'notes', conversationId: note.conversationId });
    if (note.mentions.length > 0) this.#append({ kind: 'mentions' });
  }
}
