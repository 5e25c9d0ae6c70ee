import type { CALLS, Call, CallInput, CallOutput } from '@pasar/api';
import type { AddressGuard, Clock, ProxyConfig } from '@pasar/bridge';
import { type Country, LOCALES, type Locale, type Marketplace } from '@pasar/domain';
import { getDomainSwitchType, saveCnscLoginLog, saveDomainSwitchType } from '../features/account/lines.ts';
import { authenticate, closeSession, openSession } from '../features/account/sessions.ts';
import { type Answer, fail, success } from '../features/answer.ts';
import { cardDetail, type FetchCard } from '../features/chat/card-detail.ts';
import { favorite, markRead, markUnread, mute, pin } from '../features/chat/conversation-settings.ts';
import { deleteMessage, markMessage, recallMessage } from '../features/chat/message-wishes.ts';
import { conversations, messages, snapshot } from '../features/chat/read.ts';
import { checkDelivery, dismissDelivery, retryDelivery, sendText } from '../features/chat/send.ts';
import { sendImage } from '../features/chat/send-image.ts';
import { showTyping } from '../features/chat/typing.ts';
import {
  bindSubject,
  changeSubjectIp,
  deleteSubject,
  getAccountSimpleSubjectList,
  getHasProxyUserList,
  listAllSubjects,
  saveProxyStat,
  setRoutingLine,
} from '../features/routing/bind.ts';
import { delBoosterProxy, getBoosterProxy } from '../features/routing/boost.ts';
import { saveProxy } from '../features/routing/save.ts';
import { testProxy } from '../features/routing/test.ts';
import { arrangeShops, hideShop } from '../features/shops/arrangement.ts';
import { type CheckShop, checkStatus } from '../features/shops/check-status.ts';
import { saveUserCookie } from '../features/shops/cookies.ts';
import { deleteUser, deleteUserByUserIds } from '../features/shops/delete-user.ts';
import {
  getCnscHasBindShopIds,
  getCountryAndUserListMap,
  getImToken,
  getTiktokHasBindUserIds,
  querySessionList,
  unknownMessageTypeLog,
} from '../features/shops/lists.ts';
import { saveUser } from '../features/shops/save-user.ts';
import {
  exportFailedRows,
  importRows,
  importShops,
  imports,
  importTemplate,
} from '../features/shops/sign-in/import.ts';
import {
  answerChallenge,
  cancelSignIn,
  retrySignIn,
  signInAgain,
  signIns,
  startSignIn,
} from '../features/shops/sign-in/sign-in.ts';
import {
  updateShopAlias,
  updateShopIsCb,
  updateUser,
  updateUserByUserIdAndIsGlobalMap,
} from '../features/shops/update-user.ts';
import type { Member } from '../records/members.ts';
import type { Database, Transaction } from '../storage/database.ts';
import type { SecretBox } from '../storage/secrets.ts';

/** What a public call or a call about the session itself is given. */
export interface SessionContext {
  readonly database: Database;
  readonly emptyMeansAll: boolean;
  readonly uiConfig: CallOutput<typeof CALLS.account.getUiConfig>;
  readonly token: string | null;
  readonly member: Member | null;
  readonly signIn: (token: string, accountId: string) => void;
  readonly signOut: () => void;
  readonly now: number;
}
/** What the machine and its owner give to calls that reach outside. */
export interface Surroundings {
  readonly clock: Clock;
  readonly guard: AddressGuard;
  /** What a proxy is tested with; null for the marketplace of the account. */
  readonly proxyProbe: string | null;
  /** What serves every account that has not taken it out of use; null for none. */
  readonly boostProxy: ProxyConfig | null;
  /** Whether what leaves by nothing else leaves by chat proxies of the server. */
  readonly hasChatProxies: boolean;
  /** Where a marketplace is reached in a country. */
  readonly originsOf: (marketplace: Marketplace, country: Country) => readonly string[];
  /** How many shops an account may have; null for no limit. */
  readonly shopQuota: number | null;
  readonly checkShop: CheckShop;
  readonly fetchCard: FetchCard;
}
/** What a member's call is given: one transaction in the member's scope. */
export interface MemberContext extends Surroundings {
  readonly transaction: Transaction;
  readonly member: Member;
  readonly secrets: SecretBox;
  readonly locale: Locale;
  readonly now: number;
}
/** What a member's call is given that does long work before it touches the database. */
export interface LongContext extends Omit<MemberContext, 'transaction'> {
  readonly database: Database;
}

