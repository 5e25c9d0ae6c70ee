/** Data that members share, and each member's own settings: 901, 902, 904, 921, 922. */
import { isFieldSet } from '@bufbuild/protobuf';
import { SetConversationSettingInfoRequestBodySchema } from '../gen/im_proto/conversation_commands_pb.ts';
import { STATUS } from '../status.ts';
import { coreUpdated, settingUpdated } from './command-entries.ts';
import { type BodyOf, type Call, done, type Handler, refuse } from './decision.ts';
import type { ImEntry, Texts } from './entries.ts';
import { findMember, hasReservedKey, invalid, isFitExt } from './lookups.ts';
import { refusedDeed, review } from './permissions.ts';
import { coreView, settingView } from './views.ts';
import { OPERATION } from './vocabulary.ts';

const passed = { status: OPERATION.succeed, extraInfo: '', checkCode: 0n, checkMessage: '' };
const failed = (checkCode: bigint, checkMessage: string) => ({
  status: OPERATION.rejected,
  extraInfo: '',
  checkCode,
  checkMessage,
});

export const coreInfo: Handler<'coreInfo'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  return done(() => ({ conversationCoreInfo: coreView(call, found.conversation) }));
};

type CoreBody = BodyOf<'setCoreInfo'>;

/** Only texts that a flag names are set; a set text may be empty. */
const coreTexts = (body: CoreBody): Texts => ({
  ...(body.isNameSet ? { name: body.name } : {}),
  ...(body.isDescSet ? { desc: body.desc } : {}),
  ...(body.isIconSet ? { icon: body.icon } : {}),
  ...(body.isNoticeSet ? { notice: body.notice } : {}),
});

const isTooLong = (call: Call, set: Texts): boolean =>
  (set.name?.length ?? 0) > call.host.limits.nameChars ||
  Object.values(set).some((text) => text.length > call.host.limits.contentChars);

export const setCoreInfo: Handler<'setCoreInfo'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation } = found;
  const refused = refusedDeed(conversation, found.member, 'setCore');
  if (refused !== null) return refused;
  const set = coreTexts(body);
  if (isTooLong(call, set)) return invalid('a text is too long');
  if (!isFitExt(call, body.ext) || hasReservedKey(body.ext)) return invalid('ext is too large or has a reserved key');
  const verdict = review(call, 'info', conversation.shortId);
  if (verdict.kind === 'deny') return refuse(STATUS.CALLBACK_DENY, verdict.reason);
  const view = () => coreView(call, conversation);
  if (verdict.kind === 'reject') {
    return done(() => ({ conversationCoreInfo: view(), ...failed(verdict.checkCode, verdict.checkMessage) }));
  }
  const isNothing = Object.keys(set).length === 0 && Object.keys(body.ext).length === 0;
  const entries: readonly ImEntry[] = isNothing
    ? []
    : [
        { type: 'core.changed', shortId: conversation.shortId, set, ext: { ...body.ext } },
        ...coreUpdated(call, conversation),
      ];
  return done(() => ({ conversationCoreInfo: view(), ...passed }), entries);
};

export const upsertCoreExt: Handler<'upsertCoreExt'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation } = found;
  const refused = refusedDeed(conversation, found.member, 'upsertCoreExt');
  if (refused !== null) return refused;
  if (!isFitUpsert(call, body.ext)) return invalid('ext is empty, too large or has a reserved key');
  const verdict = review(call, 'info', conversation.shortId);
  if (verdict.kind === 'deny') return refuse(STATUS.CALLBACK_DENY, verdict.reason);
  const view = () => coreView(call, conversation);
  if (verdict.kind === 'reject') {
    return done(() => ({ coreInfo: view(), ...failed(verdict.checkCode, verdict.checkMessage) }));
  }
  return done(
    () => ({ coreInfo: view(), ...passed }),
    [
      { type: 'core.changed', shortId: conversation.shortId, set: {}, ext: { ...body.ext } },
      ...coreUpdated(call, conversation),
    ],
  );
};

const isFitUpsert = (call: Call, ext: Texts): boolean =>
  Object.keys(ext).length > 0 && isFitExt(call, ext) && !hasReservedKey(ext);

/** IM-V13: a pin and a favourite have a time, which orders their lists; setting them again keeps the time. */
export const setSetting: Handler<'setSetting'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  const { field } = SetConversationSettingInfoRequestBodySchema;
  const flag = (isSet: boolean, wanted: boolean, isNow: boolean): boolean | null =>
    isSet && wanted !== isNow ? wanted : null;
  const top = flag(isFieldSet(body, field.setStickOnTop), body.setStickOnTop, member.topTime > 0n);
  const favorite = flag(isFieldSet(body, field.setFavorite), body.setFavorite, member.favoriteTime > 0n);
  const isMuted = flag(isFieldSet(body, field.setMute), body.setMute, member.isMuted);
  const timeOf = (isOn: boolean | null): string | null =>
    isOn === null ? null : isOn ? call.mint.index().toString() : '0';
  const reply = () => ({ settingInfo: settingView(conversation, member), ...passed });
  if (top === null && favorite === null && isMuted === null) return done(reply);
  return done(reply, [
    {
      type: 'setting.changed',
      shortId: conversation.shortId,
      userId: call.userId,
      isMuted,
      topTime: timeOf(top),
      favoriteTime: timeOf(favorite),
      ext: {},
    },
    ...settingUpdated(call, conversation),
  ]);
};

export const upsertSettingExt: Handler<'upsertSettingExt'> = (call, body) => {
  const found = findMember(call, body);
  if (found.kind === 'refused') return found;
  const { conversation, member } = found;
  // A client's own settings may have SDK keys (facts §5.2 shows a:s_is_folded).
  if (Object.keys(body.ext).length === 0 || !isFitExt(call, body.ext)) return invalid('ext is empty or too large');
  return done(
    () => ({ settingInfo: settingView(conversation, member), ...passed }),
    [
      {
        type: 'setting.changed',
        shortId: conversation.shortId,
        userId: call.userId,
        isMuted: null,
        topTime: null,
        favoriteTime: null,
        ext: { ...body.ext },
      },
      ...settingUpdated(call, conversation),
    ],
  );
};
