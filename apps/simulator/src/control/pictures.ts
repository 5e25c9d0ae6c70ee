/**
 * Draws pictures from a name: the same name gives the same picture, and none is downloaded. PNG, because a marketplace
 * serves no vector pictures, which may hold scripts.
 */
import { PNG } from 'pngjs';
import { createRandom } from '../world/random.ts';

export const PICTURE_TYPE = 'image/png';
const SIZE = 320;
const CIRCLES = 5;
const OPACITY = 0.7;
/** A screen of products loads as many pictures at once, and again whenever it is opened. */
const MOST_KEPT = 400;

type Colour = readonly [red: number, green: number, blue: number];
interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
}

/** `hue` in degrees, the others from 0 to 1; gives bytes. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const channel = (offset: number): number => {
    const at = (offset + hue / 30) % 12;
    const swing = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - swing * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Paints a circle over the picture, with a rim of one pixel. */
function paint(png: PNG, { x, y, radius, colour }: Circle): void {
  for (let row = Math.max(0, y - radius); row < Math.min(SIZE, y + radius + 1); row += 1) {
    for (let column = Math.max(0, x - radius); column < Math.min(SIZE, x + radius + 1); column += 1) {
      const share = OPACITY * Math.min(1, Math.max(0, radius - Math.hypot(column - x, row - y)));
      if (share === 0) continue;
      const at = (row * SIZE + column) * 4;
      colour.forEach((value, channel) => {
        const below = png.data[at + channel] ?? 0;
        png.data[at + channel] = Math.round(below + (value - below) * share);
      });
    }
  }
}

function draw(name: string): Uint8Array {
  const random = createRandom(`picture/${name}`);
  const hue = random.integer(0, 359);
  const png = new PNG({ width: SIZE, height: SIZE });
  const [red, green, blue] = colourOf(hue, 0.45, 0.45);
  for (let at = 0; at < png.data.length; at += 4) png.data.set([red, green, blue, 255], at);
  for (let count = 0; count < CIRCLES; count += 1) {
    const [x, y, radius] = [random.integer(0, SIZE), random.integer(0, SIZE), random.integer(40, 130)];
    const circleHue = (hue + random.integer(20, 160)) % 360;
    paint(png, { x, y, radius, colour: colourOf(circleHue, 0.7, random.integer(55, 85) / 100) });
  }
  return new Uint8Array(PNG.sync.write(png, { colorType: 2 }));
}

const kept = new Map<string, Uint8Array>();

export function drawPicture(name: string): Uint8Array {
  const drawn = kept.get(name) ?? draw(name);
  kept.delete(name);
  kept.set(name, drawn);
  for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
  return drawn;
}