export type Handler<C extends Call> =
  | {
      readonly kind: 'session';
      readonly run: (context: SessionContext, input: CallInput<C>) => Promise<Answer<CallOutput<C>>>;
    }
  | {
      readonly kind: 'long';
      readonly run: (context: LongContext, input: CallInput<C>) => Promise<Answer<CallOutput<C>>>;
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
        const { database, emptyMeansAll } = context;
        const member = await authenticate(database, input.mobile, input.password, emptyMeansAll);
        if (!member) return fail('wrong_account_or_password');
        context.signIn(await openSession(database, member), member.scope.accountId);
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
    getBoosterProxy: { kind: 'member', run: getBoosterProxy },
    delBoosterProxy: { kind: 'member', run: delBoosterProxy },
    getDomainSwitchType: { kind: 'member', run: getDomainSwitchType },
    saveDomainSwitchType: { kind: 'member', run: saveDomainSwitchType },
    saveCnscLoginLog: { kind: 'member', run: saveCnscLoginLog },
    updateUserByUserIdAndIsGlobalMap: { kind: 'member', run: updateUserByUserIdAndIsGlobalMap },
  },
  chat: {
    pinnedConversation: {
      kind: 'member',
      run: ({ transaction, member }, input) => pin(transaction, member, input.conversationId, input.pinned),
    },
    saveUser: { kind: 'long', run: saveUser },
    saveUserCookie: { kind: 'member', run: saveUserCookie },
    updateUser: { kind: 'member', run: updateUser },
    deleteUser: { kind: 'long', run: deleteUser },
    deleteUserByUserIds: { kind: 'long', run: deleteUserByUserIds },
    getCnscHasBindShopIds: { kind: 'member', run: getCnscHasBindShopIds },
    getTiktokHasBindUserIds: { kind: 'member', run: getTiktokHasBindUserIds },
    getCountryAndUserListMap: { kind: 'member', run: getCountryAndUserListMap },
    updateShopAlias: { kind: 'member', run: updateShopAlias },
    updateShopIsCb: { kind: 'member', run: updateShopIsCb },
    getImToken: { kind: 'member', run: getImToken },
    querySessionList: { kind: 'member', run: querySessionList },
    unknownMessageTypeLog: { kind: 'member', run: unknownMessageTypeLog },
  },
  desk: {
    snapshot: { kind: 'member', run: ({ transaction, member }) => snapshot(transaction, member) },
    conversations: {
      kind: 'member',
      run: ({ transaction, member }, input) => conversations(transaction, member, input),
    },
    messages: { kind: 'member', run: ({ transaction, member }, input) => messages(transaction, member, input) },
    cardDetail: { kind: 'long', run: cardDetail },
    sendText: {
      kind: 'member',
      run: ({ transaction, member, now }, input) => sendText(transaction, member, input, now),
    },
    sendImage: {
      kind: 'member',
      run: ({ transaction, member, now }, input) => sendImage(transaction, member, input, now),
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
  shops: {
    startSignIn: { kind: 'member', run: startSignIn },
    signInAgain: { kind: 'member', run: signInAgain },
    answerChallenge: { kind: 'member', run: answerChallenge },
    retrySignIn: { kind: 'member', run: retrySignIn },
    cancelSignIn: { kind: 'member', run: cancelSignIn },
    signIns: { kind: 'member', run: signIns },
    checkStatus: { kind: 'long', run: checkStatus },
    arrangeShops: { kind: 'member', run: arrangeShops },
    hideShop: { kind: 'member', run: hideShop },
    importShops: { kind: 'long', run: importShops },
    importTemplate: { kind: 'long', run: importTemplate },
    imports: { kind: 'member', run: imports },
    importRows: { kind: 'member', run: importRows },
    exportFailedRows: { kind: 'member', run: exportFailedRows },
  },
  proxy: {
    testProxy: { kind: 'long', run: testProxy },
    saveProxy: { kind: 'member', run: saveProxy },
    bindSubject: { kind: 'member', run: bindSubject },
    listSubjects: { kind: 'member', run: listAllSubjects },
    deleteSubject: { kind: 'member', run: deleteSubject },
    setRoutingLine: { kind: 'member', run: setRoutingLine },
    saveProxyStat: { kind: 'member', run: saveProxyStat },
    getHasProxyUserList: { kind: 'member', run: getHasProxyUserList },
    changeSubjectIp: { kind: 'member', run: changeSubjectIp },
    getAccountSimpleSubjectList: { kind: 'member', run: getAccountSimpleSubjectList },
  },
};
