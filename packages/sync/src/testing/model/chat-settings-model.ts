import {
  type AccountChatSetting,
  accountChatSetting,
  CALLS,
  type CallInput,
  type Change,
  type MemberView,
  memberChatSetting,
  USUAL_ACCOUNT_CHAT_SETTING,
} from '@pasar/api';
import { type MemberChatSetting, USUAL_MEMBER_CHAT_SETTING } from '@pasar/domain';
import { succeeded } from '../../call-result.ts';
import { answering, refused, type Unnumbered } from './answers.ts';

type Saved = CallInput<typeof CALLS.chatSettings.saveChatSetting>;

/** The chat settings of the account and of the member. */
export class ChatSettingsModel {
  account: AccountChatSetting = USUAL_ACCOUNT_CHAT_SETTING;
  member: MemberChatSetting = USUAL_MEMBER_CHAT_SETTING;
  readonly #append: (change: Unnumbered<Change>) => void;
  readonly answers;

  constructor(append: (change: Unnumbered<Change>) => void, caller: () => MemberView) {
    this.#append = append;
    this.answers = [
      answering(CALLS.chatSettings.getChatSetting, () =>
        succeeded({ account: this.account, member: structuredClone(this.member), isTranslated: false }),
      ),
      answering(CALLS.chatSettings.saveChatSetting, ({ account, member }) => {
        if (account !== undefined && !caller().isMain) return refused('no_permission', 'Ask the main account.');
        if (account !== undefined) this.setAccount(account);
        if (member !== undefined) this.setMember(member);
        return succeeded({});
      }),
    ];
  }

  setAccount(chosen: Saved['account']): void {
    this.account = accountChatSetting.parse({ ...this.account, ...chosen });
    this.#append({ kind: 'chatSetting', setting: null });
  }

  setMember(chosen: Saved['member']): void {
    this.member = memberChatSetting.parse({ ...this.member, ...chosen });
    this.#append({ kind: 'chatSetting', setting: structuredClone(this.member) });
  }
}
