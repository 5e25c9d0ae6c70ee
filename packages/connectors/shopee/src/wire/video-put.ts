/** The second of the three steps of a video: its bytes go to the address that the announcement named, on its own host. */
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
  /** Guarded: the address is an answer's. */
  readonly media: Pick<MediaClient, 'put'>;
  readonly pauses: Pauses;
  readonly notify: Notify;
}

/** The address may not be dialled, however often. */
class AddressRefused extends Error {}

/** The rules of every call, for one that would put the bytes there twice: again only where nothing arrived. */
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
