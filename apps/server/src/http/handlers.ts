import type { CALLS, Call, CallInput, CallOutput } from '@pasar/api';
import { LOCALES } from '@pasar/domain';
import type { Member } from '../features/account/members.ts';
import { authenticate, closeSession, openSession } from '../features/account/sessions.ts';
import { type Answer, fail, success } from '../features/answer.ts';
import { favorite, markRead, markUnread, mute, pin } from '../features/desk/mark.ts';
import { deleteMessage, markMessage, recallMessage } from '../features/desk/messages.ts';
import { conversations, messages, snapshot } from '../features/desk/read.ts';
import { checkDelivery, dismissDelivery, retryDelivery, sendText } from '../features/desk/send.ts';
import { showTyping } from '../features/desk/typing.ts';
import type { Database, Transaction } from '../storage/database.ts';

/** What a public call or a call about the session itself is given. */
export interface SessionContext {
  readonly database: Database;
  readonly uiConfig: CallOutput<typeof CALLS.account.getUiConfig>;
  readonly token: string | null;
  readonly member: Member | null;
  readonly signIn: (token: string, accountId: string) => void;
  readonly signOut: () => void;
  readonly now: number;
}
/** What a member's call is given: one transaction in the member's scope. */
export interface MemberContext {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly now: number;
}

export type Handler<C extends Call> =
  | {
      readonly kind: 'session';
      readonly run: (context: SessionContext, input: CallInput<C>) => Promise<Answer<CallOutput<C>>>;
    }
  | {
      readonly kind: 'member';
      readonly run: (context: MemberContext, input: CallInput<C>) => Promise<Answer<CallOutput<C>>>;
    };
type Handlers = {
  readonly [Feature in keyof typeof CALLS]: {
    readonly [Name in keyof (typeof CALLS)[Feature]]: (typeof CALLS)[Feature][Name] extends infer C extends Call
      ? Handler<C>
      : never;
  };
};

/** Every call of the contract and the feature that answers it; a call without a row does not compile. */
export const HANDLERS: Handlers = {
  account: {
    login: {
      kind: 'session',
      run: async (context, input) => {
        const member = await authenticate(context.database, input.mobile, input.password);
        if (!member) return fail('wrong_account_or_password');
        context.signIn(await openSession(context.database, member), member.scope.accountId);
        return success({ member: member.view });
      },
    },
    loginOut: {
      kind: 'session',
      run: async (context) => {
        const { token, member } = context;
        if (token && member) await closeSession(context.database, member.scope.accountId, token);
        context.signOut();
        return success({});
      },
    },
    getAccount: { kind: 'member', run: async ({ member }) => success({ member: member.view }) },
    getUiConfig: { kind: 'session', run: async ({ uiConfig }) => success({ ...uiConfig, locales: [...LOCALES] }) },
    keepLive: { kind: 'member', run: async ({ now }) => success({ serverTime: now }) },
  },
  chat: {
    pinnedConversation: {
      kind: 'member',
      run: ({ transaction, member }, input) => pin(transaction, member, input.conversationId, input.pinned),
    },
  },
  desk: {
    snapshot: { kind: 'member', run: ({ transaction, member }) => snapshot(transaction, member) },
    conversations: {
      kind: 'member',
      run: ({ transaction, member }, input) => conversations(transaction, member, input),
    },
    messages: { kind: 'member', run: ({ transaction, member }, input) => messages(transaction, member, input) },
    sendText: {
      kind: 'member',
      run: ({ transaction, member, now }, input) => sendText(transaction, member, input, now),
    },
    retryDelivery: {
      kind: 'member',
      run: ({ transaction, member, now }, input) => retryDelivery(transaction, member, input, now),
    },
    checkDelivery: {
      kind: 'member',
      run: ({ transaction, member, now }, input) => checkDelivery(transaction, member, input, now),
    },
    dismissDelivery: {
      kind: 'member',
      run: ({ transaction, member }, input) => dismissDelivery(transaction, member, input),
    },
    markRead: { kind: 'member', run: ({ transaction, member }, input) => markRead(transaction, member, input) },
    markUnread: { kind: 'member', run: ({ transaction, member }, input) => markUnread(transaction, member, input) },
    muteConversation: { kind: 'member', run: ({ transaction, member }, input) => mute(transaction, member, input) },
    favoriteConversation: {
      kind: 'member',
      run: ({ transaction, member }, input) => favorite(transaction, member, input),
    },
    recallMessage: {
      kind: 'member',
      run: ({ transaction, member }, input) => recallMessage(transaction, member, input),
    },
    deleteMessage: {
      kind: 'member',
      run: ({ transaction, member }, input) => deleteMessage(transaction, member, input),
    },
    markMessage: { kind: 'member', run: ({ transaction, member }, input) => markMessage(transaction, member, input) },
    showTyping: { kind: 'member', run: ({ transaction, member }, input) => showTyping(transaction, member, input) },
  },
};
