import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const createOwner = (owner: CallInput<typeof CALLS.registration.createOwner>) =>
  callApi(CALLS.registration.createOwner, owner);
