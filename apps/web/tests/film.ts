import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Four seconds of a real film, which the simulated marketplaces show as well. */
export const FILM = readFileSync(join(import.meta.dirname, '../../simulator/src/control/sample.mp4'));

/** The same film as a file of exactly so many bytes: a box of type `free` at its end fills it up, as players allow. */
export function filmOf(bytes: number): Buffer {
  const filler = Buffer.alloc(bytes - FILM.length);
  filler.writeUInt32BE(filler.length, 0);
  filler.write('free', 4, 'latin1');
  // Each part differs from the others, so that a part in another's place is noticed.
  for (let at = 8; at + 4 <= filler.length; at += 4) filler.writeUInt32BE(at, at);
  return Buffer.concat([FILM, filler]);
}
