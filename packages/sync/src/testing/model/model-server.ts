import {
  CALLS,
  type Call,
  type CallInput,
  type CallOutput,
  CHANGE_ACCESS,
  type Change,
  type MemberView,
  opens,
} from '@pasar/api';
import { holds, PERMISSION_KEYS, type PermissionKey, type ShopId } from '@pasar/domain';
import { type CallResult, succeeded } from '../../call-result.ts';
import { aMember } from '../builders.ts';
import { AccountModel } from './account-model.ts';
import { answering, refused, type Unnumbered } from './answers.ts';
import { AssignmentRulesModel } from './assignment-rules-model.ts';
import { AutoReplyModel } from './auto-reply-model.ts';
import { AutomationModel } from './automation-model.ts';
import { BulkSendModel } from './bulk-send-model.ts';
import { BuyerTagRulesModel } from './buyer-tag-rules-model.ts';
import { BuyerTagsModel } from './buyer-tags-model.ts';
import { BuyersModel } from './buyers-model.ts';
import { ChatModel, type ChatOptions } from './chat-model.ts';
import { ChatSettingsModel } from './chat-settings-model.ts';
import { ClosingModel } from './closing-model.ts';
import { OrderCareModel } from './order-care-model.ts';
import { QuickRepliesModel } from './quick-replies-model.ts';
import { RemarksModel } from './remarks-model.ts';
import { RoutingModel } from './routing-model.ts';
import { ShopsModel } from './shops-model.ts';
import { SignInModel } from './sign-in-model.ts';
import { TogetherModel } from './together-model.ts';

export interface ModelOptions extends Partial<Omit<ChatOptions, 'memberId'>> {
  readonly member?: MemberView;
}

/**
 * The backend as the contract describes it, in memory and at once: the truth that a client must end up with. It numbers
 * every change, keeps them all, and answers calls from its own state, one part a feature.
 */
export class ModelServer {
  readonly log: Change[] = [];
  member: MemberView;
  readonly account: AccountModel;
  readonly shops: ShopsModel;
  readonly chat: ChatModel;
  readonly chatSettings: ChatSettingsModel;
  readonly buyers: BuyersModel;
  readonly buyerTags: BuyerTagsModel;
  readonly quickReplies: QuickRepliesModel;
  readonly remarks: RemarksModel;
  readonly routing = new RoutingModel();
  readonly signIn: SignInModel;
  readonly together: TogetherModel;
  readonly assignmentRules: AssignmentRulesModel;
  readonly autoReply: AutoReplyModel;
  readonly automation: AutomationModel;
  readonly buyerTagRules: BuyerTagRulesModel;
  readonly closing: ClosingModel;
  readonly bulkSend: BulkSendModel;
  readonly orderCare: OrderCareModel;
  /** What the next call of a path is answered, whatever the state. */
  readonly nextResults = new Map<string, CallResult<unknown>>();
  readonly #followers = new Set<() => void>();
  readonly #answers: Map<Call, (input: unknown) => CallResult<unknown>>;

