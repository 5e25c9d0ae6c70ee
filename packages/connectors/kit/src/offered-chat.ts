import { type ABILITIES, type ConversationSetting, levelOf, type Marketplace } from '@pasar/domain';
import { type ConversationRef, notOffered, type Outcome } from './outcome.ts';
import type { ConnectorSession } from './types.ts';

/** The methods of a session's chat that some marketplaces lack, by their rows of the table of abilities. */
interface ByRow {
  readonly reopen: 'reopen';
  readonly unreplied: 'fetchUnreplied';
  readonly typing: 'showTyping';
}
type Refused<Of extends Marketplace> = {
  [Row in keyof typeof ABILITIES]: (typeof ABILITIES)[Row][Of] extends 'no' ? Row : never;
}[keyof typeof ABILITIES];
type RefusedMethod<Of extends Marketplace> = ByRow[Extract<keyof ByRow, Refused<Of>>];
type OfferedMethod<Of extends Marketplace> = ByRow[Exclude<keyof ByRow, Refused<Of>>];

/** The settings that a marketplace has by the table of abilities. */
export type OfferedSetting<Of extends Marketplace> = Exclude<ConversationSetting, { readonly setting: Refused<Of> }>;

/** The methods that a marketplace has by the table of abilities, and no method that the table refuses. */
export type OfferedChat<Of extends Marketplace> = {
  readonly [Name in OfferedMethod<Of>]: NonNullable<ConnectorSession[Name]>;
} & { readonly [Name in RefusedMethod<Of>]?: never } & {
  applySetting(conversation: ConversationRef, setting: OfferedSetting<Of>): Promise<Outcome<null>>;
};
type WholeChat<Of extends Marketplace> = Pick<ConnectorSession, 'showTyping' | 'applySetting'> & {
  readonly [Name in 'reopen' | 'fetchUnreplied']: Name extends RefusedMethod<Of>
    ? null
    : NonNullable<ConnectorSession[Name]>;
};

const isOffered = <Of extends Marketplace>(of: Of, setting: ConversationSetting): setting is OfferedSetting<Of> =>
  levelOf(of, setting.setting) !== 'no';

/**
 * A session's chat with all methods: those that the table refuses are null, or answer that the marketplace does not
 * offer them. Marking as unread is answered as done, because the desk keeps that mark itself.
 */
export function withChatRefusals<Of extends Marketplace>(of: Of, chat: NoInfer<OfferedChat<Of>>): WholeChat<Of> {
  const absent = { reopen: null, fetchUnreplied: null, showTyping: async () => notOffered('typing') };
  const applySetting: ConnectorSession['applySetting'] = async (conversation, setting) => {
    if (isOffered(of, setting)) return chat.applySetting(conversation, setting);
    return setting.setting === 'unread' ? { ok: true, value: null } : notOffered(setting.setting);
  };
  // `OfferedChat` has each method that the table does not refuse, and `absent` has the others.
  return { ...absent, ...chat, applySetting } as unknown as WholeChat<Of>;
}
