/** Voice and video calls: 2011 to 2014. The outcome is in the body's own status (IM-V81). */
import { VoipMode, VoipStatus, VoipStatusCode, VoipType } from '../gen/im_proto/enums_pb.ts';
import { STATUS } from '../status.ts';
import { type Call, done, type Handler } from './decision.ts';
import type { CallEntry, CalleeEntry, UserId } from './entries.ts';
import { findMember, invalid, memberOf, userIdsOf } from './lookups.ts';
import { hasBlocked, review } from './permissions.ts';
import { sealText } from './sec-uid.ts';
import type { Conversation } from './state.ts';
import { callMoved } from './voip-news.ts';
import { isLive, isOver, isTalking, mayMove, statusOfCall } from './voip-table.ts';

const MAX_CALLEES = 8;

/** The call in which a user is busy. */
export const busyIn = (call: Call, userId: UserId): CallEntry | null =>
  [...call.state.calls.values()].find((entry) => {
    if (!isLive(entry.status)) return false;
    return (
      entry.callerId === userId || entry.callees.some((callee) => callee.userId === userId && isLive(callee.status))
    );
  }) ?? null;

const partOf = (entry: CallEntry, userId: UserId): CalleeEntry | null =>
  entry.callees.find((callee) => callee.userId === userId) ?? null;

export const isInCall = (entry: CallEntry, userId: UserId): boolean =>
  entry.callerId === userId || partOf(entry, userId) !== null;

/**
 * IM-V83 IM-V87: whether another device of the user has this call: of the caller, the device that called; of a callee,
 * the device that accepted.
 */
function isElsewhere(call: Call, entry: CallEntry): boolean {
  const part = partOf(entry, call.userId);
  if (part === null) return entry.deviceId !== call.deviceId;
  // A device may have an empty name, so an accepted part can have an empty device id.
  return (part.deviceId !== '' || isTalking(part.status)) && part.deviceId !== call.deviceId;
}

/** The call as one participant sees it: a callee sees the status of the own part. */
function infoFor(call: Call, channelId: string, shown: number | null = null) {
  const entry = call.state.calls.get(channelId);
  if (entry === undefined) return undefined;
  return {
    userId: BigInt(call.userId),
    deviceId: entry.deviceId,
    channelId,
    token: sealText(call.host.secret, ['channel', channelId, call.userId].join(':')),
    status: asStatus(shown ?? partOf(entry, call.userId)?.status ?? entry.status),
    callerId: BigInt(entry.callerId),
    createdTimeMs: BigInt(entry.createdAt),
    updatedTimeMs: BigInt(entry.updatedAt),
    conShortId: BigInt(entry.shortId),
    vType: asType(entry.voipType),
    srvMsgId: BigInt(entry.srvMsgId),
  };
}
const asStatus = (status: number): VoipStatus =>
  Object.values(VoipStatus).find((known) => known === status) ?? VoipStatus.IDLE;
const asType = (type: number): VoipType => Object.values(VoipType).find((known) => known === type) ?? VoipType.NOT_USED;
const asMode = (mode: number): VoipMode => (mode === VoipMode.MULTIPLAYER ? VoipMode.MULTIPLAYER : VoipMode.DOUBLE);
const isType = (type: number): boolean => Object.values<number>(VoipType).includes(type);

const created = (call: Call, channelId: string | null, statusCode: VoipStatusCode, mode: number) => () => {
  const info = channelId === null ? undefined : infoFor(call, channelId);
  return { ...(info === undefined ? {} : { info }), statusCode, voipMode: asMode(mode) };
};

export const createVoip: Handler<'createVoip'> = (call, body) => {
  const found = findMember(call, { conversationId: '', conversationShortId: body.conShortId, conversationType: 0 });
  if (found.kind === 'refused') return found;
  const answer = (code: VoipStatusCode, channelId: string | null = null) =>
    done(created(call, channelId, code, body.voipMode));
  const isMode = body.voipMode === VoipMode.DOUBLE || body.voipMode === VoipMode.MULTIPLAYER;
  if (!isMode || !isType(body.vType)) return answer(VoipStatusCode.VOIP_PARAMS_ERROR);
  const known = [...call.state.calls.values()].find(
    (entry) => body.idempotentId !== '' && entry.callerId === call.userId && entry.idempotentId === body.idempotentId,
  );
  if (known !== undefined) return answer(VoipStatusCode.SUCCESS, known.channelId);
  if (busyIn(call, call.userId) !== null) return answer(VoipStatusCode.VOIP_STATUS_ERROR);
  if (review(call, 'call', found.conversation.shortId).kind !== 'allow') {
    return answer(VoipStatusCode.VOIP_CALLBACK_ERROR);
  }
  const entry: CallEntry = {
    channelId: call.mint.id(),
    shortId: found.conversation.shortId,
    callerId: call.userId,
    deviceId: call.deviceId,
    idempotentId: body.idempotentId,
    voipType: body.vType,
    mode: body.voipMode,
    status: VoipStatus.IDLE,
    callees: [],
    srvMsgId: body.srvMsgId.toString(),
    refChannelId: body.refChannelId,
    createdAt: call.now,
    updatedAt: call.now,
    beatAt: call.now,
  };
  return done(created(call, entry.channelId, VoipStatusCode.SUCCESS, entry.mode), [
    { type: 'call.changed', call: entry },
  ]);
};

