/** Converts wire shapes to parts of the client's state. */
import type { ConversationCoreInfo, ConversationSettingInfo, MessageBody, Participant } from '../schema.ts';
import type { CoreState, MessageState, ParticipantState, SettingState } from './state.ts';

const CLIENT_MESSAGE_ID = 's:client_message_id';
const IS_RECALLED = 's:is_recalled';
/** `MessageBody.status`: 0 enabled, 1 disabled (facts §3). */
const DISABLED = 1;

export function fromWireMessage(body: MessageBody): MessageState {
  const isRecalled = body.status === DISABLED || body.ext[IS_RECALLED] === 'true';
  const properties = Object.entries(body.propertyList).map(
    ([name, { Items }]) =>
      [
        name,
        Items.map(({ uid, value, createTime, idempotentId }) => ({ uid, value, createTime, idempotentId })),
      ] as const,
  );
  return {
    serverMessageId: body.serverMessageId,
    index: body.indexInConversation,
    clientMessageId: body.ext[CLIENT_MESSAGE_ID] ?? '',
    sender: body.sender,
    messageType: body.messageType,
    content: isRecalled ? '' : body.content,
    ext: isRecalled ? {} : { ...body.ext },
    createdAt: body.createTime,
    version: body.version,
    isRecalled,
    properties: new Map(isRecalled ? [] : properties),
    quotedId: body.referenceInfo?.referencedMessageId ?? null,
  };
}

/** Our choice: of a recalled message only its place is kept. */
export const recalled = (message: MessageState, version: bigint): MessageState => ({
  ...message,
  content: '',
  ext: {},
  properties: new Map(),
  isRecalled: true,
  version,
});

export const fromWireCore = (core: ConversationCoreInfo): CoreState => ({
  version: core.infoVersion,
  name: core.name,
  desc: core.desc,
  icon: core.icon,
  notice: core.notice,
  ext: { ...core.ext },
  owner: core.owner,
  isBlocked: core.blockStatus === 1,
  isBlockedNormalOnly: core.blockNormalOnly,
  mode: core.mode,
});

export const fromWireSetting = (setting: ConversationSettingInfo): SettingState => ({
  version: setting.settingVersion,
  isMuted: setting.mute === 1,
  isPinned: setting.stickOnTop === 1,
  isFavorite: setting.favorite === 1,
  pinnedAt: setting.setTopTime,
  favoriteAt: setting.setFavoriteTime,
  ext: { ...setting.ext },
});

const fromWireParticipant = (participant: Participant): ParticipantState => ({
  role: participant.role,
  alias: participant.alias,
  isBlocked: participant.blocked === 1,
});

export const participantsOf = (participants: readonly Participant[]): ReadonlyMap<bigint, ParticipantState> =>
  new Map(participants.map((one) => [one.userId, fromWireParticipant(one)]));
