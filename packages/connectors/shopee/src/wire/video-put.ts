/**
 * The second step of a video upload: puts the bytes to the address that the announcement named, on that address's own
 * host.
 */
import type { MediaClient } from '@pasar/bridge';
import {
  type Attempt,
  type Notify,
  type Outcome,
  type Pauses,
  tellLineFailure,
  tryExactJson,
  UPLOAD_TIMEOUT_MS,
  type WireAnswer,
  withRetries,
} from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import { refusalOf } from './answer.ts';
import { isSuccess } from './http-call.ts';

export interface VideoPutParts {
  /** The guarded client, because the upload address comes from the marketplace's answer. */
  readonly media: Pick<MediaClient, 'put'>;
  readonly pauses: Pauses;
  readonly notify: Notify;
}

/** The guard refuses the address, so a repeat is useless. */
class AddressRefused extends Error {}

/** Follows the retry rules for a call that would put the bytes there twice: repeated only if nothing arrived. */
export async function putVideo(
  { media, pauses, notify }: VideoPutParts,
  uploadUrl: string,
  bytes: Uint8Array,
): Promise<Outcome<null>> {
  try {
    const result = await withRetries('shopee', 'once', pauses, () => putOnce(media, uploadUrl, bytes));
    if (result.kind === 'failed') tellLineFailure(result.error, uploadUrl, notify);
    return result.kind === 'answered' && isSuccess(result.status) ? { ok: true, value: null } : refusalOf(result);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return { ok: false, refusal: refusal('unexpected_answer', error.message), canRetry: false };
  }
}

async function putOnce(media: Pick<MediaClient, 'put'>, url: string, bytes: Uint8Array): Promise<Attempt<WireAnswer>> {
  const put = await media.put({ url, bytes, contentType: 'video/mp4', timeoutMs: UPLOAD_TIMEOUT_MS });
  switch (put.kind) {
    case 'refused':
      throw new AddressRefused(put.detail);
    case 'broken':
      return { kind: 'failed', error: put.error };
    case 'answered': {
      const { status, headers, text } = put.response;
      const json = tryExactJson(text);
      return { kind: 'answered', status, headers, json: json.ok ? json.value : undefined, text };
    }
  }
}
