import { CALLS, type IpSubjectView } from '@pasar/api';
import type { RoutingLine } from '@pasar/domain';
import type { z } from 'zod';
import { callApi } from '../../base/call-api.ts';

/** Sends one real request through each host of the proxy. */
export const testProxy = (values: z.input<typeof CALLS.routing.testProxy.input>) =>
  callApi(CALLS.routing.testProxy, values);
export const saveProxy = (proxy: z.input<typeof CALLS.routing.saveProxy.input>) =>
  callApi(CALLS.routing.saveProxy, proxy);
export const deleteSubject = ({ ip_partition_subject_id: ipSubjectId }: IpSubjectView) =>
  callApi(CALLS.routing.deleteSubject, { ipSubjectId });
export const changeSubjectIp = ({ ip_partition_subject_id: ipPartitionSubjectId }: IpSubjectView) =>
  callApi(CALLS.routing.changeSubjectIp, { ipPartitionSubjectId });
export const bindSubject = (connectionId: string, ipSubjectId: string | null) =>
  callApi(CALLS.routing.bindSubject, { connectionId, ipSubjectId });
export const setRoutingLine = (connectionId: string, line: RoutingLine) =>
  callApi(CALLS.routing.setRoutingLine, { connectionId, line });
export const declineBoost = () => callApi(CALLS.routing.delBoosterProxy, {});
