import type { CALLS } from '@pasar/api';
import { type HandlersOf, inTransaction, withoutTransaction } from '../handler.ts';
import {
  bindSubjects,
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
import { testProxy, testSubject } from './test.ts';

export const ROUTING_HANDLERS: HandlersOf<typeof CALLS.routing> = {
  testProxy: withoutTransaction(testProxy),
  testSubject: withoutTransaction(testSubject),
  saveProxy: inTransaction(saveProxy),
  bindSubjects: inTransaction(bindSubjects),
  setRoutingLine: inTransaction(setRoutingLine),
  listSubjects: inTransaction(listAllSubjects),
  deleteSubject: inTransaction(deleteSubject),
  saveProxyStat: inTransaction(saveProxyStat),
  getHasProxyUserList: inTransaction(getHasProxyUserList),
  changeSubjectIp: inTransaction(changeSubjectIp),
  getAccountSimpleSubjectList: inTransaction(getAccountSimpleSubjectList),
  getBoosterProxy: inTransaction(getBoosterProxy),
  delBoosterProxy: inTransaction(delBoosterProxy),
  getDomainSwitchType: inTransaction(getDomainSwitchType),
  saveDomainSwitchType: inTransaction(saveDomainSwitchType),
};
