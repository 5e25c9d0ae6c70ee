import { type AssignmentView, CALLS, type MemberView } from '@pasar/api';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, answering, GONE, refused } from './answers.ts';
import type { ChatModel } from './chat-model.ts';

const { together } = CALLS;

/** Who answers which buyer. Without colleagues the account has one member. */
export class TogetherModel {
  colleagues: readonly { readonly memberId: string; readonly name: string }[] = [];
  /** How many buyers wait for a member besides those of this model. */
  readonly waiting = new Map<string, number>();
  readonly answers: Answers;
  readonly #assignments = new Map<string, readonly AssignmentView[]>();
  #made = 0;

  constructor(chat: ChatModel, member: () => MemberView, now: () => number) {
    const members = () => [{ memberId: member().memberId, name: member().name }, ...this.colleagues];
    const nameOf = (id: string | null) => members().find(({ memberId }) => memberId === id)?.name ?? null;
    const waitingOf = (id: string | null) => this.waiting.get(id ?? '') ?? 0;
    this.answers = new Map([
      answering(CALLS.chat.colleagues, () => succeeded({ members: members() })),
      answering(together.assignees, () =>
        succeeded({ members: members().map((one) => ({ ...one, waiting: waitingOf(one.memberId) })) }),
      ),
      answering(together.assignments, ({ conversationId }) =>
        succeeded({ assignments: [...(this.#assignments.get(conversationId) ?? [])] }),
      ),
      answering(together.setPresence, () => succeeded({ waiting: waitingOf(member().memberId) })),
      answering(together.handOver, () => succeeded({ handedOver: waitingOf(member().memberId), kept: 0 })),
      answering(together.assign, ({ conversationId, from, to, note }) => {
        const held = chat.conversations.get(conversationId);
        if (held === undefined) return GONE;
        if (held.assigneeId !== null && held.assigneeId !== from && held.assigneeId !== to) {
          return refused('conversation_of_another_member', 'This conversation belongs to another member.');
        }
        const conversation = { ...held, assigneeId: to };
        this.#made += 1;
        const step = {
          assignmentId: uuidOf(`assignment ${this.#made}`),
          at: now(),
          by: member().name,
          from: nameOf(held.assigneeId),
          to: nameOf(to),
          note: note ?? null,
        };
        this.#assignments.set(conversationId, [step, ...(this.#assignments.get(conversationId) ?? [])]);
        chat.setConversation(conversation);
        return succeeded({ conversation, waiting: waitingOf(to) });
      }),
    ]);
  }
}
