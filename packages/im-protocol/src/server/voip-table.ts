/** The states of a call as data (IM-V80). ours: the transitions; the documents only list the states. */
import { VoipStatus } from '../gen/im_proto/enums_pb.ts';
import type { CalleeEntry } from './entries.ts';

const {
  IDLE,
  CALLING,
  RINGING,
  ACCEPTED,
  ONTHECALL,
  TERMINATED,
  OCCUPIED,
  REFUSED,
  CANCELLED,
  UNAVAILABLE,
  RTCERROR,
  RTC_ENGINE_MISMATCH,
} = VoipStatus;

export type Side = 'caller' | 'callee' | 'server';

const BROKEN = [RTCERROR, RTC_ENGINE_MISMATCH];

/** By side, the allowed changes of a call or of one's own part. Every other change is refused. */
export const VOIP_TRANSITIONS: Readonly<Record<Side, ReadonlyMap<number, readonly number[]>>> = {
  caller: new Map<number, readonly number[]>([
    [IDLE, [CANCELLED, ...BROKEN]],
    [CALLING, [CANCELLED, UNAVAILABLE, ...BROKEN]],
    [RINGING, [CANCELLED, UNAVAILABLE, ...BROKEN]],
    [ACCEPTED, [ONTHECALL, TERMINATED, ...BROKEN]],
    [ONTHECALL, [TERMINATED, ...BROKEN]],
  ]),
  callee: new Map<number, readonly number[]>([
    [CALLING, [RINGING, ACCEPTED, REFUSED, OCCUPIED, UNAVAILABLE, ...BROKEN]],
    [RINGING, [ACCEPTED, REFUSED, OCCUPIED, UNAVAILABLE, ...BROKEN]],
    [ACCEPTED, [ONTHECALL, TERMINATED, ...BROKEN]],
    [ONTHECALL, [TERMINATED, ...BROKEN]],
  ]),
  server: new Map<number, readonly number[]>([
    [IDLE, [CALLING, UNAVAILABLE]],
    [CALLING, [OCCUPIED, UNAVAILABLE]],
    [RINGING, [UNAVAILABLE]],
    [ACCEPTED, [TERMINATED]],
    [ONTHECALL, [TERMINATED]],
  ]),
};

export const mayMove = (side: Side, from: number, to: number): boolean =>
  VOIP_TRANSITIONS[side].get(from)?.includes(to) === true;

/** From 101 on a call, or a part of it, is over. */
export const isOver = (status: number): boolean => status >= TERMINATED;
/** True while a user is busy with the call. */
export const isLive = (status: number): boolean => status >= CALLING && status <= ONTHECALL;
export const isTalking = (status: number): boolean => status === ACCEPTED || status === ONTHECALL;

/** The call's status: that of its most advanced callee; when all are over, the status of the last callee who ended. */
export function statusOfCall(callees: readonly CalleeEntry[], ended: number): number {
  const open = callees.map((callee) => callee.status).filter((status) => !isOver(status));
  return open.length === 0 ? ended : Math.max(...open);
}