  constructor({ member = aMember(), pageSize = null, fate = 'pending', now = Date.now }: ModelOptions = {}) {
    const append = (change: Unnumbered<Change>) => this.append(change);
    this.member = member;
    this.account = new AccountModel(() => this.member, now);
    this.shops = new ShopsModel(append);
    const memberId = () => this.member.memberId;
    this.chat = new ChatModel({ pageSize, fate, now, memberId }, append, this.shops);
    this.chatSettings = new ChatSettingsModel(append, () => this.member);
    this.signIn = new SignInModel(append);
    this.buyers = new BuyersModel(append, this.chat, now);
    this.buyerTags = new BuyerTagsModel(append, this.chat, now);
    this.quickReplies = new QuickRepliesModel(append);
    this.remarks = new RemarksModel(append, this.chat, now);
    this.together = new TogetherModel(append, {
      chat: this.chat,
      member: () => this.member,
      limit: () => this.chatSettings.account.promiseLimit,
      now,
    });
    this.assignmentRules = new AssignmentRulesModel(append, () => this.member, now);
    this.autoReply = new AutoReplyModel(append, this.shops);
    this.automation = new AutomationModel(append, () => this.member, now);
    this.buyerTagRules = new BuyerTagRulesModel(append, () => this.member, now);
    this.closing = new ClosingModel(this.chat, this.shops, () => this.member, now);
    this.bulkSend = new BulkSendModel(append, this.chat, now);
    this.orderCare = new OrderCareModel(append, this.shops, now);
    const { account, shops, chat, chatSettings, buyers, quickReplies, remarks, routing, signIn, buyerTags, together } =
      this;
    const parts = [
      account,
      shops,
      chat,
      chatSettings,
      buyers,
      quickReplies,
      remarks,
      routing,
      signIn,
      buyerTags,
      together,
      this.assignmentRules,
      this.autoReply,
      this.automation,
      this.buyerTagRules,
      this.closing,
      this.bulkSend,
      this.orderCare,
    ];
    this.#answers = new Map([
      answering(CALLS.chat.snapshot, () => succeeded(this.#snapshot())),
      answering(CALLS.conversationLists.bulkActions, () => succeeded({ actions: [] })),
      ...parts.flatMap(({ answers }) => [...answers]),
    ]);
  }

  get seq(): number {
    return this.log.length;
  }

  append(change: Unnumbered<Change>): void {
    this.log.push({ ...change, seq: this.seq + 1 } as Change);
    for (const follower of [...this.#followers]) follower();
  }

  /** Tells the follower of every change from now on. */
  onChange(follower: () => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  resync(): void {
    this.append({ kind: 'resync' });
  }

  /** A shop was unbound and everything of it deleted. */
  purge(shopId: ShopId): void {
    this.shops.byId.delete(shopId);
    this.chat.purge(shopId);
    this.append({ kind: 'purge', shopId });
  }

  /** The member is a sub-account with these keys from now on. Open windows are told. */
  setKeys(permissionCodeList: readonly PermissionKey[]): void {
    this.member = { ...this.member, isMain: false, permissionCodeList: [...permissionCodeList] };
    this.resync();
  }

  /** The member is a sub-account with every key but these from now on. */
  withdraw(...keys: readonly PermissionKey[]): void {
    this.setKeys(PERMISSION_KEYS.filter((key) => !keys.includes(key)));
  }

  /** The changes after `since` that the member's keys open. */
  changesAfter(since: number): readonly Change[] {
    return this.log.slice(since).filter((change) => this.tells(change));
  }

  /** Whether the member's keys open a change: the server never sends the others. */
  tells({ kind }: Change): boolean {
    return opens(this.member, CHANGE_ACCESS[kind]);
  }

  /**
   * Answers a call in this way from now on. The model itself answers the calls whose truth the live stream tells; the
   * answer of a look-up is given by the test that shows it.
   */
  answerWith<C extends Call>(call: C, answer: (input: CallInput<C>) => CallResult<CallOutput<C>>): void {
    this.#answers.set(...answering(call, answer));
  }

  /** Answers a call from the state as it is now. */
  answer(call: Call, input: unknown): CallResult<unknown> {
    const given = this.nextResults.get(call.path);
    this.nextResults.delete(call.path);
    if (given !== undefined) return given;
    if (!opens(this.member, call.access)) return refused('no_permission', 'You have no permission for this.');
    const answer = this.#answers.get(call);
    if (answer === undefined) throw new Error(`the model does not know ${call.path}`);
    return answer(input);
  }

  #snapshot() {
    const chat = holds(this.member, 'chat')
      ? this.chat.snapshot()
      : { conversations: [], hasMore: false, nextWaiting: null, deliveries: [] };
    const { byId, arrangement } = this.shops;
    return {
      seq: this.seq,
      member: this.member,
      shops: [...byId.values()],
      arrangement,
      chatSetting: this.chatSettings.member,
      ...chat,
    };
  }
}
