import { CALLS, type OfferView } from '@pasar/api';
import type { MessageId } from '@pasar/domain';
import { callApi } from '../../../base/call-api.ts';

/** Answers the offer as the member has seen it. */
export const answerOffer = (messageId: MessageId, { price, quantity }: OfferView, isAccepted: boolean) =>
  callApi(CALLS.chat.answerOffer, { messageId, isAccepted, ...price, quantity });
