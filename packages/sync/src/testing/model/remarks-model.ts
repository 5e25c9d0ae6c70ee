import { CALLS, type MemberView, type RemarkView } from '@pasar/api';
import { asConversationId, finishRemark, type RemarkStatus } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { uuidOf } from '../builders.ts';
import { type Answers, type Append, answering, GONE } from './answers.ts';
import type { ChatModel } from './chat-model.ts';

const { remarks } = CALLS;
const COLLEAGUES = ['Anna', 'Ben'].map((name) => ({ memberId: uuidOf(name), name }));

/** The remarks of the account, the newest first. */
export class RemarksModel {
  all: readonly RemarkView[] = [];
  readonly #append: Append;
  readonly #now: () => number;
  readonly #chat: ChatModel;
  #made = 0;

  constructor(append: Append, chat: ChatModel, now: () => number) {
    this.#append = append;
    this.#chat = chat;
    this.#now = now;
    this.answers = new Map([
      answering(remarks.getRemarkCount, ({ status }) => succeeded(this.#counts(status))),
      answering(
        remarks.addBuyerRemark,
        ({ conversationId, remarkId, kind, content, orderNumber, pictureIds, ...plan }) => {
          const conversation = this.#chat.conversations.get(conversationId);
          if (conversation === undefined) return GONE;
          if (remarkId !== undefined && this.all.some((one) => one.remarkId === remarkId))
            return succeeded({ remarkId });
          const remark = this.add({
            ...(remarkId === undefined ? {} : { remarkId }),
            conversationId,
            shopId: conversation.shopId,
            buyerName: conversation.buyer.name,
            kind,
            content,
            orderNumber: orderNumber ?? null,
            pictureIds,
            assignee: COLLEAGUES.find(({ memberId }) => memberId === plan.assigneeId) ?? null,
            dueAt: plan.dueAt ?? null,
          });
          return succeeded({ remarkId: remark.remarkId });
        },
      ),
      answering(remarks.getRemarkList, (input) => {
        const { conversationId, status, kind, words = '', assigneeId, dueTo, sort, cursor = '0', pageSize } = input;
        const found = this.all.filter(
          (remark) =>
            (conversationId === undefined || remark.conversationId === conversationId) &&
            (status === undefined || remark.status === status) &&
            (kind === undefined || remark.kind === kind) &&
            (assigneeId === undefined || (remark.assignee?.memberId ?? null) === assigneeId) &&
            (dueTo === undefined || (remark.dueAt !== null && remark.dueAt < dueTo)) &&
            `${remark.content} ${remark.orderNumber ?? ''} ${remark.buyerName}`.includes(words),
        );
        if (conversationId === undefined) return succeeded({ remarks: found, next: null, aboutBuyer: null });
        const aboutBuyer = this.all.filter((remark) => remark.conversationId === conversationId).length;
        const isDone = (remark: RemarkView) => Number(sort === 'pending' && remark.status === 'finished');
        const sorted = found.toSorted((one, other) => isDone(one) - isDone(other));
        const [from, to] = [Number(cursor), Number(cursor) + pageSize];
        return succeeded({
          remarks: sorted.slice(from, to),
          next: to < sorted.length ? String(to) : null,
          aboutBuyer,
        });
      }),
      answering(remarks.updateRemarkStatusFinish, ({ remarkIds }) => {
        const pending = this.all.filter(({ remarkId, status }) => remarkIds.includes(remarkId) && status === 'wait');
        const found = this.#change(remarkIds, (remark) => {
          if (remark.status === 'finished') return [remark];
          return [{ ...remark, ...finishRemark({ status: 'wait' }, { now: this.#now(), name: 'Demo' }) }];
        });
        const ids = pending.map(({ remarkId }) => remarkId);
        return found === 0 ? GONE : succeeded({ finished: ids.length, remarkIds: ids });
      }),
      answering(remarks.reopenRemarks, ({ remarkIds }) => {
        const reopened = this.#change(remarkIds, (remark) => [
          { ...remark, status: 'wait', finishedAt: null, finishedBy: null },
        ]);
        return reopened === 0 ? GONE : succeeded({ reopened });
      }),
      answering(remarks.planRemarks, ({ remarkIds, assigneeId, dueAt }) => {
        const assignee = COLLEAGUES.find(({ memberId }) => memberId === assigneeId) ?? null;
        const planned = this.#change(remarkIds, (remark) => [
          {
            ...remark,
            ...(assigneeId === undefined ? {} : { assignee }),
            ...(dueAt === undefined ? {} : { dueAt }),
          },
        ]);
        return planned === 0 ? GONE : succeeded({ planned });
      }),
      answering(remarks.deleteRemarks, ({ remarkIds }) => {
        const deleted = this.#change(remarkIds, () => []);
        return deleted === 0 ? GONE : succeeded({ deleted });
      }),
      answering(remarks.remarkAssignees, () => succeeded({ members: COLLEAGUES })),
      answering(remarks.saveRemarkPicture, () => {
        this.#made += 1;
        return succeeded({ pictureId: uuidOf(`remark picture ${this.#made}`) });
      }),
    ]);
  }

  readonly answers: Answers;

  /** A member adds a remark. */
  add(
    remark: Pick<RemarkView, 'shopId' | 'buyerName' | 'conversationId' | 'content'> & Partial<RemarkView>,
  ): RemarkView {
    this.#made += 1;
    const made: RemarkView = {
      remarkId: uuidOf(`remark ${this.#made}`),
      kind: 'pre_sales',
      status: 'wait',
      orderNumber: null,
      pictureIds: [],
      assignee: null,
      dueAt: null,
      author: 'Demo',
      createdAt: this.#now(),
      finishedAt: null,
      finishedBy: null,
      ...remark,
      conversationId: remark.conversationId === null ? null : asConversationId(remark.conversationId),
    };
    this.all = [made, ...this.all];
    this.#append({ kind: 'remarks' });
    return made;
  }

  /** A colleague assigns a remark to the member. */
  assignToMember({ remarkId }: RemarkView, to: MemberView, by: string): void {
    const { memberId, name } = to;
    this.#change([remarkId], (held) => {
      const { shopId, conversationId, buyerName } = held;
      this.#append({ kind: 'remarkAssigned', remarkId, shopId, conversationId, buyerName, by });
      return [{ ...held, assignee: { memberId, name } }];
    });
  }

  #counts(status: RemarkStatus) {
    const counted = this.all.filter((remark) => remark.status === status);
    const preSales = counted.filter(({ kind }) => kind === 'pre_sales').length;
    return { count: counted.length, preSales, afterSales: counted.length - preSales };
  }

  #change(remarkIds: readonly string[], changed: (remark: RemarkView) => readonly RemarkView[]): number {
    const found = this.all.filter(({ remarkId }) => remarkIds.includes(remarkId)).length;
    this.all = this.all.flatMap((one) => (remarkIds.includes(one.remarkId) ? changed(one) : [one]));
    if (found > 0) this.#append({ kind: 'remarks' });
    return found;
  }
}
