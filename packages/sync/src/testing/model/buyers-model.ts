import {
  type BuyerNoteView,
  type BuyerOrdersView,
  type BuyerProfileView,
  type BuyerRecordView,
  CALLS,
} from '@pasar/api';
import type { BuyerProfile } from '@pasar/domain';
import { type CallResult, succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE, refused } from './answers.ts';
import type { ChatModel } from './chat-model.ts';

const { buyers } = CALLS;

export const NOTHING_TOLD: BuyerProfile = {
  name: null,
  avatarUrl: null,
  country: null,
  language: null,
  joinedAt: null,
  isBlocked: null,
  isFollower: null,
  orderCount: null,
  deliveredOrderCount: null,
  rating: null,
};

/** What is known of buyers, and the notes about them: the same of every buyer, until a test says otherwise. */
export class BuyersModel {
  record: BuyerRecordView;
  profile: CallResult<BuyerProfileView>;
  orders: CallResult<BuyerOrdersView>;
  notes: readonly BuyerNoteView[] = [];
  /** The buyer has unfinished orders. */
  isBusy = false;
  readonly #append: Append;
  readonly #now: () => number;
  #made = 0;

  constructor(append: Append, chat: ChatModel, now: () => number) {
    this.#append = append;
    this.#now = now;
    this.record = {
      told: null,
      orders: null,
      firstContactAt: null,
      isFirstContactSure: true,
      lastContactAt: null,
      elsewhere: [],
    };
    this.profile = succeeded({ profile: NOTHING_TOLD, toldAt: now() });
    this.orders = succeeded({ orderCount: 0, spent: [], isAtLeast: false, toldAt: now(), shops: [] });
    this.answers = new Map([
      answering(buyers.buyerRecord, () => succeeded(this.record)),
      answering(buyers.buyerProfile, () => this.profile),
      answering(buyers.buyerOrders, () => this.orders),
      answering(buyers.blockBuyer, ({ conversationId, isBlocked }) => {
        const conversation = chat.conversations.get(conversationId);
        if (conversation === undefined) return GONE;
        if (this.isBusy) {
          return refused('buyer_has_open_orders', 'This buyer still has unfinished orders and cannot be blocked.');
        }
        chat.setConversation({ ...conversation, isBuyerBlocked: isBlocked });
        return succeeded({});
      }),
      answering(buyers.buyerNotes, () => succeeded({ notes: [...this.notes] })),
      answering(buyers.writeBuyerNote, ({ text }) => {
        this.write(text, 'Demo', true);
        return succeeded({});
      }),
      answering(buyers.changeBuyerNote, ({ noteId, text }) =>
        this.#change(noteId, (note) => [{ ...note, text, changedAt: this.#now() }]),
      ),
      answering(buyers.deleteBuyerNote, ({ noteId }) => this.#change(noteId, () => [])),
    ]);
  }

  readonly answers: Answers;

  /** A member writes a note. */
  write(text: string, author: string, mayChange: boolean): void {
    this.#made += 1;
    const noteId = uuidOf(`note ${this.#made}`);
    this.notes = [{ noteId, text, author, mayChange, writtenAt: this.#now(), changedAt: null }, ...this.notes];
    this.#append({ kind: 'buyerNotes' });
  }

  #change(
    noteId: string,
    changed: (note: BuyerNoteView) => readonly BuyerNoteView[],
  ): CallResult<Record<string, never>> {
    if (!this.notes.some((note) => note.noteId === noteId)) return GONE;
    this.notes = this.notes.flatMap((note) => (note.noteId === noteId ? changed(note) : [note]));
    this.#append({ kind: 'buyerNotes' });
    return succeeded({});
  }
}
