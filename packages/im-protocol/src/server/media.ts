/** Upload tokens and addresses: 2003, 2004. The bytes themselves go through `ImMedia` (IM-V75). */
import { MediaTokenType, MediaType } from '../gen/im_proto/enums_pb.ts';
import { type Call, done, type Handler } from './decision.ts';
import { invalid } from './lookups.ts';
import { mediaUrl } from './media-store.ts';
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

export const mediaUrls: Handler<'mediaUrls'> = (call, body) => {
  const uri = body.encrypted && body.encryptedUri !== '' ? body.encryptedUri : body.uri;
  if (!MEDIA_TYPES.includes(body.mediaType)) return invalid('media_type is unknown');
  if (!call.state.media.has(uri)) return invalid(`uri ${uri} is unknown`);
  const options = [body.imgOptions, body.videoOptions, body.audioOptions, body.fileOptions];
  if (options.some((list) => list.length > call.host.limits.batch)) return invalid('too many options');
  const urls = [mediaUrl(call.host, uri, call.now)];
  const isOf = (type: number, list: readonly unknown[]): boolean => body.mediaType === type && list.length === 0;
  return done(() => ({
    uri: body.uri,
    mediaType: body.mediaType,
    // an option that was asked for is answered with addresses; without options the kind itself gets one
    imgOptions: isOf(MediaType.IMG, body.imgOptions)
      ? [{ urls }]
      : body.imgOptions.map(({ tplv, params, format }) => ({ tplv, params, format, urls })),
    videoOptions: isOf(MediaType.VIDEO, body.videoOptions)
      ? [{ urls }]
      : body.videoOptions.map(({ vid, coverUri }) => ({ vid, coverUri, urls, coverUrls: coverUrls(call, coverUri) })),
    audioOptions: isOf(MediaType.AUDIO, body.audioOptions)
      ? [{ urls }]
      : body.audioOptions.map(({ vid }) => ({ vid, urls })),
    fileOptions:
      isOf(MediaType.FILE, body.fileOptions) || isOf(MediaType.OTHER, body.fileOptions)
        ? [{ urls }]
        : body.fileOptions.map(() => ({ urls })),
    encryptedUrls: body.encrypted ? urls : [],
  }));
};

const coverUrls = (call: Call, uri: string): string[] =>
  call.state.media.has(uri) ? [mediaUrl(call.host, uri, call.now)] : [];
