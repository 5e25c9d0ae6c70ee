import { type BuyerTagView, CALLS } from '@pasar/api';
import { type BuyerTagColor, GROUP_COLORS } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE, refused } from './answers.ts';
import type { ChatModel } from './chat-model.ts';

const { buyerTags } = CALLS;

interface Relation {
  readonly relationId: string;
  readonly buyerTagId: string;
  readonly conversationId: string;
  readonly addedBy: string;
  readonly isByRule: boolean;
  readonly addedAt: number;
}

/** Tags of buyers, and who has them: one conversation for each buyer. */
export class BuyerTagsModel {
  tags: readonly Omit<BuyerTagView, 'usageCount'>[] = [];
  relations: readonly Relation[] = [];
  readonly #append: Append;
  readonly #now: () => number;
  readonly #chat: ChatModel;
  #made = 0;

  constructor(append: Append, chat: ChatModel, now: () => number) {
    this.#append = append;
    this.#now = now;
    this.#chat = chat;
    chat.isTagged = (buyerTagId, conversationId) =>
      this.relations.some((one) => one.buyerTagId === buyerTagId && one.conversationId === conversationId);
    this.answers = new Map([
      answering(buyerTags.getTagList, () => succeeded({ tags: this.#counted() })),
      answering(buyerTags.getBuyerTagsInfo, ({ conversationId }) => {
        if (!chat.conversations.has(conversationId)) return GONE;
        const relations = this.relations
          .filter((one) => one.conversationId === conversationId)
          .flatMap(({ relationId, buyerTagId, addedBy, isByRule, addedAt }) =>
            this.tags
              .filter((tag) => tag.buyerTagId === buyerTagId)
              .map((tag) => ({ relationId, ...tag, addedBy, isByRule, addedAt })),
          )
          .toSorted((left, right) => left.buyerTagName.localeCompare(right.buyerTagName));
        return succeeded({ relations });
      }),
      answering(buyerTags.addBuyerTagToBuyer, ({ conversationId, buyerTagName = '' }) =>
        succeeded(this.give(conversationId, buyerTagName, 'Demo')),
      ),
      answering(buyerTags.removeBuyerTagRelationByRelationId, ({ relationId }) => {
        const left = this.relations.filter((one) => one.relationId !== relationId);
        if (left.length === this.relations.length) return GONE;
        const gone = this.relations.find((one) => one.relationId === relationId);
        this.#change({ relations: left });
        if (gone !== undefined) this.#show(gone.conversationId);
        return succeeded({});
      }),
      answering(buyerTags.getBuyerListByBuyerTagId, ({ buyerTagId }) => {
        const buyers = this.relations
          .filter((one) => one.buyerTagId === buyerTagId)
          .flatMap(({ relationId, conversationId }) => {
            const found = chat.conversations.get(conversationId);
            if (found === undefined) return [];
            const { buyer, shopId, lastMessageAt } = found;
            const relations = [{ relationId, buyerTagId }];
            const { buyerId, name: buyerName } = buyer;
            return [{ conversationId: found.conversationId, shopId, buyerId, buyerName, lastMessageAt, relations }];
          });
        return succeeded({ buyers, next: null });
      }),
      answering(buyerTags.saveTag, ({ buyerTagId, buyerTagName, color }) => {
        const others = this.tags.filter((tag) => tag.buyerTagId !== buyerTagId);
        if (others.some((tag) => tag.buyerTagName.toLowerCase() === buyerTagName.toLowerCase())) {
          return refused('buyer_tag_name_taken', 'Another tag has this name. Choose another name.');
        }
        if (buyerTagId === undefined) return succeeded({ buyerTagId: this.add(buyerTagName, color) });
        this.#change({ tags: [...others, { buyerTagId, buyerTagName, color }] });
        return succeeded({ buyerTagId });
      }),
      answering(buyerTags.deleteTag, ({ buyerTagId }) => {
        this.delete(buyerTagId);
        return succeeded({});
      }),
    ]);
  }

  readonly answers: Answers;

  /** A tag is made. */
  add(buyerTagName: string, color: BuyerTagColor): string {
    this.#made += 1;
    const buyerTagId = uuidOf(`tag ${this.#made}`);
    this.#change({ tags: [...this.tags, { buyerTagId, buyerTagName, color }] });
    return buyerTagId;
  }

  /** A member renames a tag. */
  rename(buyerTagId: string, buyerTagName: string): void {
    this.#change({ tags: this.tags.map((tag) => (tag.buyerTagId === buyerTagId ? { ...tag, buyerTagName } : tag)) });
  }

  /** A member deletes a tag. */
  delete(buyerTagId: string): void {
    this.#change({
      tags: this.tags.filter((tag) => tag.buyerTagId !== buyerTagId),
      relations: this.relations.filter((one) => one.buyerTagId !== buyerTagId),
    });
  }

  /** A member or a rule gives a buyer a tag, which may be new. */
  give(
    conversationId: string,
    name: string,
    addedBy: string,
    isByRule = false,
  ): { relationId: string; buyerTagId: string } {
    const known = this.tags.find((tag) => tag.buyerTagName.toLowerCase() === name.toLowerCase());
    const buyerTagId =
      known?.buyerTagId ?? this.add(name, GROUP_COLORS[this.tags.length % GROUP_COLORS.length] ?? 'red');
    this.#made += 1;
    const relationId = uuidOf(`relation ${this.#made}`);
    const relation = { relationId, buyerTagId, conversationId, addedBy, isByRule, addedAt: this.#now() };
    this.#change({ relations: [...this.relations, relation] });
    this.#show(conversationId);
    return { relationId, buyerTagId };
  }

  /** The conversation repeats the tags of its buyer. As on the server, a tag that is deleted stays there. */
  #show(conversationId: string): void {
    const held = this.#chat.conversations.get(conversationId);
    if (held === undefined) return;
    const tagIds = this.relations.filter((one) => one.conversationId === conversationId).map((one) => one.buyerTagId);
    this.#chat.setConversation({ ...held, tagIds });
  }

  #change(now: Partial<Pick<BuyerTagsModel, 'tags' | 'relations'>>): void {
    this.tags = now.tags ?? this.tags;
    this.relations = now.relations ?? this.relations;
    this.#append({ kind: 'buyerTags' });
  }

  #counted(): BuyerTagView[] {
    const count = (id: string) => this.relations.filter((one) => one.buyerTagId === id).length;
    return this.tags
      .map((tag) => ({ ...tag, usageCount: count(tag.buyerTagId) }))
      .toSorted((left, right) => left.buyerTagName.localeCompare(right.buyerTagName));
  }
}
