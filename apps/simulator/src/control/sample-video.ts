import { readFileSync } from 'node:fs';

/** Ours: four seconds of a drawn ball. */
export const SAMPLE_VIDEO = readFileSync(new URL('./sample.mp4', import.meta.url));

/** The same film as a file of exactly so many bytes: a box of type `free` at its end fills it up, as players allow. */
export function sampleVideoOf(bytes: number): Buffer<ArrayBuffer> {
  const filler = Buffer.alloc(bytes - SAMPLE_VIDEO.length);
  filler.writeUInt32BE(filler.length, 0);
  filler.write('free', 4, 'latin1');
  // Each part of the file differs from the others, so that a part in another's place is noticed.
  for (let at = 8; at + 4 <= filler.length; at += 4) filler.writeUInt32BE(at, at);
  return Buffer.concat([SAMPLE_VIDEO, filler]);
}
