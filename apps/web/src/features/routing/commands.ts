import { CALLS, type IpSubjectView } from '@pasar/api';
import type { RoutingLine } from '@pasar/domain';
import type { z } from 'zod';
import { callApi } from '../../base/call-api.ts';

/** One real request through each of its hosts. */
export const testProxy = (values: z.input<typeof CALLS.proxy.testProxy.input>) =>
  callApi(CALLS.proxy.testProxy, values);
export const saveProxy = (proxy: z.input<typeof CALLS.proxy.saveProxy.input>) => callApi(CALLS.proxy.saveProxy, proxy);
export const deleteSubject = ({ ip_partition_subject_id: ipSubjectId }: IpSubjectView) =>
  callApi(CALLS.proxy.deleteSubject, { ipSubjectId });
export const changeSubjectIp = ({ ip_partition_subject_id: ipPartitionSubjectId }: IpSubjectView) =>
  callApi(CALLS.proxy.changeSubjectIp, { ipPartitionSubjectId });
export const bindSubject = (connectionId: string, ipSubjectId: string | null) =>
  callApi(CALLS.proxy.bindSubject, { connectionId, ipSubjectId });
export const setRoutingLine = (connectionId: string, line: RoutingLine) =>
  callApi(CALLS.proxy.setRoutingLine, { connectionId, line });
export const declineBoost = () => callApi(CALLS.account.delBoosterProxy, {});
