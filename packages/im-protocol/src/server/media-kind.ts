import { MediaType } from '../gen/im_proto/enums_pb.ts';

/** IM-V76: what an upload is, by its content type. ours: no source says how the vendor knows it. */
export function mediaTypeOf(contentType: string): number {
  switch (contentType.split('/', 1)[0]?.trim().toLowerCase()) {
    case 'image':
      return MediaType.IMG;
    case 'video':
      return MediaType.VIDEO;
    case 'audio':
      return MediaType.AUDIO;
    default:
      return MediaType.FILE;
  }
}
