import { CALLS, type IpSubjectView } from '@pasar/api';
import type { RoutingLine } from '@pasar/domain';
import type { z } from 'zod';
import { callApi } from '../../base/call-api.ts';

export type Binding = z.input<typeof CALLS.routing.bindSubjects.input>['bindings'][number];

/** Sends one real request through each host of the proxy. */
export const testProxy = (values: z.input<typeof CALLS.routing.testProxy.input>) =>
  callApi(CALLS.routing.testProxy, values);
export const saveProxy = (proxy: z.input<typeof CALLS.routing.saveProxy.input>) =>
  callApi(CALLS.routing.saveProxy, proxy);
export const deleteSubject = ({ ip_partition_subject_id: ipSubjectId }: IpSubjectView) =>
  callApi(CALLS.routing.deleteSubject, { ipSubjectId });
export const changeSubjectIp = ({ ip_partition_subject_id: ipPartitionSubjectId }: IpSubjectView) =>
  callApi(CALLS.routing.changeSubjectIp, { ipPartitionSubjectId });
export const testSubject = ({ ip_partition_subject_id: ipSubjectId }: IpSubjectView) =>
  callApi(CALLS.routing.testSubject, { ipSubjectId });
/** Which proxy each login uses; null for the default. */
export const bindSubjects = (bindings: readonly Binding[]) =>
  callApi(CALLS.routing.bindSubjects, { bindings: [...bindings] });
export const setRoutingLine = (connectionId: string, line: RoutingLine) =>
  callApi(CALLS.routing.setRoutingLine, { connectionId, line });
export const declineBoost = () => callApi(CALLS.routing.delBoosterProxy, {});
