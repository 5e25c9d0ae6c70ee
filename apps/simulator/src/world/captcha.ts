/** Captcha pictures: four letters or digits in noise, or a piece that fits a notch in a background. */
import { PNG } from 'pngjs';
import type { Random } from './random.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** Five by seven pixels, one number for each row; no two glyphs look alike. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  A: [0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11],
  B: [0x1e, 0x11, 0x11, 0x1e, 0x11, 0x11, 0x1e],
  C: [0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e],
  E: [0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f],
  F: [0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x10],
  H: [0x11, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11],
  K: [0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11],
  L: [0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f],
  M: [0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11],
  N: [0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11],
  P: [0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10],
  R: [0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11],
  T: [0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04],
  W: [0x11, 0x11, 0x11, 0x15, 0x15, 0x15, 0x0a],
  X: [0x11, 0x11, 0x0a, 0x04, 0x0a, 0x11, 0x11],
  Y: [0x11, 0x11, 0x0a, 0x04, 0x04, 0x04, 0x04],
  3: [0x0e, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0e],
  4: [0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02],
  6: [0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e],
  7: [0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
  9: [0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c],
};
const COLUMNS = 5;
const ROWS = 7;
const LETTERS = 4;
const DOT = 5;
const CELL_WIDTH = 38;
const TEXT_SIZE = { width: LETTERS * CELL_WIDTH + 8, height: 60 };

const SLIDE_SIZE = { width: 300, height: 150 };
export const PIECE_WIDTH = 44;

function put(png: PNG, x: number, y: number, [red, green, blue]: Colour, alpha = 255): void {
  if (x < 0 || y < 0 || x >= png.width || y >= png.height) return;
  png.data.set([red, green, blue, alpha], (Math.floor(y) * png.width + Math.floor(x)) * 4);
}
function fillBox(png: PNG, left: number, top: number, size: number, colour: Colour): void {
  for (let y = top; y < top + size; y += 1) for (let x = left; x < left + size; x += 1) put(png, x, y, colour);
}
function blank({ width, height }: typeof TEXT_SIZE, colourAt: (x: number, y: number) => Colour): PNG {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) put(png, x, y, colourAt(x, y));
  return png;
}
const encode = (png: PNG): Uint8Array => new Uint8Array(PNG.sync.write(png));
const shade = (random: Random, from: number, to: number): Colour => [
  random.integer(from, to),
  random.integer(from, to),
  random.integer(from, to),
];

export const drawWord = (random: Random): string =>
  Array.from({ length: LETTERS }, () => random.pick(Object.keys(GLYPHS))).join('');

/**
 * Draws slanted letters at uneven heights. The noise is lighter than the letters, so that a person can still read them.
 */
export function drawText(word: string, random: Random): Uint8Array {
  const paper = shade(random, 225, 250);
  const png = blank(TEXT_SIZE, () => paper);
  for (let count = 0; count < 500; count += 1) {
    put(png, random.integer(0, png.width - 1), random.integer(0, png.height - 1), shade(random, 150, 210));
  }
  for (let count = 0; count < 4; count += 1) {
    const [from, slope, colour] = [random.integer(5, 55), random.next() - 0.5, shade(random, 150, 200)];
    for (let x = 0; x < png.width; x += 1) fillBox(png, x, Math.round(from + (x - 80) * slope * 0.5), 2, colour);
  }
  [...word].forEach((letter, at) => {
    const [left, top, slant] = [at * CELL_WIDTH + random.integer(6, 12), random.integer(6, 16), random.next() - 0.5];
    const ink = shade(random, 10, 90);
    (GLYPHS[letter] ?? []).forEach((bits, row) => {
      for (let column = 0; column < COLUMNS; column += 1) {
        if (((bits >> (COLUMNS - 1 - column)) & 1) === 0) continue;
        fillBox(png, left + column * DOT + Math.round(slant * (ROWS - row) * 2), top + row * DOT, DOT, ink);
      }
    });
  });
  return encode(png);
}

interface Slide {
  /** The piece's distance from the left edge, in pixels. */
  readonly offset: number;
  /**
   * A picture as high as the background and transparent around the piece, so that only the horizontal position is asked
   * for.
   */
  readonly piece: Uint8Array;
  readonly background: Uint8Array;
}

/** The shape of the piece: a square with a round bump on its right side. */
function isInPiece(x: number, y: number): boolean {
  const side = PIECE_WIDTH - 10;
  if (x >= 0 && x < side && y >= 0 && y < side) return true;
  return (x - side) ** 2 + (y - side / 2) ** 2 < 81;
}

export function drawSlide(random: Random): Slide {
  const offset = random.integer(90, SLIDE_SIZE.width - PIECE_WIDTH - 10);
  const top = random.integer(20, SLIDE_SIZE.height - PIECE_WIDTH - 20);
  const [sky, ground] = [shade(random, 120, 230), shade(random, 40, 140)];
  const spots = Array.from({ length: 14 }, () => ({
    x: random.integer(0, SLIDE_SIZE.width),
    y: random.integer(0, SLIDE_SIZE.height),
    radius: random.integer(10, 36),
    colour: shade(random, 60, 240),
  }));
  const background = blank(SLIDE_SIZE, (x, y) => {
    const spot = spots.findLast((one) => (one.x - x) ** 2 + (one.y - y) ** 2 < one.radius ** 2);
    return spot?.colour ?? (y < 75 + 18 * Math.sin(x / 40) ? sky : ground);
  });
  const piece = new PNG({ width: PIECE_WIDTH, height: SLIDE_SIZE.height });
  for (let y = 0; y < PIECE_WIDTH; y += 1) {
    for (let x = 0; x < PIECE_WIDTH; x += 1) {
      if (!isInPiece(x, y)) continue;
      const at = ((top + y) * background.width + offset + x) * 4;
      const [red = 0, green = 0, blue = 0] = background.data.subarray(at, at + 3);
      put(piece, x, top + y, [red, green, blue]);
      put(background, offset + x, top + y, [red * 0.35, green * 0.35, blue * 0.35]);
    }
  }
  return { offset, piece: encode(piece), background: encode(background) };
}
