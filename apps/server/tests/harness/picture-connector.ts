import type { ConnectorSession, ImageFile, Outcome, SendImage, SendOutcome } from '@pasar/connector-kit';
import { asPlatformMessageId, type Position, type UploadedImage } from '@pasar/domain';
import { NO_SHOP_CALLS } from './no-shop-calls.ts';
import { ScriptedConnector } from './scripted-connector.ts';

/** A red dot: a complete picture of the smallest size. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

export const uploadedAs = (name: string): Outcome<UploadedImage> => ({
  ok: true,
  value: { url: `https://pictures.example/${name}`, thumbUrl: null, width: 1, height: 1, extra: { name } },
});

/** A scripted marketplace that accepts pictures as the test scripts it. */
export class PictureConnector extends ScriptedConnector {
  readonly uploads: ImageFile[] = [];
  readonly images: SendImage[] = [];
  onUpload: (number: number) => Outcome<UploadedImage> | Promise<Outcome<UploadedImage>> = (number) =>
    uploadedAs(`${number}.png`);
  onImage: (command: SendImage) => SendOutcome | Promise<SendOutcome> = () => this.accepts();
  onMediaUrl: (url: string) => Outcome<string> = (url) => ({ ok: true, value: url });

  accepts(): SendOutcome {
    const id = String(9_200_000_000_000_000_000n + BigInt(this.images.length));
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
      calls: {
        ...NO_SHOP_CALLS,
        media: {
          ...NO_SHOP_CALLS.media,
          uploadImage: async (_, file) => {
            this.uploads.push(file);
            return this.onUpload(this.uploads.length);
          },
          mediaUrl: async (_, url) => this.onMediaUrl(url),
        },
      },
    };
  }
}
