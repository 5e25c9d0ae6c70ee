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

/** Attempts that a marketplace refused before accepting, after which a person decides. */
export const MOST_ATTEMPTS = 1 + LIMITS.tooManyRequestsRetries;

/** What is sent, or why it cannot be: a claimed row goes back or is refused, and nothing of the message has left. */
export type Prepared =
  | {
      readonly kind: 'ready';
      readonly content: MessageContent;
      /** One wire attempt. */
      readonly send: () => Promise<SendOutcome>;
    }
  | { readonly kind: 'not yet'; readonly event: DeliveryEvent; readonly isLoggedOut: boolean };

/** A text is ready as it is. A picture is uploaded first, unless an earlier attempt has done it. */
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
    // a bug of ours must not be met again and again: it counts as an attempt, as a refusal does.
    .catch((error): Outcome<never> => {
      logFailure(context.log, 'upload_broke_off', error, { deliveryId: delivery.delivery_id });
      return { ok: false, refusal: refusal('unexpected_answer', String(error)), canRetry: true };
    });
  if (outcome.ok) await rememberUpload(context, delivery.delivery_id, outcome.value);
  onStep('upload.after');
  return outcome;
}

/** What was uploaded, or not, is no message: what may heal is tried again a few times, later and later. */
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

/** A refusal in the terms of what was sent: what is said of words cannot be said of a picture. */
export const refusalOf = (delivery: ClaimedDelivery, why: Refusal): Refusal =>
  delivery.image !== null && isAboutWords(why.reason) ? refusal('picture_refused', why.detail) : why;

export function quoteFacts(delivery: ClaimedDelivery): QuoteFacts | null {
  const quote = quoteOf(delivery.quote);
  return quote && { ...quote, platformMessageId: asPlatformMessageId(quote.platformMessageId) };
}