const called = (
  call: Call,
  entry: CallEntry | null,
  status: VoipStatusCode,
  callees: readonly UserId[] = [],
  check: { readonly checkCode: bigint; readonly checkMessage: string } = { checkCode: 0n, checkMessage: '' },
) => {
  return () => {
    const info = entry === null ? undefined : infoFor(call, entry.channelId);
    return {
      ...(info === undefined ? {} : { info }),
      calleeIds: callees.map(BigInt),
      status,
      extraInfo: '',
      checkCode: check.checkCode,
      checkMessage: check.checkMessage,
      refChannelId: entry?.refChannelId ?? '',
      voipMode: asMode(entry?.mode ?? VoipMode.DOUBLE),
    };
  };
};

/** IM-V82: a call of two is made once; in a call of many every participant may call others. */
export const callVoip: Handler<'callVoip'> = (call, body) => {
  const entry = call.state.calls.get(body.channelId) ?? null;
  const ids = userIdsOf(body.calleeIds, MAX_CALLEES);
  const conversation = call.state.conversations.get(entry?.shortId ?? '');
  const isMine = entry !== null && isInCall(entry, call.userId);
  if (entry === null || !isMine || ids === null || conversation === undefined) {
    return done(called(call, isMine ? entry : null, VoipStatusCode.VOIP_PARAMS_ERROR));
  }
  if (ids.includes(call.userId) || ids.includes(entry.callerId)) {
    return done(called(call, entry, VoipStatusCode.VOIP_PARAMS_ERROR));
  }
  if (isElsewhere(call, entry)) return done(called(call, entry, VoipStatusCode.VOIP_OTHER_RESPONSE_ERROR));
  const isPair = entry.mode === VoipMode.DOUBLE;
  const isFirst = entry.status === VoipStatus.IDLE && entry.callerId === call.userId;
  if (!isFirst && (isPair || !isLive(entry.status))) {
    return done(called(call, entry, VoipStatusCode.VOIP_STATUS_ERROR));
  }
  const fresh = ids.filter((id) => partOf(entry, id) === null || isOver(partOf(entry, id)?.status ?? 0));
  const isBadCount = isPair ? fresh.length !== 1 : entry.callees.length + fresh.length > MAX_CALLEES;
  if (fresh.length === 0 || isBadCount || fresh.some((id) => memberOf(conversation, id) === null)) {
    return done(called(call, entry, VoipStatusCode.VOIP_PARAMS_ERROR));
  }
  return ring(call, entry, conversation, fresh);
};

function ring(call: Call, entry: CallEntry, conversation: Conversation, fresh: readonly UserId[]) {
  const verdict = review(call, 'call', conversation.shortId);
  if (verdict.kind !== 'allow') {
    const check =
      verdict.kind === 'reject' ? verdict : { checkCode: BigInt(STATUS.CALLBACK_DENY), checkMessage: verdict.reason };
    return done(called(call, entry, VoipStatusCode.VOIP_CALLBACK_ERROR, [], check));
  }
  const refused = fresh.find((id) => hasBlocked(call.state, id, call.userId, conversation.shortId));
  const stranger = fresh.find((id) => memberOf(conversation, id)?.isStranger === true);
  if (refused !== undefined || stranger !== undefined) {
    const code = refused === undefined ? STATUS.USER_NOT_FRIENDS : STATUS.USER_FORBIDDEN;
    const check = { checkCode: BigInt(code), checkMessage: 'the callee does not take calls of the caller' };
    return done(called(call, entry, VoipStatusCode.VOIP_CALLBACK_ERROR, [], check));
  }
  const parts = fresh.map(
    (userId): CalleeEntry => ({
      userId,
      status: busyIn(call, userId) === null ? VoipStatus.CALLING : VoipStatus.OCCUPIED,
      deviceId: '',
      beatAt: call.now,
    }),
  );
  const callees = [...entry.callees.filter((callee) => !fresh.includes(callee.userId)), ...parts];
  const after: CallEntry = {
    ...entry,
    callees,
    status: statusOfCall(callees, VoipStatus.OCCUPIED),
    updatedAt: call.now,
    beatAt: call.now,
  };
  const calling = parts.filter((part) => part.status === VoipStatus.CALLING).map((part) => part.userId);
  const news = callMoved(call, entry, after);
  return done(called(call, entry, VoipStatusCode.SUCCESS, calling), news.entries, news.signals);
}

