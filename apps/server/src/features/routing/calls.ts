import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, reading, withoutTransaction } from '../handler.ts';
import {
  bindSubject,
  changeSubjectIp,
  deleteSubject,
  getAccountSimpleSubjectList,
  getHasProxyUserList,
  listAllSubjects,
  saveProxyStat,
  setRoutingLine,
} from './bind.ts';
import { delBoosterProxy, getBoosterProxy } from './boost.ts';
import { getDomainSwitchType, saveDomainSwitchType } from './domain-switch.ts';
import { saveProxy } from './save.ts';
import { testProxy } from './test.ts';

export const ROUTING_HANDLERS: HandlersOf<typeof CALLS.routing> = {
  testProxy: withoutTransaction(testProxy),
  saveProxy: inTransaction(saveProxy),
  bindSubject: inTransaction(bindSubject),
  setRoutingLine: inTransaction(setRoutingLine),
  listSubjects: reading(listAllSubjects),
  deleteSubject: inTransaction(deleteSubject),
  saveProxyStat: inTransaction(saveProxyStat),
  getHasProxyUserList: reading(getHasProxyUserList),
  changeSubjectIp: inTransaction(changeSubjectIp),
  getAccountSimpleSubjectList: reading(getAccountSimpleSubjectList),
  getBoosterProxy: reading(getBoosterProxy),
  delBoosterProxy: inTransaction(delBoosterProxy),
  getDomainSwitchType: reading(getDomainSwitchType),
  saveDomainSwitchType: inTransaction(saveDomainSwitchType),
};
