import type {
  ConnectorSession,
  ImageFile,
  Outcome,
  SendImage,
  SendOutcome,
  SendVideo,
  VideoFile,
} from '@pasar/connector-kit';
import { asPlatformMessageId, type Position, type UploadedImage, type UploadedVideo } from '@pasar/domain';
import { NO_SHOP_CALLS } from './no-shop-calls.ts';
import { ScriptedConnector } from './scripted-connector.ts';

/** A red dot: a complete picture of the smallest size. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** A grey dot: the same as a JPEG. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxD/2Q==',
  'base64',
);

export const uploadedAs = (name: string): Outcome<UploadedImage> => ({
  ok: true,
  value: { url: `https://pictures.example/${name}`, thumbUrl: null, width: 1, height: 1, extra: { name } },
});

/** A scripted marketplace that accepts pictures and videos as the test scripts it. */
export class PictureConnector extends ScriptedConnector {
  readonly uploads: ImageFile[] = [];
  readonly images: SendImage[] = [];
  readonly videoFiles: VideoFile[] = [];
  readonly videos: SendVideo[] = [];
  onUpload: (number: number) => Outcome<UploadedImage> | Promise<Outcome<UploadedImage>> = (number) =>
    uploadedAs(`${number}.png`);
  onImage: (command: SendImage) => SendOutcome | Promise<SendOutcome> = () => this.accepts();
  onVideoUpload: (number: number) => Outcome<UploadedVideo> | Promise<Outcome<UploadedVideo>> = (number) => ({
    ok: true,
    value: { vid: String(number), url: `https://videos.example/${number}.mp4`, coverUrl: null, isReady: true },
  });
  onVideo: (command: SendVideo) => SendOutcome | Promise<SendOutcome> = () => this.accepts();
  onMediaUrl: (url: string) => Outcome<string> = (url) => ({ ok: true, value: url });

  accepts(): SendOutcome {
    const id = String(9_200_000_000_000_000_000n + BigInt(this.images.length + this.videos.length));
    return {
      kind: 'accepted',
      platformMessageId: asPlatformMessageId(id),
      position: id as Position,
      sentAt: Date.now(),
    };
  }

  override session(...shops: Parameters<ScriptedConnector['session']>): ConnectorSession {
    return {
      ...super.session(...shops),
      sendImage: async (command) => {
        this.images.push(command);
        return this.onImage(command);
      },
      sendVideo: async (command) => {
        this.videos.push(command);
        return this.onVideo(command);
      },
      calls: {
        ...NO_SHOP_CALLS,
        media: {
          ...NO_SHOP_CALLS.media,
          uploadImage: async (_, file) => {
            this.uploads.push(file);
            return this.onUpload(this.uploads.length);
          },
          uploadVideo: async (_, file) => {
            this.videoFiles.push(file);
            return this.onVideoUpload(this.videoFiles.length);
          },
          mediaUrl: async (_, url) => this.onMediaUrl(url),
        },
      },
    };
  }
}
