import type { ArrangementView, ConversationView, DeliveryView, ShopImportView, ShopView, SignInView } from '@pasar/api';
import type { ConversationId, MemberChatSetting, MessageId, ShopId } from '@pasar/domain';
import { type ArrangementWish, overlayArrangement, settleByArrangement } from './arrangement.ts';
import { indexIn, listsOf } from './conversation-lists.ts';
import type { DeskState, ListKey, MessageWindow } from './desk-state.ts';
import { overlay, type Wishes } from './wishes.ts';

/**
 * A new state made from another: maps and lists are copied at the first write and then changed in place, so that a
 * batch of five hundred changes copies each once. Lives only inside one pure function.
 */
export class DeskDraft {
  readonly #base: DeskState;
  readonly #next: { -readonly [Key in keyof DeskState]: DeskState[Key] };
  readonly #ownLists = new Map<ListKey, ConversationId[]>();

  constructor(base: DeskState) {
    this.#base = base;
    this.#next = { ...base };
  }

  get state(): DeskState {
    return this.#next;
  }

  done(): DeskState {
    if (this.#ownLists.size > 0) this.#next.lists = new Map([...this.#base.lists, ...this.#ownLists]);
    const keys = Object.keys(this.#next) as (keyof DeskState)[];
    return keys.some((key) => this.#next[key] !== this.#base[key]) ? this.#next : this.#base;
  }

  setSeq(seq: number): void {
    this.#next.seq = seq;
  }

  setShop(shop: ShopView): void {
    const isNew = !this.#next.shops.has(shop.shopId);
    // The shop decides in which lists its conversations stand, so they are removed before the change and added after
    // it.
    const affected = isNew ? this.#conversationsOf(shop.shopId) : [];
    for (const conversation of affected) this.#unlist(conversation);
    this.#shops().set(shop.shopId, shop);
    for (const conversation of affected) this.#enlist(conversation);
  }

  removeShop(shopId: ShopId): void {
    for (const { conversationId } of this.#conversationsOf(shopId)) this.removeConversation(conversationId);
    this.#removeAnswersOf(shopId);
    if (this.#next.shops.has(shopId)) this.#shops().delete(shopId);
  }

  /** Answers outlive the conversations that this client holds, so they are removed by their own shop. */
  #removeAnswersOf(shopId: ShopId): void {
    for (const part of ['deliveries', 'pending'] as const) {
      for (const [id, items] of this.#next[part]) {
        if (items.some((item) => item.shopId === shopId)) this.#own(part).delete(id);
      }
    }
  }

  setArrangement(confirmed: ArrangementView): void {
    this.#next.confirmedArrangement = confirmed;
    this.setArrangementWishes(settleByArrangement(this.#next.arrangementWishes, confirmed));
  }

  setChatSetting(setting: MemberChatSetting): void {
    this.#next.chatSetting = setting;
  }

  setArrangementWishes(wishes: readonly ArrangementWish[]): void {
    this.#next.arrangementWishes = wishes;
    this.#arrange(overlayArrangement(this.#next.confirmedArrangement, wishes));
  }

  setSignIn(signIn: SignInView): void {
    this.#next.signIns = new Map(this.#next.signIns).set(signIn.signInId, signIn);
  }

  setShopImport(shopImport: ShopImportView): void {
    this.#next.imports = new Map(this.#next.imports).set(shopImport.importId, shopImport);
  }

  setConversation(confirmed: ConversationView): void {
    this.#own('confirmed').set(confirmed.conversationId, confirmed);
    this.#show(confirmed, this.#next.wishes.get(confirmed.conversationId));
  }

  removeConversation(id: ConversationId): void {
    const shown = this.#next.shown.get(id);
    if (shown !== undefined) this.#unlist(shown);
    for (const part of ['confirmed', 'shown', 'wishes', 'windows', 'deliveries', 'pending'] as const) {
      if (this.#next[part].has(id)) this.#own(part).delete(id);
    }
  }

  /** Null when no wish is left. */
  setWishes(id: ConversationId, wishes: Wishes | null): void {
    if (wishes === null) {
      if (!this.#next.wishes.has(id)) return;
      this.#own('wishes').delete(id);
    } else {
      this.#own('wishes').set(id, wishes);
    }
    const confirmed = this.#next.confirmed.get(id);
    if (confirmed !== undefined) this.#show(confirmed, wishes ?? undefined);
  }

  setWindow(id: ConversationId, window: MessageWindow | undefined): void {
    if (this.#next.windows.get(id) === window) return;
    if (window === undefined) this.#own('windows').delete(id);
    else this.#own('windows').set(id, window);
  }

  setDeliveries(id: ConversationId, deliveries: readonly DeliveryView[]): void {
    if (deliveries.length > 0) this.#own('deliveries').set(id, deliveries);
    else if (this.#next.deliveries.has(id)) this.#own('deliveries').delete(id);
  }

  setDelivery(delivery: DeliveryView): void {
    this.removeDelivery(delivery.clientId);
    const others = this.#next.deliveries.get(delivery.conversationId) ?? [];
    this.setDeliveries(delivery.conversationId, [...others, delivery]);
  }

  /** Looks in every conversation, because a delivery moves with a conversation that is reopened under another id. */
  removeDelivery(clientId: string): void {
    const id = conversationWith(this.#next.deliveries, clientId);
    if (id !== null) this.setDeliveries(id, without(this.#next.deliveries.get(id), clientId));
  }

  removePending(clientId: string): void {
    const id = conversationWith(this.#next.pending, clientId);
    if (id === null) return;
    const rest = without(this.#next.pending.get(id), clientId);
    if (rest.length > 0) this.#own('pending').set(id, rest);
    else this.#own('pending').delete(id);
  }

  settleAsked(clientId: string): void {
    if (!this.#next.askedDeliveries.has(clientId)) return;
    const rest = new Set(this.#next.askedDeliveries);
    rest.delete(clientId);
    this.#next.askedDeliveries = rest;
  }

  settleAskedMessage(messageId: MessageId): void {
    if (!this.#next.askedMessages.has(messageId)) return;
    const rest = new Set(this.#next.askedMessages);
    rest.delete(messageId);
    this.#next.askedMessages = rest;
  }

  /** The buyer's message has arrived, so the buyer is not typing any more. */
  settleTyping(id: ConversationId): void {
    if (!this.#next.typing.has(id)) return;
    const rest = new Set(this.#next.typing);
    rest.delete(id);
    this.#next.typing = rest;
  }

  /** Hiding a shop removes its conversations from the common lists; showing it adds them again. */
  #arrange(arrangement: ArrangementView): void {
    const [before, after] = [this.#next.arrangement.hidden, arrangement.hidden];
    const turned = [
      ...before.filter((shopId) => !after.includes(shopId)),
      ...after.filter((shopId) => !before.includes(shopId)),
    ];
    const affected = turned.flatMap((shopId) => this.#conversationsOf(shopId));
    for (const conversation of affected) this.#unlist(conversation);
    this.#next.arrangement = arrangement;
    for (const conversation of affected) this.#enlist(conversation);
  }

  #conversationsOf(shopId: ShopId): readonly ConversationView[] {
    return [...this.#next.shown.values()].filter((conversation) => conversation.shopId === shopId);
  }

  #show(confirmed: ConversationView, wishes: Wishes | undefined): void {
    const id = confirmed.conversationId;
    const before = this.#next.shown.get(id);
    const shown = overlay(confirmed, wishes);
    if (before === shown) return;
    if (before !== undefined) this.#unlist(before);
    this.#own('shown').set(id, shown);
    this.#enlist(shown);
  }

  /** Must run before the view changes: the sort key of the listed view finds the place. */
  #unlist(conversation: ConversationView): void {
    for (const { key, tab } of listsOf(conversation, this.#next)) {
      const list = this.#list(key);
      const index = indexIn(list, conversation, this.#next.shown, tab);
      if (list[index] === conversation.conversationId) list.splice(index, 1);
    }
  }

  #enlist(conversation: ConversationView): void {
    for (const { key, tab } of listsOf(conversation, this.#next)) {
      const list = this.#list(key);
      list.splice(indexIn(list, conversation, this.#next.shown, tab), 0, conversation.conversationId);
    }
  }

  #list(key: ListKey): ConversationId[] {
    const own = this.#ownLists.get(key);
    if (own !== undefined) return own;
    const copy = [...(this.#base.lists.get(key) ?? [])];
    this.#ownLists.set(key, copy);
    return copy;
  }

  #shops(): Map<ShopId, ShopView> {
    if (this.#next.shops === this.#base.shops) this.#next.shops = new Map(this.#base.shops);
    return this.#next.shops as Map<ShopId, ShopView>;
  }

  /** The draft's own copy of one map that is keyed by conversation. */
  #own<Part extends PerConversation>(part: Part): Map<ConversationId, ValueOf<Part>> {
    if (this.#next[part] === this.#base[part]) {
      this.#next[part] = new Map<ConversationId, unknown>(this.#base[part]) as unknown as DeskState[Part];
    }
    return this.#next[part] as unknown as Map<ConversationId, ValueOf<Part>>;
  }
}

type PerConversation = 'confirmed' | 'shown' | 'wishes' | 'windows' | 'deliveries' | 'pending';
type ValueOf<Part extends PerConversation> =
  DeskState[Part] extends ReadonlyMap<ConversationId, infer Value> ? Value : never;

/** The conversation that holds the answer; null for none. */
function conversationWith(
  answers: ReadonlyMap<ConversationId, readonly { readonly clientId: string }[]>,
  clientId: string,
): ConversationId | null {
  for (const [id, items] of answers) if (items.some((item) => item.clientId === clientId)) return id;
  return null;
}

const without = <Item extends { readonly clientId: string }>(
  items: readonly Item[] | undefined,
  clientId: string,
): readonly Item[] => (items ?? []).filter((item) => item.clientId !== clientId);
