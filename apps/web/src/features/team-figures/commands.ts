import { CALLS, type CallInput } from '@pasar/api';
import { callApi } from '../../base/call-api.ts';

export const exportTeamFigures = (input: CallInput<typeof CALLS.teamFigures.exportTeamFigures>) =>
  callApi(CALLS.teamFigures.exportTeamFigures, input);
