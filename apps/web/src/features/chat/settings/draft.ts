import type { AccountChatSetting } from '@pasar/api';
import type { MemberChatSetting } from '@pasar/domain';

/** What the form shows: what the server has, and over it what the member has changed here. */
export interface Draft {
  readonly account: AccountChatSetting;
  readonly member: MemberChatSetting;
  readonly isTranslated: boolean;
}

/** What the member has changed here. What others change meanwhile shows through in all other fields. */
export interface Edits {
  readonly account: Partial<AccountChatSetting>;
  readonly member: Partial<MemberChatSetting>;
  readonly isTranslated?: boolean;
}
export const NO_EDITS: Edits = { account: {}, member: {} };

export const withEdits = (held: Draft, edits: Edits): Draft => ({
  account: { ...held.account, ...edits.account },
  member: { ...held.member, ...edits.member },
  isTranslated: edits.isTranslated ?? held.isTranslated,
});

export interface PartProps {
  readonly draft: Draft;
  readonly onMember: (change: Partial<MemberChatSetting>) => void;
}
