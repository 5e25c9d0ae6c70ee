import { CALLS, type QuickReplyGroupView, type QuickReplyView } from '@pasar/api';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE } from './answers.ts';

const { quickReplies } = CALLS;

/** Groups and quick replies of the account. Every change is told, as the server tells it. */
export class QuickRepliesModel {
  groups: readonly QuickReplyGroupView[] = [];
  replies: readonly QuickReplyView[] = [];
  config = { isEnable: true, isLazadaEnable: true, isTiktokEnable: true };
  /** The replies that were used, in this order. */
  readonly used: string[] = [];
  readonly #append: Append;
  #made = 0;

  constructor(append: Append) {
    this.#append = append;
  }

  /** Another member makes a shared reply, in the group of this name. */
  add(group: string, title: string, over: Partial<QuickReplyView> = {}): QuickReplyView {
    const known = this.groups.find(({ name }) => name === group) ?? this.#addGroup(group, false);
    const reply = {
      replyId: this.#newId(),
      groupId: known.groupId,
      title,
      parts: [{ kind: 'text' as const, text: title }],
      variants: [],
      sites: [],
      shopIds: null,
      useCount: 0,
      ...over,
    };
    this.replies = [...this.replies, reply];
    this.#tell();
    return reply;
  }

  readonly answers: Answers = new Map([
    answering(quickReplies.getGroupList, () => succeeded({ groups: [...this.groups] })),
    answering(quickReplies.getContentList, () => succeeded({ replies: [...this.replies] })),
    answering(quickReplies.getConfig, () => succeeded(this.config)),
    answering(quickReplies.saveGroup, ({ groupId, name, isPersonal }) => {
      if (groupId === undefined) return succeeded({ group: this.#addGroup(name, isPersonal) });
      const renamed = this.groups.find((known) => known.groupId === groupId);
      if (renamed === undefined) return GONE;
      const group = { ...renamed, name };
      this.groups = this.groups.map((known) => (known === renamed ? group : known));
      this.#tell();
      return succeeded({ group });
    }),
    answering(quickReplies.deleteGroup, ({ groupId }) => {
      this.groups = this.groups.filter((known) => known.groupId !== groupId);
      this.replies = this.replies.filter((reply) => reply.groupId !== groupId);
      this.#tell();
      return succeeded({});
    }),
    answering(quickReplies.saveContent, ({ replyId, title, parts, ...facts }) => {
      const known = this.replies.find((reply) => reply.replyId === replyId);
      const [first] = parts;
      const made = first?.kind === 'text' ? first.text : '';
      const reply = {
        ...facts,
        parts,
        title: title === '' ? made : title,
        replyId: replyId ?? this.#newId(),
        useCount: known?.useCount ?? 0,
      };
      this.replies =
        known === undefined ? [...this.replies, reply] : this.replies.map((r) => (r === known ? reply : r));
      this.#tell();
      return succeeded({ reply });
    }),
    answering(quickReplies.deleteContent, ({ replyId }) => {
      this.replies = this.replies.filter((reply) => reply.replyId !== replyId);
      this.#tell();
      return succeeded({});
    }),
    answering(quickReplies.countUse, ({ replyId }) => {
      this.used.push(replyId);
      return succeeded({});
    }),
    answering(quickReplies.setIsEnable, ({ isEnable, platform }) =>
      this.#configure(platform === 'shopee' ? { isEnable } : { isTiktokEnable: isEnable }),
    ),
    answering(quickReplies.setIsLazadaEnable, ({ isEnable }) => this.#configure({ isLazadaEnable: isEnable })),
  ]);

  #newId(): string {
    this.#made += 1;
    return uuidOf(`quick reply ${this.#made}`);
  }

  #addGroup(name: string, isPersonal: boolean): QuickReplyGroupView {
    const group = { groupId: this.#newId(), name, isPersonal };
    this.groups = [...this.groups, group];
    this.#tell();
    return group;
  }

  #configure(change: Partial<QuickRepliesModel['config']>) {
    this.config = { ...this.config, ...change };
    this.#tell();
    return succeeded(this.config);
  }

  #tell(): void {
    this.#append({ kind: 'quickReplies' });
  }
}