export const updateVoip: Handler<'updateVoip'> = (call, body) => {
  const entry = call.state.calls.get(body.channelId);
  const answer =
    (statusCode: VoipStatusCode, shown: number | null = null) =>
    () => {
      const info =
        entry === undefined || !isInCall(entry, call.userId) ? undefined : infoFor(call, entry.channelId, shown);
      const now = call.state.calls.get(body.channelId);
      return {
        ...(info === undefined ? {} : { info }),
        statusCode,
        voipMode: asMode(entry?.mode ?? VoipMode.DOUBLE),
        callees: (info === undefined ? [] : (now?.callees ?? [])).map((callee) => BigInt(callee.userId)),
      };
    };
  const to: number = body.status;
  if (entry === undefined || !isInCall(entry, call.userId) || !isType(body.vType)) {
    return done(answer(VoipStatusCode.VOIP_PARAMS_ERROR));
  }
  if (!Object.values<number>(VoipStatus).includes(to)) return done(answer(VoipStatusCode.VOIP_PARAMS_ERROR));
  const part = partOf(entry, call.userId);
  if (isElsewhere(call, entry)) {
    return done(answer(VoipStatusCode.VOIP_OTHER_RESPONSE_ERROR, VoipStatus.OCCUPIED));
  }
  const from = part?.status ?? entry.status;
  if (from === to) return done(answer(VoipStatusCode.SUCCESS));
  if (!mayMove(part === null ? 'caller' : 'callee', from, to)) {
    const isLate = from === VoipStatus.CANCELLED || to === VoipStatus.CANCELLED;
    return done(answer(isLate ? VoipStatusCode.VOIP_CANCEL_ERROR : VoipStatusCode.VOIP_STATUS_ERROR));
  }
  const news = callMoved(call, entry, moved(call, entry, part, to));
  return done(answer(VoipStatusCode.SUCCESS), news.entries, news.signals);
};

/** A callee changes the own part; the caller changes all open parts (IM-V84). */
function moved(call: Call, entry: CallEntry, part: CalleeEntry | null, to: number): CallEntry {
  const callees = entry.callees.map((callee): CalleeEntry => {
    if (part !== null) {
      if (callee.userId !== part.userId) return callee;
      // Ringing and refusing bind no device (IM-V83).
      const deviceId = to === VoipStatus.ACCEPTED ? call.deviceId : callee.deviceId;
      return { ...callee, status: to, deviceId, beatAt: call.now };
    }
    const follows = to === VoipStatus.ONTHECALL ? callee.status === VoipStatus.ACCEPTED : !isOver(callee.status);
    return follows ? { ...callee, status: to, beatAt: call.now } : callee;
  });
  return { ...entry, callees, status: statusOfCall(callees, to), updatedAt: call.now, beatAt: call.now };
}

export const channelHeartbeat: Handler<'channelHeartbeat'> = (call, body) => {
  const entry = call.state.calls.get(body.channelId);
  if (entry === undefined || !isInCall(entry, call.userId)) return invalid('channel_id is unknown');
  const part = partOf(entry, call.userId);
  if (isOver(part?.status ?? entry.status)) return invalid('the call is over');
  if (isElsewhere(call, entry)) return invalid('another device has the call');
  return done(() => ({}), [{ type: 'call.beat', channelId: entry.channelId, userId: call.userId, at: call.now }]);
};

/**
 * IM-V85: the effect of time on a call: unanswered parts become unavailable, silent parts end. Null when nothing
 * changes.
 */
export function agedCall(call: Call, entry: CallEntry): CallEntry | null {
  const { ringMs, beatMs } = call.host.limits;
  if (isOver(entry.status)) return null;
  const isLateRing = call.now - entry.updatedAt > ringMs;
  if (entry.status === VoipStatus.IDLE) {
    return isLateRing ? { ...entry, status: VoipStatus.UNAVAILABLE, updatedAt: call.now } : null;
  }
  const isCallerSilent = isTalking(entry.status) && call.now - entry.beatAt > beatMs;
  let isChanged = false;
  const callees = entry.callees.map((callee): CalleeEntry => {
    const isRinging = callee.status === VoipStatus.CALLING || callee.status === VoipStatus.RINGING;
    const isSilent = isTalking(callee.status) && (isCallerSilent || call.now - callee.beatAt > beatMs);
    const isUnanswered = isRinging && (isCallerSilent || isLateRing);
    if (!isSilent && !isUnanswered) return callee;
    isChanged = true;
    return { ...callee, status: isSilent ? VoipStatus.TERMINATED : VoipStatus.UNAVAILABLE };
  });
  if (!isChanged) return null;
  const ended = isTalking(entry.status) ? VoipStatus.TERMINATED : VoipStatus.UNAVAILABLE;
  return { ...entry, callees, status: statusOfCall(callees, ended), updatedAt: call.now };
}
