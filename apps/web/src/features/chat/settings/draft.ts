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

/** Without the fields that are what the server has anyway. */
export const changedIn = <Part extends object>(edits: Partial<Part>, held: Part): Partial<Part> | null => {
  const changed = (Object.keys(edits) as (keyof Part)[]).filter(
    (key) => JSON.stringify(edits[key]) !== JSON.stringify(held[key]),
  );
  if (changed.length === 0) return null;
  const kept: Partial<Part> = {};
  for (const key of changed) kept[key] = edits[key];
  return kept;
};

export interface PartProps {
  readonly draft: Draft;
  readonly onMember: (change: Partial<MemberChatSetting>) => void;
}
