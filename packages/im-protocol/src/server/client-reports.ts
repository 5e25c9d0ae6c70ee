/** Profiles, configuration, and the clients' reports about themselves: 2010, 2015, 2016, 2017. */
import { commandByNumber, pushCommandByNumber } from '../commands.ts';
import { ClientMetricType } from '../gen/im_proto/enums_pb.ts';
import { STATUS } from '../status.ts';
import { done, type Handler, refuse } from './decision.ts';
import { invalid, isFitExt } from './lookups.ts';

export const clientAck: Handler<'clientAck'> = (call, body) => {
  if (commandByNumber(body.cmd) === null && pushCommandByNumber(body.cmd) === null) {
    return invalid(`cmd ${body.cmd} is unknown`);
  }
  if (body.startTimeStamp < 0n) return invalid('start_time_stamp is negative');
  return done(() => {
    call.host.hooks.onReport?.({
      kind: 'ack',
      userId: BigInt(call.userId),
      name: String(body.cmd),
      value: body.startTimeStamp,
      tags: { logid: body.logid, server_message_id: body.serverMessageId.toString() },
    });
    return {};
  });
};

export const reportMetrics: Handler<'reportMetrics'> = (call, body) => {
  const metrics = body.reportMetricsList;
  if (metrics.length > call.host.limits.batch) return invalid('too many metrics');
  const isKnown = (type: number): boolean => type === ClientMetricType.COUNTER || type === ClientMetricType.TIMER;
  if (metrics.some(({ k, metricType, tags }) => k === '' || !isKnown(metricType) || !isFitExt(call, tags))) {
    return invalid('a metric has no name, an unknown type or too many tags');
  }
  return done(() => {
    for (const { k, v, tags } of metrics) {
      call.host.hooks.onReport?.({ kind: 'metric', userId: BigInt(call.userId), name: k, value: v, tags: { ...tags } });
    }
    return {};
  });
};

/** IM-V70: without a host's profile a user's name is the id. */
export const profile: Handler<'profile'> = (call, body) => {
  if (body.userid <= 0n) return invalid('userid is no user id');
  const { profile: ask } = call.host.hooks;
  const card =
    ask === undefined
      ? { nickName: body.userid.toString(), portrait: '', basicExtInfo: '', detailExtInfo: '' }
      : ask(body.userid);
  if (card === null) return refuse(STATUS.USER_ILLEGAL, `user ${body.userid} is unknown`);
  return done(() => ({
    profile: {
      nickName: card.nickName,
      protrait: card.portrait,
      basicExtInfo: card.basicExtInfo,
      detailExtInfo: card.detailExtInfo,
      uid: body.userid,
    },
  }));
};

export const configs: Handler<'configs'> = (call) =>
  done(() => ({
    version: call.host.configs.version,
    configs: Object.entries(call.host.configs.entries).map(([confName, confValue]) => ({ confName, confValue })),
  }));
