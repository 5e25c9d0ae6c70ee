import { MediaType } from '../gen/im_proto/enums_pb.ts';

/** IM-V76: the kind of an upload, from its content type. ours: no source tells how the vendor finds the kind. */
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
