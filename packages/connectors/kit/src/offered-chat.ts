import {
  type ABILITIES,
  type ConversationSetting,
  cardAbility,
  idsOfCard,
  levelOf,
  type Marketplace,
  type OutgoingCard,
  type Refusal,
  refusal,
} from '@pasar/domain';
import { type ConversationRef, notOffered, type Outcome } from './outcome.ts';
import type { ConnectorSession, SendCard, SendOutcome } from './types.ts';

/** The methods of a session's chat that some marketplaces lack, by their rows of the table of abilities. */
interface ByRow {
  readonly reopen: 'reopen';
  readonly unreplied: 'fetchUnreplied';
  readonly typing: 'showTyping';
  readonly video: 'sendVideo';
}
type Refused<Of extends Marketplace> = {
  [Row in keyof typeof ABILITIES]: (typeof ABILITIES)[Row][Of] extends 'no' ? Row : never;
}[keyof typeof ABILITIES];
type RefusedMethod<Of extends Marketplace> = ByRow[Extract<keyof ByRow, Refused<Of>>];
type OfferedMethod<Of extends Marketplace> = ByRow[Exclude<keyof ByRow, Refused<Of>>];

/** The settings that a marketplace has by the table of abilities. */
export type OfferedSetting<Of extends Marketplace> = Exclude<ConversationSetting, { readonly setting: Refused<Of> }>;

/** The rows of the cards of each type; a type is offered when a row of it says yes. */
interface RowOfCard {
  readonly products: 'productCard';
  readonly order: 'orderCard';
  readonly voucher: 'voucherCard';
  readonly sticker: 'sticker';
  readonly follow: 'followInvitation';
  readonly rating: 'ratingCard';
}
type YesAt<Of extends Marketplace> = {
  [Row in keyof typeof ABILITIES]: (typeof ABILITIES)[Row][Of] extends 'yes' ? Row : never;
}[keyof typeof ABILITIES];
/** The cards that a marketplace has by the table of abilities. A list of products is refused where it has none. */
export type OfferedCard<Of extends Marketplace> = {
  [Type in keyof RowOfCard]: RowOfCard[Type] extends YesAt<Of> ? Extract<OutgoingCard, { type: Type }> : never;
}[keyof RowOfCard];
export type SendOfferedCard<Of extends Marketplace> = Omit<SendCard, 'card'> & { readonly card: OfferedCard<Of> };

/** The methods that a marketplace has by the table of abilities, and no method that the table refuses. */
export type OfferedChat<Of extends Marketplace> = {
  readonly [Name in OfferedMethod<Of>]: NonNullable<ConnectorSession[Name]>;
} & { readonly [Name in RefusedMethod<Of>]?: never } & {
  applySetting(conversation: ConversationRef, setting: OfferedSetting<Of>): Promise<Outcome<null>>;
  sendCard(command: SendOfferedCard<Of>): Promise<SendOutcome>;
};
type WholeChat<Of extends Marketplace> = Pick<
  ConnectorSession,
  'showTyping' | 'applySetting' | 'sendCard' | 'sendVideo'
> & {
  readonly [Name in 'reopen' | 'fetchUnreplied']: Name extends RefusedMethod<Of>
    ? null
    : NonNullable<ConnectorSession[Name]>;
};

const isOffered = <Of extends Marketplace>(of: Of, setting: ConversationSetting): setting is OfferedSetting<Of> =>
  levelOf(of, setting.setting) !== 'no';

const isOfferedCard = <Of extends Marketplace>(of: Of, command: SendCard): command is SendOfferedCard<Of> =>
  levelOf(of, cardAbility(command.card)) === 'yes';
const refusedContent = (why: Refusal): SendOutcome => ({ kind: 'refused', refusal: why, next: { kind: 'stop' } });
/** Every marketplace's ids of goods and orders are decimals. */
const isId = (id: string): boolean => /^[0-9]{1,20}$/.test(id);

/** Answered as done where the marketplace has no call, because the desk keeps them itself. */
const KEPT_HERE: ReadonlySet<ConversationSetting['setting']> = new Set(['unread', 'mute', 'deleteConversation']);

/**
 * A session's chat with all methods: those that the table refuses are null, or answer that the marketplace does not
 * offer them.
 */
export function withChatRefusals<Of extends Marketplace>(of: Of, chat: NoInfer<OfferedChat<Of>>): WholeChat<Of> {
  const absent = {
    reopen: null,
    fetchUnreplied: null,
    showTyping: async () => notOffered('typing'),
    sendVideo: async () => refusedContent(refusal('invalid_request', 'video: not offered here')),
  };
  const applySetting: ConnectorSession['applySetting'] = async (conversation, setting) => {
    if (isOffered(of, setting)) return chat.applySetting(conversation, setting);
    return KEPT_HERE.has(setting.setting) ? { ok: true, value: null } : notOffered(setting.setting);
  };
  const sendCard: ConnectorSession['sendCard'] = async (command) => {
    const ids = idsOfCard(command.card);
    const namesNothing = command.card.type === 'follow' || command.card.type === 'rating';
    if ((ids.length === 0 && !namesNothing) || !ids.every(isId))
      return refusedContent(refusal('invalid_request', 'no id of a card'));
    if (isOfferedCard(of, command)) return chat.sendCard(command);
    return refusedContent(refusal('invalid_request', `${cardAbility(command.card)}: not offered here`));
  };
  // `OfferedChat` has each method that the table does not refuse, and `absent` has the others.
  return { ...absent, ...chat, applySetting, sendCard } as unknown as WholeChat<Of>;
}
