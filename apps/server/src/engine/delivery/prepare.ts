import type { ConnectorSession, Outcome, SendOutcome } from '@pasar/connector-kit';
import {
  asPlatformMessageId,
  type DeliveryEvent,
  isAboutWords,
  isSessionOver,
  LIMITS,
  type MessageContent,
  type QuoteFacts,
  type Refusal,
  refusal,
  type UploadedImage,
} from '@pasar/domain';
import { logFailure } from '../../log.ts';
import { quoteOf } from '../../records/rows.ts';
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

/** A text needs no preparation. A picture is uploaded first, unless an earlier attempt has uploaded it. */
export async function prepare(
  context: RunnerContext,
  session: ConnectorSession,
  delivery: ClaimedDelivery,
  onStep: (step: DeliveryStep) => void,
): Promise<Prepared> {
  const conversation = toConversationRef(context.owner, delivery);
  const idempotencyKey = delivery.client_id;
  if (delivery.image === null) {
    const { text } = delivery;
    const send = () => session.sendText({ conversation, text, quote: quoteFacts(delivery), idempotencyKey });
    return { kind: 'ready', content: { type: 'text', text }, send };
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

/** The refusal as it applies to the content: a refusal of words becomes a refusal of the picture. */
export const refusalOf = (delivery: ClaimedDelivery, why: Refusal): Refusal =>
  delivery.image !== null && isAboutWords(why.reason) ? refusal('picture_refused', why.detail) : why;

export function quoteFacts(delivery: ClaimedDelivery): QuoteFacts | null {
  const quote = quoteOf(delivery.quote);
  return quote && { ...quote, platformMessageId: asPlatformMessageId(quote.platformMessageId) };
}
