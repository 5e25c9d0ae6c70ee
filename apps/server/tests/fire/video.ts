import { crc32 } from 'node:zlib';
import { CALLS } from '@pasar/api';
import { levelOf, type Marketplace, SCREEN_LIMITS } from '@pasar/domain';
import { sampleVideoOf } from '@pasar/simulator';
import { inject } from 'vitest';
import type { AnyAnswer, Visitor } from '../harness/web.ts';
import { type Crossing, drawn, KILLED, KILLED_IN_UPLOAD } from './crossing.ts';
import type { Target } from './lane.ts';

const PART = SCREEN_LIMITS.videoPartBytes;
/** Two parts. */
const FILM = sampleVideoOf(PART + 1_000);

/**
 * The cases in which a video is killed: none where the marketplace has no videos. In the short run the steps of its
 * upload, and a third of the other steps, at which a text is killed, too.
 */
export function videoCases(marketplace: Marketplace, isWhole = inject('depth').isFireWhole): readonly Crossing[] {
  if (levelOf(marketplace, 'video') !== 'yes') return [];
  const killed = drawn(KILLED, marketplace, isWhole);
  const uploads = drawn(KILLED_IN_UPLOAD, marketplace, isWhole);
  return [...(isWhole ? killed : killed.filter((_, at) => at % 3 === 0)), ...uploads];
}

/** A video that a window brings, as often as it is cut off, under one client id. */
export class FireVideo {
  readonly clientId = crypto.randomUUID();
  readonly #conversationId: string;
  constructor({ conversationId }: Target) {
    this.#conversationId = conversationId;
  }

  /** Brings what is not there yet. */
  async bring(visitor: Visitor): Promise<void> {
    for (let offset = await this.begin(visitor); offset < FILM.length; offset += PART) await this.put(visitor, offset);
  }

  /** How many bytes are there already. */
  async begin(visitor: Visitor): Promise<number> {
    const video = { fileName: 'fire.mp4', bytes: FILM.length, width: 320, height: 180, durationSeconds: 4.2 };
    const named = { clientId: this.clientId, conversationId: this.#conversationId };
    const begun = await visitor.call(CALLS.chat.beginVideo, { ...named, video });
    if (begun.result !== 'success') throw new Error(begun.reason);
    return CALLS.chat.beginVideo.output.parse(begun.data).received;
  }

  putLast = (visitor: Visitor): Promise<void> => this.put(visitor, PART);

  async put(visitor: Visitor, offset: number): Promise<void> {
    const bytes = FILM.subarray(offset, offset + PART);
    const input = { clientId: this.clientId, offset, part: bytes.toString('base64'), checksum: crc32(bytes) };
    await visitor.call(CALLS.chat.putVideoPart, input);
  }

  send(visitor: Visitor): Promise<AnyAnswer> {
    return visitor.call(CALLS.chat.sendVideo, { conversationId: this.#conversationId, clientId: this.clientId });
  }
}
