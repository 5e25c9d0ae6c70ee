import type { ConnectorSession, Outcome, SendOutcome } from '@pasar/connector-kit';
import {
  asPlatformMessageId,
  type DeliveryEvent,
  isAboutWords,
  isCard,
  isSessionOver,
  LIMITS,
  type MessageContent,
  type QuoteFacts,
  type Refusal,
  refusal,
  shownContent,
  type UploadedImage,
} from '@pasar/domain';
import { logFailure } from '../../log.ts';
import { contentOf, quoteOf } from '../../records/rows.ts';
import { type DeliveryStep, type RunnerContext, toConversationRef } from '../connection/runner-context.ts';
import { type HeldImage, loadImage, rememberUpload } from './images.ts';
import type { ClaimedDelivery } from './ledger.ts';

/** Attempts that a marketplace refused before acceptance, after which a person decides. */
export const MOST_ATTEMPTS = 1 + LIMITS.tooManyRequestsRetries;

/**
 * Either the content to send, or the event that returns or refuses the claimed row; in the second case nothing was
 * sent.
 */
export type Prepared =
  | {
      readonly kind: 'ready';
      readonly content: MessageContent;
      /** One wire attempt. */
      readonly send: () => Promise<SendOutcome>;
    }
  | { readonly kind: 'not yet'; readonly event: DeliveryEvent; readonly isLoggedOut: boolean };

/** A text or a card needs no preparation. A picture is uploaded first, unless an earlier attempt has uploaded it. */
export async function prepare(
  context: RunnerContext,
  session: ConnectorSession,
  delivery: ClaimedDelivery,
  onStep: (step: DeliveryStep) => void,
): Promise<Prepared> {
  const conversation = toConversationRef(context.owner, delivery);
  const idempotencyKey = delivery.client_id;
  const content = contentOf(delivery);
  if (content.type === 'text') {
    const { text } = content;
    const send = () => session.sendText({ conversation, text, quote: quoteFacts(delivery), idempotencyKey });
    return { kind: 'ready', content, send };
  }
  if (isCard(content)) {
    const send = () => session.sendCard({ conversation, card: content, idempotencyKey });
    return { kind: 'ready', content: shownContent(content), send };
  }
  const held = await loadImage(context, delivery);
  if (held === null) return notYet({ event: 'refuse', refusal: refusal('image_data_missing') });
  const uploaded = await upload(context, session, { delivery, held, onStep });
  if (!uploaded.ok) return afterFailedUpload(context, delivery, uploaded);
  const image = uploaded.value;
  const { extra: _, ...picture } = image;
  return {
    kind: 'ready',
    content: { type: 'image', picture, wireType: 'image', raw: null },
    send: () => session.sendImage({ conversation, image, idempotencyKey }),
  };
}

async function upload(
  context: RunnerContext,
  session: ConnectorSession,
  about: {
    readonly delivery: ClaimedDelivery;
    readonly held: HeldImage;
    readonly onStep: (step: DeliveryStep) => void;
  },
): Promise<Outcome<UploadedImage>> {
  const { delivery, held, onStep } = about;
  if (held.uploaded !== null) return { ok: true, value: held.uploaded };
  onStep('upload.before');
  const outcome = await session.calls.media
    .uploadImage(toConversationRef(context.owner, delivery), held.file)
    // A bug must not repeat without end, so it counts as an attempt, as a refusal does.
    .catch((error): Outcome<never> => {
      logFailure(context.log, 'upload_broke_off', error, { deliveryId: delivery.delivery_id });
      return { ok: false, refusal: refusal('unexpected_answer', String(error)), canRetry: true };
    });
  if (outcome.ok) await rememberUpload(context, delivery.delivery_id, outcome.value);
  onStep('upload.after');
  return outcome;
}

/** A failed upload has sent no message, so a fault that may heal is tried again a few times, with growing pauses. */
function afterFailedUpload(
  context: RunnerContext,
  delivery: ClaimedDelivery,
  failed: Extract<Outcome<never>, { ok: false }>,
): Prepared {
  const isLoggedOut = isSessionOver(failed.refusal.reason);
  const mayHeal = failed.canRetry || isLoggedOut;
  if (!mayHeal || delivery.attempt >= MOST_ATTEMPTS) {
    return notYet({ event: 'refuse', refusal: refusalOf(delivery, failed.refusal) }, isLoggedOut);
  }
  const waitMs = LIMITS.tooManyRequestsWaitMs * 2 ** (delivery.attempt - 1);
  return notYet({ event: 'postpone', notBefore: context.clock.now() + waitMs }, isLoggedOut);
}

const notYet = (event: DeliveryEvent, isLoggedOut = false): Prepared => ({ kind: 'not yet', event, isLoggedOut });

/** The refusal as it applies to the content: a refusal of words becomes one of the picture or of the card. */
export function refusalOf(delivery: ClaimedDelivery, why: Refusal): Refusal {
  const content = contentOf(delivery);
  if (content.type === 'text' || !isAboutWords(why.reason)) return why;
  return refusal(isCard(content) ? 'card_refused' : 'picture_refused', why.detail);
}

export function quoteFacts(delivery: ClaimedDelivery): QuoteFacts | null {
  const quote = quoteOf(delivery.quote);
  return quote && { ...quote, platformMessageId: asPlatformMessageId(quote.platformMessageId) };
}
