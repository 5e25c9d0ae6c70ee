/** Upload tokens and addresses: 2003, 2004. The bytes themselves go through `ImMedia` (IM-V75 to IM-V77). */
import { MediaTokenType, MediaType } from '../gen/im_proto/enums_pb.ts';
import { type BodyOf, type Call, done, type Handler, type Refusal } from './decision.ts';
import { invalid } from './lookups.ts';
import { mediaUrl, type Rendition } from './media-address.ts';
import { sealText, secUidOf } from './sec-uid.ts';

export const uploadToken: Handler<'uploadToken'> = (call, body) => {
  const { tokenType } = body;
  if (!Object.values<number>(MediaTokenType).includes(tokenType)) return invalid('token_type is unknown');
  const { secret, limits, mediaBaseUrl } = call.host;
  const endsAt = call.now + limits.uploadTokenMs;
  return done(() => ({
    accessKey: secUidOf(secret, `key:${call.userId}`),
    hosts: [mediaBaseUrl],
    token: sealText(secret, ['upload', call.userId, tokenType, endsAt].join(':')),
    tokenType,
    spaceName: 'im',
    serviceId: 'im',
    expireTime: new Date(endsAt).toISOString(),
    currentTime: new Date(call.now).toISOString(),
  }));
};

const MEDIA_TYPES: readonly number[] = Object.values(MediaType);
/** Kinds whose uploads must be of that kind; FILE and OTHER accept any upload. */
const SHOWN_KINDS: readonly number[] = [MediaType.IMG, MediaType.VIDEO, MediaType.AUDIO];

type Body = BodyOf<'mediaUrls'>;

export const mediaUrls: Handler<'mediaUrls'> = (call, body) => {
  const refused = refusedOptions(call, body) ?? refusedUploads(call, body) ?? refusedEncryption(call, body);
  if (refused !== null) return refused;
  const { uri, mediaType } = body;
  const urls = (of: string, rendition?: Rendition): string[] => [mediaUrl(call.host, of, call.now, rendition)];
  // Without options the kind has one option: the upload unchanged.
  const hasNone = uri !== '' && optionsOf(body).every((list) => list.length === 0);
  return done(() => ({
    uri,
    mediaType,
    imgOptions:
      hasNone && mediaType === MediaType.IMG
        ? [{ urls: urls(uri) }]
        : body.imgOptions.map(({ tplv, params, format }) => ({
            tplv,
            params,
            format,
            urls: urls(uri, { tplv, params, format }),
          })),
    videoOptions:
      hasNone && mediaType === MediaType.VIDEO
        ? [{ vid: uri, urls: urls(uri) }]
        : body.videoOptions.map(({ vid, coverUri }) => ({
            vid,
            coverUri,
            urls: urls(vid === '' ? uri : vid),
            coverUrls: coverUri === '' ? [] : urls(coverUri),
          })),
    audioOptions:
      hasNone && mediaType === MediaType.AUDIO
        ? [{ vid: uri, urls: urls(uri) }]
        : body.audioOptions.map(({ vid }) => ({ vid, urls: urls(vid === '' ? uri : vid) })),
    fileOptions:
      hasNone && !SHOWN_KINDS.includes(mediaType)
        ? [{ urls: urls(uri) }]
        : body.fileOptions.map(() => ({ urls: urls(uri) })),
    encryptedUrls: body.encrypted ? urls(body.encryptedUri) : [],
  }));
};

const optionsOf = (body: Body): readonly (readonly unknown[])[] => [
  body.imgOptions,
  body.videoOptions,
  body.audioOptions,
  body.fileOptions,
];

/** Refuses an unknown kind, options of another kind, and too many or too long options. */
function refusedOptions(call: Call, body: Body): Refusal | null {
  const { batch, nameChars } = call.host.limits;
  if (!MEDIA_TYPES.includes(body.mediaType)) return invalid('media_type is unknown');
  const own = SHOWN_KINDS.includes(body.mediaType) ? SHOWN_KINDS.indexOf(body.mediaType) : SHOWN_KINDS.length;
  for (const [place, list] of optionsOf(body).entries()) {
    if (list.length > batch) return invalid('too many options');
    if (list.length > 0 && place !== own) return invalid('options of another kind than media_type');
    if (list.length > 0 && body.uri === '') return invalid('options without uri');
  }
  const isLong = (text: string): boolean => text.length > nameChars;
  if (
    body.imgOptions.some(({ tplv, params, format }) => params.length > batch || [tplv, format, ...params].some(isLong))
  )
    return invalid('an image option is too long');
  return null;
}

/** Refuses an unknown upload, or an upload of another kind. */
function refusedUploads(call: Call, body: Body): Refusal | null {
  const { uri, mediaType } = body;
  if (uri === '' && !body.encrypted) return invalid('uri is missing');
  const vids = [...body.videoOptions, ...body.audioOptions].map(({ vid }) => vid);
  for (const named of [uri, ...vids]) {
    const refused = named === '' ? null : refusedUpload(call, named, mediaType);
    if (refused !== null) return refused;
  }
  for (const { coverUri } of body.videoOptions) {
    const refused = coverUri === '' ? null : refusedUpload(call, coverUri, MediaType.IMG);
    if (refused !== null) return refused;
  }
  return null;
}

function refusedUpload(call: Call, uri: string, mediaType: number): Refusal | null {
  const file = call.state.media.get(uri);
  if (file === undefined) return invalid(`upload ${uri} is unknown`);
  if (!SHOWN_KINDS.includes(mediaType) || file.mediaType === mediaType) return null;
  return invalid(`upload ${uri} is of kind ${file.mediaType}, not ${mediaType}`);
}

/** IM-V77: an encrypted upload is a separate upload; the server has no key to make it. */
function refusedEncryption(call: Call, { encrypted, uri, encryptedUri }: Body): Refusal | null {
  if (!encrypted) return null;
  if (encryptedUri === uri) return invalid('encrypted_uri is the plain upload');
  return call.state.media.has(encryptedUri) ? null : invalid(`encrypted_uri ${encryptedUri} is unknown`);
}
