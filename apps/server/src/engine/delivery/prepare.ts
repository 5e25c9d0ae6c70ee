import type { ConnectorSession, Outcome, SendOutcome } from '@pasar/connector-kit';
import {
  asPlatformMessageId,
  type DeliveryEvent,
  isAboutWords,
  isCard,
  isSessionOver,
  LIMITS,
  type MessageContent,
  type OutgoingVideo,
  type QuoteFacts,
  type Refusal,
  refusal,
  shownContent,
  type UploadedImage,
  type UploadedVideo,
} from '@pasar/domain';
import { logFailure } from '../../log.ts';
import { contentOf, quoteOf } from '../../records/rows.ts';
import { type DeliveryStep, type RunnerContext, toConversationRef } from '../connection/runner-context.ts';
import { turnsOf } from '../turns.ts';
import { loadImage, rememberUpload } from './images.ts';
import type { ClaimedDelivery } from './ledger.ts';
import { findVideo, loadVideo, rememberVideo } from './videos.ts';

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

/**
 * A text or a card needs no preparation. A picture or a video is uploaded first, unless an earlier attempt has uploaded
 * it.
 */
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
  if (content.type === 'video') return prepareVideo(context, session, { delivery, facts: content.video, onStep });
  const held = await loadImage(context, delivery);
  if (held === null) return notYet({ event: 'refuse', refusal: refusal('image_data_missing') });
  const remember = (image: UploadedImage) => rememberUpload(context, delivery.delivery_id, image);
  const uploaded =
    held.uploaded === null
      ? await upload(context, { delivery, onStep, remember }, () =>
          session.calls.media.uploadImage(conversation, held.file),
        )
      : ({ ok: true, value: held.uploaded } as const);
  if (!uploaded.ok) return afterFailedUpload(context, delivery, uploaded);
  const image = uploaded.value;
  const { extra: _, ...picture } = image;
  return {
    kind: 'ready',
    content: { type: 'image', picture, wireType: 'image', raw: null },
    send: () => session.sendImage({ conversation, image, idempotencyKey }),
  };
}

/** The bytes are read only for the upload itself, and are not held while the message is on the wire. */
async function prepareVideo(
  context: RunnerContext,
  session: ConnectorSession,
  about: {
    readonly delivery: ClaimedDelivery;
    readonly facts: OutgoingVideo;
    readonly onStep: (step: DeliveryStep) => void;
  },
): Promise<Prepared> {
  const { delivery, facts, onStep } = about;
  const conversation = toConversationRef(context.owner, delivery);
  const held = await findVideo(context, delivery);
  if (held === null) return notYet({ event: 'refuse', refusal: refusal('video_lost') });
  const remember = (video: UploadedVideo) => rememberVideo(context, delivery.delivery_id, video);
  const put = async (): Promise<Outcome<UploadedVideo>> => {
    const file = await loadVideo(context, held, facts);
    if (file === null) return { ok: false, refusal: refusal('video_lost'), canRetry: false };
    return session.calls.media.uploadVideo(conversation, file);
  };
  const inTurn = () =>
    turnsOf(context.database).automaticVideo(
      async (): Promise<Outcome<UploadedVideo>> =>
        // Another process may hold the shop by now, and uploads it then.
        context.isHeld() ? put() : { ok: false, refusal: refusal('server_busy'), canRetry: true },
    );
  const uploaded =
    held.uploaded === null
      ? await upload(context, { delivery, onStep, remember }, delivery.cause === null ? put : inTurn)
      : ({ ok: true, value: held.uploaded } as const);
  if (!uploaded.ok) return afterFailedUpload(context, delivery, uploaded);
  const video = uploaded.value;
  const { width, height, durationSeconds } = facts;
  return {
    kind: 'ready',
    content: {
      type: 'video',
      video: { url: video.url, coverUrl: video.coverUrl, width, height, durationSeconds },
      wireType: 'video',
      raw: null,
    },
    send: () => session.sendVideo({ conversation, video, facts, idempotencyKey: delivery.client_id }),
  };
}

async function upload<Uploaded>(
  context: RunnerContext,
  about: {
    readonly delivery: ClaimedDelivery;
    readonly onStep: (step: DeliveryStep) => void;
    readonly remember: (uploaded: Uploaded) => Promise<void>;
  },
  run: () => Promise<Outcome<Uploaded>>,
): Promise<Outcome<Uploaded>> {
  const { delivery, onStep, remember } = about;
  onStep('upload.before');
  const outcome = await run()
    // A bug must not repeat without end, so it counts as an attempt, as a refusal does.
    .catch((error): Outcome<never> => {
      logFailure(context.log, 'upload_broke_off', error, { deliveryId: delivery.delivery_id });
      return { ok: false, refusal: refusal('unexpected_answer', String(error)), canRetry: true };
    });
  if (outcome.ok) await remember(outcome.value);
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

/** The refusal as it applies to the content: a refusal of words becomes one of the picture, the video or the card. */
export function refusalOf(delivery: ClaimedDelivery, why: Refusal): Refusal {
  const content = contentOf(delivery);
  if (content.type === 'text' || !isAboutWords(why.reason)) return why;
  const reason = isCard(content) ? 'card_refused' : content.type === 'video' ? 'video_refused' : 'picture_refused';
  return refusal(reason, why.detail);
}

export function quoteFacts(delivery: ClaimedDelivery): QuoteFacts | null {
  const quote = quoteOf(delivery.quote);
  return quote && { ...quote, platformMessageId: asPlatformMessageId(quote.platformMessageId) };
}
