/** Uploads of pictures, media that only a login may fetch, and translations. */
import type { MediaCalls, Outcome } from '@pasar/connector-kit';
import { refusal } from '@pasar/domain';
import type { Calling } from '../auth/line.ts';
import { fileBrokerUpload, imageUploadToken, mediaDownloadToken, videoList } from '../calls/media.ts';
import { languageMap, recognizeTranslate, translationAgreement } from '../calls/translation.ts';
import { videoIdIn } from '../wire/video-address.ts';

/** Ours: the path of media that only a login may fetch; the rest of the path is the object's key. */
const PRIVATE_PATH = /\/im\/private\/([^?#]+)$/;

function objectKeyOf(url: string): string | null {
  const path = URL.parse(url)?.pathname ?? '';
  const key = PRIVATE_PATH.exec(path)?.[1];
  return key === undefined ? null : decodeURIComponent(key);
}

export function createMediaCalls(line: Calling): Omit<MediaCalls, 'uploadVideo'> {
  /** The marketplace's languages, and the pairs that the shop agreed to, kept as long as the session. */
  let languages: ReadonlyMap<string, string> | null = null;
  const agreed = new Set<string>();

  const fetchLanguages = async (): Promise<Outcome<ReadonlyMap<string, string>>> => {
    if (languages !== null) return { ok: true, value: languages };
    const map = await line.call(languageMap, null);
    if (map.ok) languages = map.value;
    return map;
  };
  const agree = async (source: string | null, target: string): Promise<Outcome<null>> => {
    const pair = `${source ?? ''}>${target}`;
    if (agreed.has(pair)) return { ok: true, value: null };
    const answer = await line.call(translationAgreement, { isOn: true, source, target });
    if (answer.ok) agreed.add(pair);
    return answer;
  };

  const addressOf = async (videoId: string): Promise<Outcome<string>> => {
    const list = await line.call(videoList, { videoIds: [videoId] });
    if (!list.ok) return list;
    const video = list.value.items.find(({ vid }) => vid === videoId);
    if (video?.isReady) return { ok: true, value: video.url };
    const why = video === undefined ? 'no such video' : 'the video is not ready yet';
    return { ok: false, refusal: refusal('picture_unavailable', why), canRetry: video !== undefined };
  };

  return {
    async uploadImage(_conversation, { name, bytes }) {
      if (bytes.byteLength === 0) {
        return { ok: false, refusal: refusal('image_data_missing', 'an empty file'), canRetry: false };
      }
      const token = await line.call(imageUploadToken, null);
      if (!token.ok) return token;
      return line.call(fileBrokerUpload, {
        accessToken: token.value,
        name,
        base64: Buffer.from(bytes).toString('base64'),
      });
    },

    async mediaUrl(_shop, url) {
      const videoId = videoIdIn(url);
      if (videoId !== null) return addressOf(videoId);
      const objectKey = objectKeyOf(url);
      if (objectKey === null) return { ok: true, value: url };
      const token = await line.call(mediaDownloadToken, { objectKey });
      if (!token.ok) return token;
      const address = new URL(url);
      address.searchParams.set('token', token.value);
      return { ok: true, value: address.href };
    },

    // The marketplace translates only between its own languages, and only after the shop has agreed to the pair.
    async translate({ platformConversationId: sessionId }, { texts, source, target }) {
      const known = await fetchLanguages();
      if (!known.ok) return known;
      if (!known.value.has(target) || (source !== null && !known.value.has(source))) {
        return {
          ok: false,
          refusal: refusal('invalid_request', 'not a language of this marketplace'),
          canRetry: false,
        };
      }
      const agreement = await agree(source, target);
      if (!agreement.ok) return agreement;
      const translated: string[] = [];
      for (const text of texts) {
        const answer = await line.call(recognizeTranslate, { sessionId, text, source, target });
        if (!answer.ok) return answer;
        translated.push(answer.value);
      }
      return { ok: true, value: translated };
    },
  };
}
