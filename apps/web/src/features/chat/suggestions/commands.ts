import { CALLS, type SuggestionTask } from '@pasar/api';
import type { ConversationId, ShopId } from '@pasar/domain';
import { callApi } from '../../../base/call-api.ts';

/** A question to the model. */
export interface Asked {
  readonly conversationId: ConversationId;
  readonly task: SuggestionTask;
  /** What stands in the composer. */
  readonly text: string;
}

export const askSuggestion = (asked: Asked, givenUp: AbortSignal) => callApi(CALLS.suggestions.suggest, asked, givenUp);

export const agreeToHost = (host: string) => callApi(CALLS.suggestions.agreeToSuggestions, { host });

export const switchSuggestions = (shopId: ShopId, isOn: boolean) =>
  callApi(CALLS.suggestions.switchSuggestions, { shopId, isOn });
